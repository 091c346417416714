/** No trade into a deficit: which order stops, which is canceled, and what two accounts of one person can not do. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { act, type Deed, deeds } from "../../../../../test/support/futures-crowd.ts";
import { FuturesDesk, type FuturesDeskOptions } from "../../../../../test/support/futures-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import { present } from "../../../base/assert.ts";
import { amountOf } from "../../../money/amount.ts";
import { findContractAccount } from "../contract-account.ts";
import { valueAt } from "../contract-value.ts";
import { newPosition } from "../position.ts";
import {
  isInDeficit,
  paidOf,
  standingAfter,
  standingOf,
  triedOrderOf,
  wouldBeInDeficit,
} from "./deficit.ts";

const RICH = { USDT: "1000000", BTC: "1000" };

/** Ann is long 100, worth 2000, with 100 of own money at 20x; the mark is 20000. */
function leveraged(mode: "isolated" | "cross", options: FuturesDeskOptions = {}): FuturesDesk {
  const balances = { ann: { USDT: "100" }, bob: RICH, cat: RICH };
  const desk = new FuturesDesk(balances, options);
  desk.markAt("20000");
  desk.trade("bob", "open sell 100 @ 20000 cross");
  desk.trade("ann", `open buy 100 @ 20000 ${mode}`);
  return desk;
}

test.each(["isolated", "cross"] as const)(
  "FUT-DEFICIT-1 FUT-DEFICIT-2 a %s taker stops at the trade that would leave it in a deficit",
  (mode) => {
    const desk = leveraged(mode);
    desk.trade("bob", "open buy 30 @ 19000 cross");
    desk.trade("bob", "open buy 71 @ 18500 cross");

    // 30 lose 30 of the 100; 70 at 18500 would lose 105.
    const id = desk.trade("ann", `close sell 100 @ 18500 ${mode}`);

    expect(desk.fate(id)).toBe("canceled 30/100");
    expect(desk.reasonOf(id)).toBe("deficit"); // SPOT-FIELD-4
    expect(desk.position("ann", "buy")).toMatchObject({ volume: 70, pending: 0 });
    expect(desk.futuresFunds()).toEqual({ insurance: "0", badDebt: "0" });
  },
);

test.each(["isolated", "cross"] as const)(
  "FUT-DEFICIT-1 exactly nothing left is no deficit, one unit less is: %s",
  (mode) => {
    const edge = leveraged(mode);
    edge.trade("bob", "open buy 100 @ 19000 cross");
    expect(edge.fate(edge.trade("ann", `close sell 100 @ 19000 ${mode}`))).toBe("filled 100/100");
    expect(edge.account("ann")).toBe("0/0");

    const beyond = leveraged(mode);
    beyond.trade("bob", "open buy 100 @ 18999.9 cross");
    const id = beyond.trade("ann", `close sell 100 @ 18999.9 ${mode}`);
    expect(beyond.fate(id)).toBe("canceled 0/100");
  },
);

test("FUT-DEFICIT-1 a trade that opens is tried by numbers as by bigints, however large", () => {
  const desk = leveraged("isolated");
  const { state } = desk;
  const id = desk.trade("cat", "open sell 1 @ 21000 isolated");
  const { rows } = state.orders.byId;
  const order = state.orders.byId.find(id);
  const contractAccount = present(findContractAccount(state.futures, desk.user("cat"), 1), "hers");
  const size = fc.oneof(fc.bigInt(0n, 10n ** 14n), fc.bigInt(0n, 10n ** 40n));
  const held = fc.record({ cost: size, margin: size, value: size, isClose: fc.boolean() });
  const lots = fc.oneof(fc.integer({ min: 1, max: 10 ** 6 }), fc.maxSafeNat());
  const answers = new Set<boolean>();
  const side = newPosition(contractAccount, "sell", { id: 99, timeMs: 0 });
  contractAccount.short = side;
  fc.assert(
    fc.property(held, lots, lots, ({ cost, margin, value, isClose }, volume, more) => {
      const lot = Math.min(more, Number.MAX_SAFE_INTEGER - volume);
      const worth = valueAt(desk.contract(), { lots: volume + lot, ticks: desk.market().mark });
      // Near the edge, where a unit decides.
      const rest = worth - value;
      const own = margin % 3n;
      Object.assign(side, { volume, margin: isClose ? own : margin, cost: isClose ? rest : cost });
      const fill = { lots: lot, value: amountOf(value), rate: 0 };
      const tried = triedOrderOf(rows, order);
      const before = standingOf(state, contractAccount, tried);
      const after = standingAfter(contractAccount, tried, before, paidOf(fill, 0n));

      const isIn = wouldBeInDeficit(state, contractAccount, order, fill);

      expect(isIn).toBe(isInDeficit(contractAccount, tried, after));
      answers.add(isIn);
    }),
    { seed: 8, numRuns: runs(2000, 2000) },
  );
  expect(answers).toEqual(new Set([true, false]));
});

