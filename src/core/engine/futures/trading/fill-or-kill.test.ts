/** All or nothing: what an order would really trade at once, worked out before it trades. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../../test/support/futures-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";

const RICH = { USDT: "1000000", BTC: "1000" };

test("FUT-TIF-2 orders behind an own order do not count", () => {
  const desk = new FuturesDesk({ ann: RICH, bob: RICH });
  desk.markAt("20000");
  desk.trade("bob", "open sell 5 @ 20000");
  desk.trade("ann", "open sell 1 @ 20001");
  desk.trade("bob", "open sell 5 @ 20002");

  expect(desk.fate(desk.trade("ann", "open buy 6 @ 20002 fok"))).toBe("canceled 0/6");
  expect(desk.fate(desk.trade("ann", "open buy 5 @ 20002 fok"))).toBe("filled 5/5");
});

/** Ann is long 100 with 100 in the account, and offers it at a price that would leave a deficit. */
function deficitDesk(): FuturesDesk {
  const desk = new FuturesDesk({ ann: { USDT: "100" }, bob: RICH, cat: RICH });
  desk.markAt("20000");
  desk.trade("bob", "open sell 100 @ 20000 cross");
  desk.trade("ann", "open buy 100 @ 20000 cross");
  desk.trade("ann", "close sell 100 @ 18500 cross");
  return desk;
}

test("FUT-TIF-2 FUT-DEFICIT-1 a maker that a deficit forbids does not count, nor is it canceled by the trial", () => {
  const desk = deficitDesk();
  desk.trade("bob", "open sell 60 @ 18600 cross");

  expect(desk.fate(desk.trade("cat", "open buy 100 @ 20000 fok cross"))).toBe("canceled 0/100");
  expect(desk.position("ann", "buy")?.pending).toBe(100);
  expect(desk.fate(desk.trade("cat", "open buy 60 @ 20000 fok cross"))).toBe("filled 60/60");
});

test("FUT-TIF-2 each trade is tried on what the one before it left of a position", () => {
  const desk = new FuturesDesk({ ann: { USDT: "100" }, bob: RICH, cat: RICH });
  desk.markAt("20000");
  desk.trade("bob", "open sell 100 @ 20000 cross");
  desk.trade("ann", "open buy 100 @ 20000 isolated");
  // Each would lose 60 of the 100: the first is made, the second is not.
  for (let i = 0; i < 2; i++) desk.trade("ann", "close sell 50 @ 18800");

  expect(desk.fate(desk.trade("cat", "open buy 100 @ 20000 fok cross"))).toBe("canceled 0/100");
  expect(desk.fate(desk.trade("cat", "open buy 50 @ 20000 fok cross"))).toBe("filled 50/50");
});

test("FUT-TIF-2 a taker that would stop at a deficit does not begin", () => {
  const desk = deficitDesk();
  desk.must({ type: "CancelAllFutures", ...desk.hand("ann"), contract: 0 });
  desk.trade("bob", "open buy 50 @ 19000 cross");
  desk.trade("bob", "open buy 50 @ 18500 cross");

  expect(desk.fate(desk.trade("ann", "close sell 100 @ 18500 fok cross"))).toBe("canceled 0/100");
  expect(desk.fate(desk.trade("ann", "close sell 50 @ 18500 fok cross"))).toBe("filled 50/50");
});

test.each(["linear", "inverse"] as const)(
  "FUT-TIF-2 without a mark all that crosses counts: %s",
  (kind) => {
    const rules =
      kind === "linear" ? {} : { name: "E-BTC-USD", multiplier: 100n, multiplierDecimals: 0 };
    const desk = new FuturesDesk({ ann: RICH, bob: RICH }, { contract: { kind, ...rules } });
    desk.trade("bob", "open sell 5 @ 20000 cross");
    expect(desk.fate(desk.trade("ann", "open buy 5 @ 20000 fok cross"))).toBe("filled 5/5");
  },
);

test("FUT-TIF-2 a rebate that FEE cannot pay twice is not counted twice", () => {
  const fees = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: -50_000, closeTakerRate: 0 };
  const poor = { USDT: "100" };
  const desk = new FuturesDesk(
    { ann: poor, eve: poor, bob: RICH },
    { contract: { fees }, adopted: 1 },
  );
  desk.markAt("20000");
  for (const name of ["ann", "eve"]) {
    desk.trade("bob", "open sell 100 @ 20000 cross");
    desk.trade(name, "open buy 100 @ 20000 cross");
  }
  // Both would be bankrupt at 19000 and lose 0.9 more; a rebate of 0.05% of 1899.1 is 0.94955.
  for (const name of ["ann", "eve"]) desk.trade(name, "close sell 100 @ 18991 cross");
  const { asset, amount } = desk.units("1.2 USDT");
  desk.deposit("bob", "10000 USDT");
  payFees(desk, asset, amount);
  expect(desk.fees()["USDT"]).toBe("1.2");

  const taker = desk.trade("bob", "close buy 200 @ 20000 fok cross");

  expect(desk.deals()).toEqual([]);
  expect(desk.fate(taker)).toBe("canceled 0/200");
  expect(desk.fate(desk.trade("bob", "close buy 100 @ 20000 fok cross"))).toBe("filled 100/100");
});

