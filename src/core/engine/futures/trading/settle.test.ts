/** The money of a futures trade: margin, profit, fees and rebates, to the last unit. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { act, CROWD, deeds } from "../../../../../test/support/futures-crowd.ts";
import { FuturesDesk, type FuturesDeskOptions } from "../../../../../test/support/futures-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import { clearingOf } from "../../ledger/clearing.ts";

const RICH = { USDT: "1000000", BTC: "1000" };
const FEES = {
  openMakerRate: 20_000,
  openTakerRate: 40_000,
  closeMakerRate: 30_000,
  closeTakerRate: 60_000,
};
const INVERSE = {
  name: "E-BTC-USD",
  kind: "inverse",
  multiplier: 7n,
  multiplierDecimals: 0,
} as const;

function market(options: FuturesDeskOptions = {}): FuturesDesk {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH, cat: RICH }, options);
  desk.markAt("20000");
  return desk;
}

test("FUT-SETTLE-2 FUT-SETTLE-3 FUT-FEE-1 opening: margin into the position, the fee of each side to FEE", () => {
  const desk = market({ contract: { fees: FEES } });
  desk.lever("ann", 7);
  desk.trade("bob", "open sell 10 @ 20000 cross");
  desk.trade("ann", "open buy 10 @ 20000 isolated");

  // 200 ÷ 7 = 28.57142857 cut, taker 0.08; the maker pays 0.04 and puts nothing aside.
  expect(desk.position("ann", "buy")).toMatchObject({
    margin: desk.money("28.57142857"),
    volume: 10,
    cost: desk.money("200"),
    tradeFee: -desk.money("0.08"),
  });
  expect(desk.account("ann")).toBe("999971.34857143/0");
  expect(desk.account("bob")).toBe("999999.96/0");
  expect(desk.fees()["USDT"]).toBe("0.12");
});

test("FUT-FEE-1 an order keeps the rates of its creation", () => {
  const desk = market({ contract: { fees: FEES } });
  desk.trade("bob", "open sell 10 @ 20000");
  desk.changeContract({ fees: { ...FEES, openMakerRate: 0, openTakerRate: 100_000 } });
  desk.trade("ann", "open buy 10 @ 20000");
  expect(desk.fees()["USDT"]).toBe("0.24");
});

test("FUT-FEE-1 a rebate is cut, and no larger than what FEE holds", () => {
  const fees = { ...FEES, openMakerRate: -33_333, openTakerRate: 0, closeTakerRate: 60_000 };
  const desk = market({ contract: { fees }, adopted: 1 });
  desk.trade("bob", "open sell 10 @ 20000 cross");
  desk.trade("ann", "open buy 10 @ 20000 cross");
  expect(desk.account("bob")).toBe("1000000/0");

  desk.trade("bob", "open buy 1 @ 20000.1 cross");
  desk.trade("ann", "close sell 1 @ 20000.1 cross");
  expect(desk.account("bob")).toBe("1000000/0"); // Its rebate comes before the taker's fee.
  expect(desk.fees()["USDT"]).toBe("0.01200006");
  desk.trade("bob", "open buy 1 @ 20000.1 cross");
  desk.trade("ann", "close sell 1 @ 20000.1 cross");
  // 20.0001 × 0.00033333 = 0.006666633333 cut
  expect(desk.account("bob")).toBe("1000000.00666663/0");
  const long = desk.position("bob", "buy");
  expect(long?.tradeFee).toBe(666_663n);
});

test("FUT-SETTLE-3 many fees, each rounded up, cannot use up what the order has frozen", () => {
  const fees = { openMakerRate: 0, openTakerRate: 33_333, closeMakerRate: 0, closeTakerRate: 0 };
  const contract = { fees, multiplierDecimals: 7 };
  const desk = new FuturesDesk({ ann: { USDT: "0.00005579" }, bob: RICH }, { contract });
  desk.lever("ann", 10);
  desk.markAt("100");
  desk.changeContract({ priceRange: 90_000_000 });
  for (let i = 0; i < 40; i++) desk.trade("bob", "open buy 1 @ 139 cross");

  desk.trade("ann", "open sell 40 @ 100 isolated");

  // Each fill is worth 1390 units: 139 of margin, and a fee of 0.46 that is 1 or given up.
  const fees40 = desk.events.flatMap((event) =>
    event.type === "ContractTraded" ? [event.takerFee] : [],
  );
  expect(fees40).toHaveLength(40);
  expect(fees40.every((fee) => fee === 0n || fee === 1n)).toBe(true);
  expect(desk.position("ann", "sell")?.margin).toBe(40n * 139n);
  expect(desk.account("ann")).toBe("0/0");
});

test("FUT-SETTLE-3 FUT-FREEZE-2 a user who has exactly what an order needs never falls below zero by it", () => {
  const step = fc.record({
    bids: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 }),
    leverage: fc.integer({ min: 3, max: 13 }),
    rate: fc.integer({ min: 1, max: 90_000 }),
    isLinear: fc.boolean(),
  });
  fc.assert(
    fc.property(step, ({ bids, leverage, rate, isLinear }) => {
      const fees = { openMakerRate: 0, openTakerRate: rate, closeMakerRate: 0, closeTakerRate: 0 };
      const tiny = isLinear
        ? { multiplierDecimals: 7 }
        : { ...INVERSE, multiplier: 3n, multiplierDecimals: 4 };
      const balances = { USDT: "1000", BTC: "1000" };
      const desk = new FuturesDesk({ ann: {}, bob: balances }, { contract: { fees, ...tiny } });
      const [coin, side, own] = isLinear
        ? (["USDT", "buy", "sell"] as const)
        : (["BTC", "sell", "buy"] as const);
      desk.lever("ann", leverage);
      desk.markAt("1000");
      desk.changeContract({ priceRange: 90_000_000 });
      // Bids above the mark (asks below it), so that the order has no loss against it.
      const sign = isLinear ? 1 : -1;
      for (const off of bids) desk.trade("bob", `open ${side} 1 @ ${1000 + sign * off} cross`);
      const words = `open ${own} ${bids.length} @ 1000 isolated`;
      const told = desk.send(desk.trading("ann", words));
      const needed = told.ok ? "" : `${(told as { needed?: string }).needed}`;
      desk.fund("ann", `${needed} ${coin}`);

      desk.trade("ann", words);

      expect(desk.position("ann", own)?.volume).toBe(bids.length);
      const paid = desk.events.flatMap((event) =>
        event.type === "ContractTraded" ? [{ value: event.value, fee: event.takerFee }] : [],
      );
      for (const { value, fee } of paid) {
        const exact = (value * BigInt(rate)) / 100_000_000n;
        expect(fee >= exact && fee <= exact + 1n).toBe(true); // At most one unit is given up.
      }
      const margins = paid.reduce((sum, { value }) => sum + value / BigInt(leverage), 0n);
      expect(desk.position("ann", own)?.margin).toBe(margins);
    }),
    { seed: 47, numRuns: runs(15, 50) },
  );
});

test("FUT-SETTLE-4 FUT-SETTLE-5 NUM-COST-1 a cross close brings profit less fee to the free balance", () => {
  const desk = market({ contract: { fees: FEES } });
  desk.trade("bob", "open sell 3 @ 20000 cross");
  desk.trade("ann", "open buy 3 @ 20000 cross");
  const before = desk.account("ann");
  desk.trade("bob", "open buy 1 @ 20100 cross");
  desk.trade("ann", "close sell 1 @ 20100 cross");

  expect(before).toBe("999999.976/0");
  // 0.1 of profit, 20.1 × 0.0006 = 0.01206
  expect(desk.account("ann")).toBe("1000000.06394/0");
  expect(desk.position("ann", "buy")).toMatchObject({
    volume: 2,
    closeVolume: 1n,
    closeValue: desk.money("20.1"),
    closeProfit: desk.money("0.1"),
  });
});

test("FUT-SETTLE-6 a loss beyond the released margin is taken from what stays", () => {
  const desk = market();
  desk.trade("bob", "open sell 10 @ 20000 cross");
  desk.trade("ann", "open buy 10 @ 20000 isolated");
  expect(desk.position("ann", "buy")?.margin).toBe(desk.money("10"));
  const before = desk.account("ann");

  desk.trade("bob", "open buy 2 @ 18500 cross");
  desk.trade("ann", "close sell 2 @ 18500 isolated");

  // 2 released, 3 lost: 1 is taken from the 8 that stay.
  expect(desk.account("ann")).toBe(before);
  expect(desk.position("ann", "buy")).toMatchObject({ volume: 8, margin: desk.money("7") });
});

test("FUT-SETTLE-6 a partial close of an odd margin cuts what it releases; the last close releases all", () => {
  const desk = market();
  desk.lever("ann", 7);
  desk.trade("bob", "open sell 3 @ 20000 cross");
  desk.trade("ann", "open buy 3 @ 20000 isolated");
  expect(desk.position("ann", "buy")?.margin).toBe(857_142_857n);
  for (const left of [571_428_572n, 285_714_286n]) {
    desk.trade("bob", "open buy 1 @ 20000 cross");
    desk.trade("ann", "close sell 1 @ 20000");
    expect(desk.position("ann", "buy")?.margin).toBe(left);
  }
  desk.trade("bob", "open buy 1 @ 20000 cross");
  desk.trade("ann", "close sell 1 @ 20000");

  expect(desk.position("ann", "buy")).toBeUndefined();
  expect(desk.account("ann")).toBe("1000000/0");
});

test("FUT-POS-2 a position starts with its first fill and ends at zero; the next is another", () => {
  const desk = market();
  const round = () => {
    desk.trade("bob", "open sell 5 @ 20000");
    desk.trade("ann", "open buy 5 @ 20000");
    const id = desk.position("ann", "buy")?.id;
    desk.trade("bob", "close buy 5 @ 20000");
    desk.trade("ann", "close sell 5 @ 20000");
    return id;
  };

  const [first, second] = [round(), round()];

  expect([first, second]).toEqual([2, 4]); // The maker's position comes first.
  const records = desk.events.filter(({ type }) => type === "PositionEnded");
  expect(records).toMatchObject([
    { id: 3, user: desk.user("bob"), positionId: 3, side: "sell", closeVolume: 5n },
    { id: 4, user: desk.user("ann"), positionId: 4, side: "buy", closeProfit: 0n },
  ]);
});

/** Every user closes what is left, at the mark, against the others. */
function closeAll(desk: FuturesDesk): void {
  for (const name of CROWD)
    desk.must({ type: "CancelAllFutures", ...desk.hand(name), contract: 0 });
  const price = desk.market().mark / 10;
  for (const [side, closing] of [
    ["buy", "sell"],
    ["sell", "buy"],
  ] as const) {
    for (const name of CROWD) {
      const position = desk.position(name, side);
      if (position) desk.trade(name, `close ${closing} ${position.volume} @ ${price}`);
    }
  }
}

