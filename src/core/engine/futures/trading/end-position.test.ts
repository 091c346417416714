/** Closing: how much, what a close order can never do, and what the end of a position ends. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { act, CROWD, deeds } from "../../../../../test/support/futures-crowd.ts";
import { FuturesDesk } from "../../../../../test/support/futures-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";

const RICH = { USDT: "1000000", BTC: "1000" };

/** Ann is long 50 and short 20. */
function hedged(): FuturesDesk {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH, cat: RICH });
  desk.markAt("20000");
  desk.trade("bob", "open sell 50 @ 20000");
  desk.trade("ann", "open buy 50 @ 20000");
  desk.trade("bob", "open buy 20 @ 20000");
  desk.trade("ann", "open sell 20 @ 20000");
  return desk;
}

test("FUT-POS-1 long and short are held side by side; a close is about the other side's position", () => {
  const desk = hedged();
  desk.trade("bob", "open buy 5 @ 20000");
  desk.trade("ann", "close sell 5 @ 20000");
  desk.trade("bob", "open sell 5 @ 20000");
  desk.trade("ann", "close buy 5 @ 20000");

  expect(desk.position("ann", "buy")?.volume).toBe(45);
  expect(desk.position("ann", "sell")?.volume).toBe(15);
});

test("FUT-CLOSE-1 FUT-CHECK-15 what rests to close cannot be closed twice, until it is canceled", () => {
  const desk = hedged();
  const id = desk.trade("ann", "close sell 30 @ 21000");
  const told = desk.send(desk.trading("ann", "close sell 21 @ 21000"));
  expect(told).toMatchObject({ reason: "close_above_position", had: "20", needed: "21" });
  desk.trade("ann", "close sell 20 @ 21000");
  expect(desk.refusedTrade("ann", "close sell 1")).toBe("close_above_position");

  desk.cancelTrade("ann", id);

  expect(desk.position("ann", "buy")).toMatchObject({ volume: 50, pending: 20 });
  expect(desk.refusedTrade("cat", "close sell 1 @ 21000")).toBe("close_above_position");
});

test("FUT-CLOSE-1 volume that trades is not pending any more", () => {
  const desk = hedged();
  desk.trade("ann", "close sell 30 @ 20100");
  desk.trade("cat", "open buy 10 @ 20100");
  expect(desk.position("ann", "buy")).toMatchObject({ volume: 40, pending: 20 });
});

test("FUT-CLOSE-4 FUT-STATE-3 the end of a position cancels what waits to close it, and nothing else", () => {
  const desk = hedged();
  const stop = desk.trade("ann", "close sell 50 @ 18000 when stop_loss 19000");
  const gain = desk.trade("ann", "close sell 10 when up 25000");
  const other = desk.trade("ann", "close buy 5 @ 18000 when stop_gain 18000");
  const open = desk.trade("ann", "open buy 5 @ 18000 when down 18000");
  const resting = desk.trade("ann", "close buy 5 @ 19000");

  desk.trade("bob", "close buy 50 @ 20000");
  desk.trade("ann", "close sell 50 @ 20000");

  expect(desk.position("ann", "buy")).toBeUndefined();
  expect([stop, gain].map((id) => desk.fate(id))).toEqual(["canceled 0/50", "canceled 0/10"]);
  expect([other, open, resting].map((id) => desk.fate(id))).toEqual([
    "waiting 0/5",
    "waiting 0/5",
    "new 0/5",
  ]);
});

test("FUT-CLOSE-4 an order that was canceled so keeps its client id for a while", () => {
  const desk = hedged();
  desk.trade("ann", "close sell 50 @ 18000 when stop_loss 19000 as stop");
  desk.trade("bob", "close buy 50 @ 20000");
  desk.trade("ann", "close sell 50 @ 20000");
  expect(desk.refusedTrade("ann", "open buy 1 @ 18000 as stop")).toBe("client_id_used");
});

test("FUT-CLOSE-2 a close order never opens, adds or turns: no volume of its user grows by it", () => {
  let closed = 0;
  const run = fc.array(deeds(), { minLength: 20, maxLength: 30, size: "max" });
  fc.assert(
    fc.property(run, (steps) => {
      const desk = new FuturesDesk({ ann: RICH, bob: RICH, cat: RICH });
      desk.markAt("20000");
      const volumes = (name: string) =>
        (["buy", "sell"] as const).map((side) => desk.position(name, side)?.volume ?? 0);
      for (const step of steps) {
        const before = volumes(step.who);
        const words = desk.sent.length;
        act(desk, step);
        const sent = desk.sent[words]?.command;
        if (sent?.type !== "PlaceFuturesOrder" || sent.action !== "close") continue;
        const [long = 0, short = 0] = volumes(step.who);
        const [longBefore = 0, shortBefore = 0] = before;
        closed += desk.deals().length;
        // A sell closes the long only, a buy the short only.
        expect(long <= longBefore && short <= shortBefore).toBe(true);
        expect(sent.side === "sell" ? short : long).toBe(
          sent.side === "sell" ? shortBefore : longBefore,
        );
      }
      for (const name of CROWD) {
        for (const side of ["buy", "sell"] as const) {
          const { volume, pending } = desk.position(name, side) ?? { volume: 0, pending: 0 };
          expect(pending <= volume).toBe(true);
        }
      }
    }),
    { seed: 48, numRuns: runs(20, 20) },
  );
  expect(closed).toBeGreaterThan(5);
});
