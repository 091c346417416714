/**
 * LOG-VOID-1 A command that was made void: it is passed over, and told with what it broke. No real
 * command faults, so one is written by hand that no API would let in: its quantity is no number.
 */
import { expect, test } from "vitest";
import { historyOf } from "../../../test/support/archivist-desk.ts";
import { toEnd } from "../../../test/support/explain-desk.ts";
import {
  ALICE,
  appendByHand,
  BOB,
  draftBehind,
  MARKET,
  mustDo,
  openMarketOn,
  openOn,
  order,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import type { Command } from "../../core/engine/codec.ts";
import { voidCommand } from "../audit/void.ts";
import { explain } from "./explain.ts";

test("EXPLAIN-VERDICT-1 a command that was made void did nothing, and what follows is told", async () => {
  const disk = new SimulatedDisk();
  const { sequencer, time } = await openMarketOn(disk);
  await sequencer.stop();
  const position = MARKET.length + 1;
  const poison = {
    ...order(ALICE, "buy 1-and-a-bit-more-than-1 @ 100"),
    request: 777_777,
  } as Command;
  await appendByHand(disk, (replica) => draftBehind(replica, [poison]));
  await voidCommand(disk, position, 1);
  const again = await openOn(disk, time);
  await mustDo(again.sequencer, { ...order(ALICE, "buy 1 @ 100"), request: 777_778 } as Command);
  await mustDo(again.sequencer, order(BOB, "sell 1 @ 100"));
  const sources = {
    disk,
    durablePosition: again.sequencer.state.position,
    history: historyOf(disk),
  };
  const ask = (id: string) => toEnd(explain(sources, id));

  expect(ask((777_777).toString(36))).toMatchObject({
    found: "request",
    steps: [{ position, verdict: { result: "void" }, effects: [], followUps: [] }],
    notes: [expect.stringMatching(`^the command at position ${position} faults: `)],
  });
  expect(ask((777_778).toString(36))).toMatchObject({
    steps: [{ position: position + 2, verdict: { orders: [1] } }],
  });
  expect(ask("1")).toMatchObject({ now: "ended: filled, 1 of 1 executed" });
});
