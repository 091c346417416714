/** Fee rates of a user's own: what its orders pay, what is refused, and that no two users are paid for meeting. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { FuturesDesk } from "../../../test/support/futures-desk.ts";
import { MarginDesk } from "../../../test/support/margin-desk.ts";
import { runs } from "../../../test/support/runs.ts";
import type { FeeRates } from "./catalogue/contract.ts";
import { readSnapshot, writeSnapshot } from "./snapshot/snapshot.ts";

const RICH = { BTC: "1000", USDT: "1000000" };
const PAIR = { makerRate: 100_000, takerRate: 100_000 };
const CONTRACT: FeeRates = {
  openMakerRate: 20_000,
  openTakerRate: 40_000,
  closeMakerRate: 20_000,
  closeTakerRate: 40_000,
};

function own(desk: Desk, name: string, makerRate: number, takerRate: number) {
  const user = desk.user(name);
  return { type: "SetUserFees", user, pair: 1, makerRate, takerRate, request: 1 } as const;
}

function ownContract(desk: Desk, name: string, fees: Partial<FeeRates>) {
  const rates = { ...CONTRACT, ...fees };
  const user = desk.user(name);
  return { type: "SetUserContractFees", user, contract: 1, fees: rates, request: 1 } as const;
}

function removal(desk: Desk, name: string, sort: "pair" | "contract" = "pair") {
  return { type: "RemoveUserFees", user: desk.user(name), sort, market: 1, request: 1 } as const;
}

test("SPOT-FEE-2 SPOT-SETTLE-3 the example: a user's own rates are those of its new orders, to the unit", () => {
  const desk = new Desk({ ann: RICH, bob: RICH }, { rules: PAIR });
  desk.must(own(desk, "ann", 20_000, 50_000));

  desk.place("ann", "sell 1 @ 100");
  desk.place("bob", "buy 1 @ 100");
  expect(desk.fees()).toMatchObject({ BTC: "0.001", USDT: "0.02" });
  desk.place("bob", "sell 0.5 @ 100");
  desk.place("ann", "buy 0.5 @ 100");

  expect(desk.fees()).toMatchObject({ BTC: "0.00125", USDT: "0.07" });
  expect(desk.balances("ann")).toEqual({ BTC: "999.49975/0", USDT: "1000049.98/0" });
});

test("SPOT-FEE-2 an open order keeps its rates when others are given or taken back", () => {
  const desk = new Desk({ ann: RICH, bob: RICH }, { rules: PAIR });
  desk.place("ann", "sell 1 @ 100");
  desk.must(own(desk, "ann", 20_000, 50_000));
  desk.place("ann", "sell 1 @ 101");
  desk.must(removal(desk, "ann"));
  desk.place("ann", "sell 1 @ 102");

  desk.place("bob", "buy 3 @ 102");

  // 0.1% of 100, 0.02% of 101, 0.1% of 102
  expect(desk.fees()).toMatchObject({ USDT: "0.2222" });
  expect(desk.state.catalogue.userFees.count).toBe(0);
});

test("FUT-FEE-3 the example: a user's own four rates are those of its new orders", () => {
  const desk = new FuturesDesk(
    { ann: { USDT: "10000" }, bob: { USDT: "10000" } },
    { contract: { fees: CONTRACT } },
  );
  desk.markAt("20000");
  desk.must(ownContract(desk, "ann", { openTakerRate: 30_000, closeMakerRate: 10_000 }));
  const fee = () => desk.fees()["USDT"];

  desk.trade("bob", "open sell 100 @ 20000");
  desk.trade("ann", "open buy 100 @ 20000");
  // 2,000 USDT: 0.02% of bob, 0.03% of ann
  expect(fee()).toBe("1");
  desk.trade("ann", "close sell 100 @ 20000");
  desk.trade("bob", "close buy 100 @ 20000");

  // 0.01% of ann, 0.04% of bob
  expect(fee()).toBe("2");
});

test("SPOT-FEE-2 FUT-FEE-3 the refusals, in their order", () => {
  const desk = new FuturesDesk({ ann: RICH }, { rules: PAIR, contract: { fees: CONTRACT } });
  const pair = own(desk, "ann", -RATE_ONE, 0);
  const contract = ownContract(desk, "ann", { openTakerRate: -1 });

  expect(desk.refusalOf({ ...pair, user: 9, pair: 9 })).toBe("user_not_found");
  expect(desk.refusalOf({ ...pair, pair: 9 })).toBe("pair_not_found");
  expect(desk.refusalOf(pair)).toBe("rate_out_of_range");
  expect(desk.refusalOf({ ...pair, makerRate: -100_001 })).toBe("fees_below_zero");
  expect(desk.refusalOf({ ...contract, user: 9, contract: 9 })).toBe("user_not_found");
  expect(desk.refusalOf({ ...contract, contract: 9 })).toBe("contract_not_found");
  expect(desk.refusalOf(contract)).toBe("rate_out_of_range");
  const rebate = ownContract(desk, "ann", { closeMakerRate: -40_001 });
  expect(desk.refusalOf(rebate)).toBe("fees_below_zero");
  expect(desk.refusalOf(removal(desk, "ann"))).toBe("user_fees_not_found");
  expect(desk.refusalOf(removal(desk, "ann", "contract"))).toBe("user_fees_not_found");
});

const RATE_ONE = 100_000_000;

test("SPOT-FEE-2 before rules 5 a user has no rates of its own", () => {
  const desk = new FuturesDesk({ ann: RICH }, { adopted: 4 });

  expect(desk.refusalOf(own(desk, "ann", 0, 0))).toBe("rules_too_old");
  expect(desk.refusalOf(ownContract(desk, "ann", {}))).toBe("rules_too_old");
  desk.must({ type: "AdoptRules", rules: 5, request: 1 });
  desk.must(own(desk, "ann", 0, 0));
});

test("CORE-BOUND-1 there are at most so many rates of users, of pairs and contracts together", () => {
  const desk = new FuturesDesk(
    { ann: RICH, bob: RICH, cid: RICH },
    { limits: { userFees: 2 }, contract: { fees: CONTRACT } },
  );
  desk.must(own(desk, "ann", 0, 0));
  desk.must(ownContract(desk, "bob", {}));

  expect(desk.refusalOf(own(desk, "cid", 0, 0))).toBe("too_many_user_fees");
  expect(desk.refusalOf(ownContract(desk, "ann", {}))).toBe("too_many_user_fees");
  desk.must(own(desk, "ann", 1, 1));
  desk.delist();
  desk.must(removal(desk, "ann"));
  desk.must(ownContract(desk, "ann", {}));
});

test("SPOT-FEE-3 the example: the lowest rates of whichever users are compared", () => {
  const desk = new Desk({ ann: RICH, bob: RICH }, { rules: PAIR });
  desk.must(own(desk, "ann", -100_000, 100_000));

  expect(desk.refusalOf(own(desk, "bob", 0, 99_999))).toBe("fees_below_zero");
  const fees = { type: "SetFees", pair: 1, makerRate: 0, request: 1 } as const;
  expect(desk.refusalOf({ ...fees, takerRate: 99_999 })).toBe("fees_below_zero");
  desk.must({ ...fees, takerRate: 100_000 });
  desk.place("ann", "sell 1 @ 100");
  desk.must(removal(desk, "ann"));
  // The resting order has kept its rebate.
  expect(desk.refusalOf(own(desk, "bob", 0, 99_999))).toBe("fees_below_zero");
  desk.cancel("ann", 1);
  desk.must(own(desk, "bob", 0, 99_999));
});

test("SPOT-FEE-2 a forced sale pays the symbol's rate, whatever its user has", () => {
  const desk = new MarginDesk({ ann: { USDT: "100" } });
  desk.lend("1000 USDT");
  desk.owe("ann", { usdt: "300", bought: "3" });
  desk.addUser("lee");
  desk.deposit("lee", "10000 USDT");
  desk.setFees("0.01");
  desk.must(own(desk, "ann", 0, 0));
  desk.place("lee", "buy 10 @ 70");

  desk.index("BTC", "70");

  const forced = desk.events.flatMap((event) => (event.type === "Traded" ? [event] : []));
  expect(forced.length).toBeGreaterThan(0);
  for (const { sellerFee, ticks, lots } of forced) {
    // A hundredth of the value; a tick times a lot is 100 units of USDT.
    expect(sellerFee).toBe(BigInt(ticks) * BigInt(lots));
  }
});

const NAMES = ["ann", "bob", "cid"] as const;
const rate = fc.integer({ min: -3, max: 3 });
const rates = fc.record({ makerRate: rate, takerRate: rate });
const pairStep = fc.oneof(
  fc.record({ what: fc.constant("market" as const), rates }),
  fc.record({ what: fc.constant("own" as const), name: fc.constantFrom(...NAMES), rates }),
  fc.record({ what: fc.constant("remove" as const), name: fc.constantFrom(...NAMES) }),
  fc.record({
    what: fc.constant("order" as const),
    name: fc.constantFrom(...NAMES),
    words: fc.constantFrom("buy 1 @ 100", "sell 1 @ 100", "buy 1 @ 99", "sell 1 @ 101"),
  }),
  fc.record({ what: fc.constant("cancel" as const), order: fc.integer({ min: 1, max: 8 }) }),
);

interface Rates {
  readonly makerRate: number;
  readonly takerRate: number;
}

/** The slow way: every maker that there may be against every taker. */
class RatesModel {
  market: Rates = { makerRate: 0, takerRate: 0 };
  readonly own = new Map<string, Rates>();
  readonly #desk: Desk;

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  wouldPayLess(market: Rates, own: ReadonlyMap<string, Rates>): boolean {
    const inForce = [market, ...own.values()];
    const open = this.#desk.state.orders.byId.sorted();
    return [...inForce, ...open].some(({ makerRate }) =>
      inForce.some(({ takerRate }) => makerRate + takerRate < 0),
    );
  }
}