test.each(["isolated", "cross"] as const)("FUT-DEFICIT-1 the fee counts: %s", (mode) => {
  const fees = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 1 };
  const desk = leveraged(mode, { contract: { fees } });
  desk.trade("bob", "open buy 100 @ 19000 cross");
  expect(desk.fate(desk.trade("ann", `close sell 100 @ 19000 ${mode}`))).toBe("canceled 0/100");
});

test.each(["isolated", "cross"] as const)(
  "FUT-DEFICIT-1 a resting %s order that would end so is canceled, and the next one is taken",
  (mode) => {
    const desk = leveraged(mode);
    const resting = desk.trade("ann", `close sell 100 @ 18500 ${mode}`);
    const next = desk.trade("bob", "open sell 100 @ 18600 cross");

    const taker = desk.trade("cat", "open buy 100 @ 20000 cross");

    expect(desk.fate(resting)).toBe("canceled 0/100");
    expect(desk.fate(next)).toBe("filled 100/100");
    expect(desk.fate(taker)).toBe("filled 100/100");
    expect(desk.deals()).toEqual(["100 @ 18600"]);
    expect(desk.position("ann", "buy")).toMatchObject({ volume: 100, pending: 0 });
  },
);

test("FUT-DEFICIT-1 a maker is assessed by what the taker would take of it", () => {
  const desk = leveraged("cross");
  const resting = desk.trade("ann", "close sell 100 @ 18500 cross");
  desk.trade("cat", "open buy 10 @ 20000 cross");
  expect(desk.fate(resting)).toBe("partially_filled 10/100");
});

test("FUT-DEFICIT-1 opening too: money that covered an order when it came may be gone when it trades", () => {
  const desk = new FuturesDesk({ ann: { USDT: "100" }, bob: RICH });
  desk.markAt("20000");
  const order = desk.trade("ann", "open buy 10 @ 22000 cross");
  const { asset, amount } = desk.units("85 USDT");
  const out = { from: "futures", to: "spot", asset, amount } as const;
  desk.must({ type: "Transfer", ...desk.hand("ann"), ...out });

  desk.trade("bob", "open sell 10 @ 20000 cross");

  expect(desk.fate(order)).toBe("canceled 0/10");
  expect(desk.account("ann")).toBe("15/0");
});

test("FUT-DEFICIT-1 a margin that is used up is not carried by what the rest has gained", () => {
  const balances = { eve: { USDT: "1000" }, mal: { USDT: "1000" } };
  const desk = new FuturesDesk(balances);
  desk.insureFutures("1000 USDT");
  desk.lever("eve", 100);
  desk.lever("mal", 50);
  desk.markAt("20000");
  desk.trade("eve", "open sell 100 @ 20200");
  desk.trade("mal", "open buy 100 @ 20200");
  expect(desk.position("eve", "sell")?.margin).toBe(desk.money("20.2"));
  desk.trade("mal", "close sell 20 @ 22000");

  // 20 at 22000 lose 36; 20.2 are there, and the other 80 have gained 16.
  expect(desk.fate(desk.trade("eve", "close buy 20 @ 22000"))).toBe("canceled 0/20");
  expect(desk.futuresFunds().insurance).toBe("1000");
});

test("FUT-DEFICIT-1 without a mark no side is assessed", () => {
  const desk = new FuturesDesk({ ann: { USDT: "100" }, bob: RICH });
  desk.trade("bob", "open sell 10 @ 20000");
  desk.trade("ann", "open buy 10 @ 20000");
  expect(desk.position("ann", "buy")?.volume).toBe(10);
});

test("FUT-DEFICIT-1 in a trade with oneself both halves are one account's", () => {
  const fees = {
    openMakerRate: 0,
    openTakerRate: 0,
    closeMakerRate: 2_500_000,
    closeTakerRate: 2_500_000,
  };
  const tiers = [{ valueMax: 10n ** 30n, leverageMax: 100, maintenanceRate: 100_000 }];
  const contract = { fees, tiers, selfTrade: "none" } as const;
  const desk = new FuturesDesk({ ann: { USDT: "60" } }, { contract });
  desk.insureFutures("100 USDT");
  desk.lever("ann", 100);
  desk.markAt("20000");
  desk.trade("ann", "open sell 100 @ 20000 cross");
  desk.trade("ann", "open buy 100 @ 20000 cross");
  desk.trade("ann", "close sell 100 @ 20000 cross");

  // Each half would cost 50 of the 60.
  expect(desk.fate(desk.trade("ann", "close buy 100 @ 20000 cross"))).toBe("canceled 0/100");
  expect(desk.fate(desk.trade("ann", "close buy 100 @ 20000 fok cross"))).toBe("canceled 0/100");
  expect(desk.futuresFunds()).toEqual({ insurance: "100", badDebt: "0" });
});

