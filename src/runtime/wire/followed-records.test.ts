/** What a follower knows of what has ended, before the archive has it. */
import { expect, test } from "vitest";
import { FollowerDesk } from "../../../test/support/follower-desk.ts";
import { ALICE, BOB, order } from "../../../test/support/service-desk.ts";

test("HIST-OWN-1 a trade is among the records that the archive may lack, at every follower", async () => {
  const desk = await FollowerDesk.open();
  const [one, other] = [await desk.following(), await desk.following()];

  await one.exchange.submit(order(ALICE, "sell 0.5 @ 100", "maker"));
  await other.exchange.submit(order(BOB, "buy 0.5 @ 100", "taker"));
  await one.exchange.current();

  const query = {
    kind: "trade",
    area: "spot",
    user: BOB,
    market: 1,
    limit: 10,
    fromId: 0,
  } as const;
  for (const { unarchived } of [one, other]) expect(unarchived.find(query, 0)).toHaveLength(1);
});