function isInRange({ takerRate }: Rates): boolean {
  return takerRate >= 0;
}

test("SPOT-FEE-1 SPOT-FEE-3 rates are refused exactly when some maker and some taker would pay less than nothing", () => {
  fc.assert(
    fc.property(fc.array(pairStep, { maxLength: 40 }), (steps) => {
      const desk = new Desk(
        { ann: RICH, bob: RICH, cid: RICH },
        { rules: { makerRate: 0, takerRate: 0, selfTrade: "none" } },
      );
      const model = new RatesModel(desk);
      for (const step of steps) {
        if (step.what === "order") desk.order(step.name, step.words);
        else if (step.what === "cancel") desk.cancelByOperator(step.order);
        else if (step.what === "remove") {
          const had = model.own.delete(step.name);
          expect(desk.send(removal(desk, step.name)).ok).toBe(had);
        } else if (step.what === "market") {
          const isFine = isInRange(step.rates) && !model.wouldPayLess(step.rates, model.own);
          const set = { type: "SetFees", pair: 1, ...step.rates, request: 1 } as const;
          expect(desk.send(set).ok).toBe(isFine);
          if (isFine) model.market = step.rates;
        } else {
          const others = new Map(model.own).set(step.name, step.rates);
          const isFine = isInRange(step.rates) && !model.wouldPayLess(model.market, others);
          const { makerRate, takerRate } = step.rates;
          expect(desk.send(own(desk, step.name, makerRate, takerRate)).ok).toBe(isFine);
          if (isFine) model.own.set(step.name, step.rates);
        }
        if (step.what !== "order") continue;
        const newest = desk.state.orders.byId.get(desk.state.orders.orderIdLast);
        const expected = model.own.get(step.name) ?? model.market;
        if (newest?.user === desk.user(step.name)) expect(newest).toMatchObject(expected);
      }
      expect(model.wouldPayLess(model.market, model.own)).toBe(false);
    }),
    { seed: 19, numRuns: runs(80, 1_500) },
  );
});