/** Two other users trade spot so that FEE holds exactly so much of an asset. */
function payFees(desk: FuturesDesk, asset: number, amount: bigint): void {
  const house = desk.state.ledger.houses[asset - 1];
  if (house) {
    house.fee += amount;
    house.external -= amount;
  }
}

const offer = fc.record({
  lots: fc.integer({ min: 1, max: 60 }),
  /** Ten-thousandths off the mark. */
  off: fc.oneof(fc.integer({ min: -900, max: -300 }), fc.integer({ min: -300, max: 300 })),
});
const mode = fc.constantFrom("isolated", "cross");
const scene = fc.record({
  /** Each is long with hardly more than its margin, and offers to close, often at a price of deficit. */
  poor: fc.array(
    fc.record({
      spare: fc.integer({ min: 0, max: 3 }),
      mode,
      offers: fc.array(offer, { maxLength: 2 }),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  rich: fc.array(offer, { maxLength: 3 }),
  taker: fc.record({
    action: fc.constantFrom("open", "close"),
    mode,
    lots: fc.integer({ min: 5, max: 150 }),
  }),
  fees: fc.record({
    closeMakerRate: fc.constantFrom(-50_000, -5000, 0, 30_000),
    openTakerRate: fc.constantFrom(0, 40_000),
  }),
});
type Scene = typeof scene extends fc.Arbitrary<infer T> ? T : never;
const LINEAR = { name: "E-BTC-USDT" };
const INVERSE = {
  name: "E-BTC-USD",
  kind: "inverse",
  multiplier: 20n,
  multiplierDecimals: 0,
} as const;

/** Every user has money of 1% for a position of 100; the taker is short 100. */
function set({ poor, rich, taker, fees }: Scene, rules: typeof LINEAR): FuturesDesk {
  const contract = {
    ...rules,
    selfTrade: "none" as const,
    unwindRange: 0,
    fees: { openMakerRate: 0, closeTakerRate: 10_000, ...fees },
  };
  const desk = new FuturesDesk(
    { bob: RICH, cat: { USDT: "25", BTC: "0.00125" } },
    { contract, adopted: 1 },
  );
  desk.lever("cat", 100);
  desk.markAt("20000");
  desk.trade("cat", `open sell 100 @ 20000 ${taker.mode}`);
  desk.trade("bob", "open buy 100 @ 20000 cross");
  const price = (off: number) => 20_000 + 2 * off;
  poor.forEach(({ spare, mode: own }, at) => {
    const name = `poor${at}`;
    desk.addUser(name);
    desk.fund(name, `${21 + spare} USDT`);
    desk.fund(name, `0.00${105 + 5 * spare} BTC`);
    desk.lever(name, 100);
    desk.trade("bob", "open sell 100 @ 20000 cross");
    desk.trade(name, `open buy 100 @ 20000 ${own}`);
  });
  poor.forEach(({ offers, mode: own }, at) => {
    const left = Math.floor(100 / Math.max(1, offers.length));
    for (const { lots, off } of offers) {
      desk.trade(`poor${at}`, `close sell ${Math.min(lots, left)} @ ${price(off)} ${own}`);
    }
  });
  for (const { lots, off } of rich) desk.trade("bob", `open sell ${lots} @ ${price(off)} cross`);
  return desk;
}

test.each([
  ["linear", LINEAR],
  ["inverse", INVERSE],
])("FUT-TIF-2 FOK trades exactly when IOC would trade all of it: %s", (_, rules) => {
  const tally = { whole: 0, part: 0, none: 0, ousted: 0 };
  fc.assert(
    fc.property(scene, (given) => {
      const { action, lots, mode: own } = given.taker;
      const words = (force: string) =>
        `${action} buy ${action === "close" ? Math.min(lots, 100) : lots} @ 20400 ${force} ${own}`;
      const [fok, ioc] = [set(given, rules), set(given, rules)];
      const told = fok.send(fok.trading("cat", words("fok")));
      expect(ioc.send(ioc.trading("cat", words("ioc"))).ok).toBe(told.ok);
      if (!told.ok) return;

      const { orderId: id } = told.answer as { orderId: number };
      const isWhole = ioc.deals().length > 0 && ioc.fate(id).startsWith("filled");
      expect(fok.fate(id).startsWith("filled")).toBe(isWhole);
      expect(fok.deals()).toEqual(isWhole ? ioc.deals() : []);
      if (isWhole) expect(fok.account("cat")).toBe(ioc.account("cat"));
      tally[isWhole ? "whole" : ioc.deals().length > 0 ? "part" : "none"]++;
      const isOusted = ioc.events.some(
        (event) => event.type === "OrderEnded" && event.status === "canceled" && event.id !== id,
      );
      if (isOusted) tally.ousted++;
    }),
    { seed: 3, numRuns: runs(40, 40) },
  );
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(0);
});