const PLOTTERS = ["eve", "mal"] as const;
const plot = fc.array(
  fc.oneof(
    { weight: 10, arbitrary: deeds({ names: PLOTTERS, lotsMax: 60, offMax: 990 }) },
    { weight: 10, arbitrary: deeds({ names: PLOTTERS, lotsMax: 300, offMax: 20 }) },
    { weight: 1, arbitrary: fc.record({ takeOut: fc.constantFrom(...PLOTTERS) }) },
  ),
  { minLength: 25, maxLength: 45, size: "max" },
);

/** Two accounts with 100 each at 100x, and the book to themselves. */
function conspiracy(rules: NonNullable<FuturesDeskOptions["contract"]>): FuturesDesk {
  const balances = { USDT: "100", BTC: "0.005" };
  const desk = new FuturesDesk({ eve: balances, mal: balances }, { contract: rules });
  for (const name of PLOTTERS) desk.lever(name, 100);
  desk.markAt("20000");
  desk.insureFutures("1000 USDT");
  desk.insureFutures("1 BTC");
  return desk;
}

function takeOut(desk: FuturesDesk, name: string): void {
  for (const coin of ["USDT", "BTC"]) {
    const { asset, amount } = desk.units(`${desk.available(name, coin)} ${coin}`);
    if (amount === 0n) continue;
    desk.must({ type: "Transfer", ...desk.hand(name), from: "futures", to: "spot", asset, amount });
  }
}

function plotStep(desk: FuturesDesk, step: Deed | { takeOut: string }): void {
  if ("takeOut" in step) takeOut(desk, step.takeOut);
  else act(desk, step);
}

const INVERSE = {
  name: "E-BTC-USD",
  kind: "inverse",
  multiplier: 20n,
  multiplierDecimals: 0,
} as const;

test.each([
  ["linear", {}, "USDT"],
  ["inverse", INVERSE, "BTC"],
])(
  "FUT-DEFICIT-1 while the mark does not move two accounts take no unit out of the insurance: %s",
  (_, rules, coin) => {
    const tally = new Map<string, number>();
    fc.assert(
      fc.property(
        plot,
        fc.constantFrom("none" as const, "expire_taker" as const),
        (steps, selfTrade) => {
          // Where the engine may sell below the mark at the insurance's cost, that is another rule.
          const desk = conspiracy({ ...rules, selfTrade, unwindRange: 0 });
          let fund = desk.money(desk.futuresFunds(coin).insurance, coin);
          for (const step of steps) {
            plotStep(desk, step);
            for (const { type } of desk.events) tally.set(type, (tally.get(type) ?? 0) + 1);
            const now = desk.money(desk.futuresFunds(coin).insurance, coin);
            expect(now >= fund).toBe(true);
            fund = now;
          }
          expect(desk.futuresFunds(coin).badDebt).toBe("0");
          expect(desk.events).not.toContainEqual(
            expect.objectContaining({ type: "DeficitCovered" }),
          );
        },
      ),
      { seed: 4, numRuns: runs(40, 40) },
    );
    expect(tally.get("ContractTraded")).toBeGreaterThan(runs(200, 200));
    expect(tally.get("FuturesLiquidated")).toBeGreaterThan(0);
    expect(tally.has("DeficitCovered")).toBe(false);
  },
);

test("FUT-DEFICIT-1 two accounts gain at most the range of the liquidation engine: that part of what it sells", () => {
  fc.assert(
    fc.property(plot, (steps) => {
      const desk = conspiracy({});
      const range = BigInt(desk.contract().unwindRange);
      let fund = desk.money(desk.futuresFunds().insurance);
      for (const step of steps) {
        plotStep(desk, step);
        const sold = desk.events.reduce(
          (sum, event) =>
            event.type === "ContractTraded" && event.takerUser === 0 ? sum + event.value : sum,
          0n,
        );
        const now = desk.money(desk.futuresFunds().insurance);
        expect((fund - now) * 98n <= (sold * range * 100n) / 100_000_000n).toBe(true);
        fund = now;
      }
    }),
    { seed: 32, numRuns: runs(25, 25) },
  );
});