test("FUT-FEE-2 FUT-FEE-3 of contracts too, with the takers that wait", () => {
  // So few rates that a rebate is often fine but for an order that waits.
  const maker = fc.constantFrom(-1, 0);
  const taker = fc.constantFrom(0, 1, 1, 1);
  const four = fc.record({
    openMakerRate: maker,
    openTakerRate: taker,
    closeMakerRate: maker,
    closeTakerRate: taker,
  });
  const step = fc.oneof(
    fc.record({ name: fc.constantFrom("", "ann", "bob"), fees: four }),
    fc.record({ name: fc.constantFrom("ann", "bob"), removes: fc.constant(true) }),
    fc.record({
      name: fc.constantFrom("ann", "bob"),
      words: fc.constantFrom(
        "open buy 1 @ 19000",
        "open sell 1 @ 21000",
        "open buy 1 @ 20000 cross when up 20500",
      ),
    }),
  );
  const free = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 0 };
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const desk = new FuturesDesk({ ann: RICH, bob: RICH }, { contract: { fees: free } });
      desk.markAt("20000");
      const inForce = new Map<string, FeeRates>([["", free]]);
      for (const one of steps) {
        if ("words" in one) desk.told(one.name, one.words);
        else if ("removes" in one) {
          const had = inForce.delete(one.name);
          expect(desk.send(removal(desk, one.name, "contract")).ok).toBe(had);
        } else {
          const next = new Map(inForce).set(one.name, one.fees);
          const isFine = !isAnyBelowZero(desk, [...next.values()]);
          const sent =
            one.name === ""
              ? desk.changeContract({ fees: one.fees })
              : desk.send(ownContract(desk, one.name, one.fees));
          expect(sent.ok).toBe(isFine);
          if (isFine) inForce.set(one.name, one.fees);
        }
      }
    }),
    { seed: 20, numRuns: runs(60, 1_000) },
  );
});

