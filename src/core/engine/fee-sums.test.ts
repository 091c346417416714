/** No user is paid for trading with itself, whatever rates the user's orders have kept. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { FuturesDesk } from "../../../test/support/futures-desk.ts";
import { runs } from "../../../test/support/runs.ts";

const RICH = { USDT: "1000000" };
const FEES = {
  openMakerRate: 20_000,
  openTakerRate: 50_000,
  closeMakerRate: 20_000,
  closeTakerRate: 60_000,
};
const NO = { ok: false, reason: "fees_below_zero" };
const ANN = { ann: { BTC: "50", USDT: "50000" } };

test("SPOT-FEE-1 a resting order's rebate is compared with the fee that takers will pay", () => {
  const desk = new Desk(ANN, { rules: { makerRate: -20_000, takerRate: 20_000 } });
  desk.place("ann", "sell 1 @ 100");
  const fees = { type: "SetFees", pair: 1, makerRate: 0, takerRate: 19_999, request: 1 } as const;

  expect(desk.refusalOf(fees)).toBe("fees_below_zero");
  desk.must({ ...fees, takerRate: 20_000 });
  desk.cancel("ann", 1);
  desk.must(fees);
});

test("SPOT-FEE-1 SPOT-STOP-4 a stop may take with the fee it kept", () => {
  const desk = new Desk(ANN, { rules: { selfTrade: "none" } });
  desk.place("ann", "sell 1 @ 100");
  desk.place("ann", "buy 1 @ 100");
  const stop = desk.place("ann", "buy 1 @ 110 stop 105");
  const fees = { type: "SetFees", pair: 1, makerRate: -1, takerRate: 1, request: 1 } as const;

  expect(desk.refusalOf(fees)).toBe("fees_below_zero");
  desk.cancel("ann", stop);
  desk.must(fees);
});

test("FUT-FEE-2 of the four sums of opening and closing none is below zero", () => {
  const desk = new FuturesDesk({ ann: RICH }, { contract: { fees: FEES } });
  const change = (fees: Partial<typeof FEES>) =>
    desk.changeContract({ fees: { ...FEES, ...fees } });
  const { openTakerRate, closeTakerRate } = FEES;
  const least = Math.min(openTakerRate, closeTakerRate);

  for (const name of ["openMakerRate", "closeMakerRate"] as const) {
    expect(change({ [name]: -least - 1 })).toMatchObject(NO);
    expect(change({ [name]: -least })).toMatchObject({ ok: true });
  }
});

test("FUT-FEE-2 a condition order may take with the fee it kept", () => {
  const sound = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 0 };
  const desk = new FuturesDesk({ ann: RICH }, { contract: { fees: sound } });
  desk.markAt("20000");
  desk.trade("ann", "open buy 1 @ 21000 cross when up 20500");
  const rebate = { openMakerRate: -10, openTakerRate: 10, closeMakerRate: 0, closeTakerRate: 10 };

  expect(desk.changeContract({ fees: rebate })).toMatchObject(NO);
  expect(desk.changeContract({ fees: { ...rebate, openMakerRate: 0 } })).toMatchObject({
    ok: true,
  });
});

test("SPOT-FEE-1 whatever rates were set in between, the fees of a trade with oneself are never below zero in sum", () => {
  const rate = fc.integer({ min: -3, max: 3 });
  const step = fc.oneof(
    fc.record({ makerRate: rate, takerRate: rate }),
    fc.constantFrom("buy 1 @ 100", "sell 1 @ 100"),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const desk = new Desk(ANN, { rules: { makerRate: 0, takerRate: 0, selfTrade: "none" } });
      for (const next of steps) {
        const open = desk.state.orders.byId.sorted();
        const makerRates = new Map(open.map(({ id, makerRate }) => [id, makerRate]));
        if (typeof next === "string") desk.place("ann", next);
        else desk.send({ type: "SetFees", pair: 1, ...next, request: 1 });
        for (const event of desk.events) {
          if (event.type !== "Traded") continue;
          const makerRate = makerRates.get(event.makerOrder) ?? expect.fail("the maker was open");
          if (makerRate + desk.pair().takerRate < 0) expect.fail(JSON.stringify(steps));
        }
      }
    }),
    { seed: 15, numRuns: runs(60, 1_000) },
  );
});
