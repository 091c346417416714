/** What is said of orders whose answers were lost. */
import { expect, test } from "vitest";
import { BourseError } from "../../src/client/client.ts";
import { LostOrders } from "./lost-orders.ts";

const LATE_MS = 12_000;

/** A server at that time, whose cancels end so. */
function spotAt(serverTime: number, code?: number) {
  return {
    time: async () => ({ timezone: "UTC" as const, serverTime }),
    cancelOrder: async () => {
      if (code !== undefined) throw new BourseError("refused", { code, kind: "order" });
      return {} as never;
    },
  };
}

function lostOne(): LostOrders {
  const lost = new LostOrders("BTCUSDT");
  lost.add({ clientOrderIds: ["a"], expiresAtMs: LATE_MS - 2_000 });
  return lost;
}

test.each([
  ["found and cancelled", spotAt(0), { open: 0, done: 1, notDone: 0 }],
  ["over already", spotAt(0, -1145), { open: 0, done: 1, notDone: 0 }],
  ["not there, and may still come", spotAt(LATE_MS, -2013), { open: 1, done: 0, notDone: 0 }],
  ["not there, and too late", spotAt(LATE_MS + 1, -2013), { open: 0, done: 0, notDone: 1 }],
  ["a node that cannot tell", spotAt(LATE_MS + 1, -1001), { open: 1, done: 0, notDone: 0 }],
])("%s", async (_, spot, figures) => {
  const lost = lostOne();

  await lost.look(spot);

  expect(lost.figures).toEqual(figures);
});

test("CORE-BOUND-1 no more than 1,000 are looked after", () => {
  const lost = lostOne();
  for (let i = 0; i < 1_001; i++) lost.add({ clientOrderIds: [`${i}`], expiresAtMs: 0 });

  expect(lost.figures.open).toBe(1_000);
});