function isAnyBelowZero(desk: Desk, inForce: readonly FeeRates[]): boolean {
  const open = desk.state.orders.byId.sorted();
  const waiting = open.filter(({ futures }) => futures?.isWaiting);
  const makers = inForce.flatMap((fees) => [fees.openMakerRate, fees.closeMakerRate]);
  const takers = inForce.flatMap((fees) => [fees.openTakerRate, fees.closeTakerRate]);
  return (
    [...makers, ...open.map(({ makerRate }) => makerRate)].some((maker) =>
      takers.some((taker) => maker + taker < 0),
    ) || makers.some((maker) => waiting.some(({ takerRate }) => maker + takerRate < 0))
  );
}

test("LOG-SNAP-1 CORE-REPLAY-1 rates of users are in the snapshot and in the digest, whatever order they came in", () => {
  const given = (names: readonly string[]) => {
    const desk = new FuturesDesk({ ann: RICH, bob: RICH }, { contract: { fees: CONTRACT } });
    for (const name of names) {
      desk.must(own(desk, name, 5, 6));
      desk.must(ownContract(desk, name, { openMakerRate: 7 }));
    }
    return desk;
  };
  const desk = given(["ann", "bob"]);
  const bytes = writeSnapshot(desk.state).slice();
  const empty = new FuturesDesk({ ann: RICH, bob: RICH }, { contract: { fees: CONTRACT } });

  // What was given and taken back leaves the snapshot as it was before there were such rates.
  const version = writeSnapshot(empty.state)[0];
  desk.must(removal(desk, "ann"));
  desk.must(removal(desk, "bob"));
  desk.must(removal(desk, "ann", "contract"));
  expect(writeSnapshot(desk.state)[0]).not.toBe(version);
  desk.must(removal(desk, "bob", "contract"));
  expect(writeSnapshot(desk.state)[0]).toBe(version);

  for (const direction of ["forward", "backward"] as const) {
    expect(writeSnapshot(readSnapshot(bytes, direction))).toEqual(bytes);
  }
  const rates = ({ catalogue }: typeof desk.state) => catalogue.userFees;
  const other = given(["bob", "ann"]);
  expect(rates(other.state).pairs).toEqual(rates(readSnapshot(bytes)).pairs);
  expect([...other.state.digest]).not.toEqual([...given(["ann", "bob"]).state.digest]);
});