test.each([
  ["linear", {}],
  ["inverse, 8 decimals", INVERSE],
])(
  "FUT-SETTLE-7 FUT-VALUE-2 profits and losses of any run of trades cancel to the unit: %s",
  (_, rules) => {
    let closes = 0;
    fc.assert(
      fc.property(fc.array(deeds(), { minLength: 20, maxLength: 30, size: "max" }), (run) => {
        const contract = { ...rules, selfTrade: "none", fees: FEES } as const;
        const desk = market({ contract });
        for (const deed of run) {
          act(desk, deed);
          if (deed.action === "close") closes += desk.deals().length;
        }
        closeAll(desk);

        // The users are rich and the mark does not move, so the liquidation engine is never needed.
        expect([...desk.market().positions.all()]).toEqual([]);
        expect(clearingOf(desk.state.ledger, 1)).toBe(0n);
        expect(desk.market().totals).toMatchObject({ endedProfit: 0n, engineProfit: 0n });
      }),
      { seed: 11, numRuns: runs(8, 25) },
    );
    expect(closes).toBeGreaterThan(10);
  },
);

test("FUT-FREEZE-2 FUT-STATE-3 when the last order is gone, nothing is locked any more", () => {
  fc.assert(
    fc.property(fc.array(deeds({ offMax: 900 }), { minLength: 15, maxLength: 25 }), (run) => {
      const desk = market({ contract: { fees: FEES } });
      for (const deed of run) act(desk, deed);
      for (const name of CROWD) {
        desk.must({ type: "CancelAllFutures", ...desk.hand(name), contract: 0 });
      }
      for (const name of CROWD) expect(desk.account(name)).toMatch(/\/0$/);
      for (const { pending } of desk.market().positions.all()) expect(pending).toBe(0);
      expect(desk.market().book.bids.best ?? desk.market().book.asks.best).toBeUndefined();
    }),
    { seed: 12, numRuns: runs(10, 30) },
  );
});
