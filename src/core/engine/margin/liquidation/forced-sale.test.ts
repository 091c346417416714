/** Forced sales, against a model that tries one quantity step after the other. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { MarginDesk } from "../../../../../test/support/margin-desk.ts";
import { runs } from "../../../../../test/support/runs.ts";
import { viewOf } from "../../../../../test/support/wallet-view.ts";
import { present } from "../../../base/assert.ts";
import type { ExchangeEvent } from "../../events.ts";
import { costOf, findRoute, planSale, type Sale, type SaleRoute, sell } from "./forced-sale.ts";

interface Offer {
  readonly price: number;
  readonly lots: number;
}

interface Market {
  readonly side: "buy" | "sell";
  readonly scales: { readonly BTC: number; readonly ETH: number };
  readonly feeRate: number;
  readonly offers: readonly Offer[];
  readonly units: bigint;
  readonly wanted: bigint;
}

/** ETH for BTC, both with an index: an ETH is worth 100 BTC. Ann has what may have to be sold. */
function marketDesk({ side, scales, feeRate, offers, units }: Market): MarginDesk {
  const rules = { pricePrecision: 0, quantityPrecision: 0, takerRate: feeRate };
  const desk = new MarginDesk({ ann: {} }, { base: "ETH", quote: "BTC", scales, rules });
  desk.index("ETH", "300");
  desk.index("BTC", "3");
  desk.addUser("lee");
  for (const asset of ["ETH", "BTC"]) desk.deposit("lee", `1000000 ${asset}`);
  for (const { price, lots } of offers) {
    desk.place("lee", `${side === "sell" ? "buy" : "sell"} ${lots} @ ${price}`);
  }
  const asset = desk.asset(side === "sell" ? "ETH" : "BTC");
  const user = desk.user("ann");
  if (units === 0n) return desk;
  desk.must({ type: "Deposit", id: "own", user, asset, amount: units, request: 0 });
  const who = { user, key: desk.key("ann"), request: 0 };
  desk.must({ type: "Transfer", ...who, from: "spot", to: "margin", asset, amount: units });
  return desk;
}

function routeOf(desk: MarginDesk, side: Market["side"]): SaleRoute {
  const [eth, btc] = [desk.asset("ETH"), desk.asset("BTC")];
  const route = side === "sell" ? findRoute(desk.state, eth, btc) : findRoute(desk.state, btc, eth);
  return present(route, "a route");
}

/** What the first `count` lots of the book, best first and oldest first, cost and bring. */
function naiveSale({ side, feeRate }: Market, { pair }: SaleRoute, lots: readonly Offer[]): Sale {
  const fills = new Map<Offer, bigint>();
  for (const maker of lots) fills.set(maker, (fills.get(maker) ?? 0n) + 1n);
  let net = 0n;
  let value = 0n;
  for (const [{ price }, count] of fills) {
    const worth = count * BigInt(price);
    const received = side === "sell" ? worth * pair.quoteUnit : count * pair.baseUnit;
    const fee = (received * BigInt(feeRate) + 99_999_999n) / 100_000_000n;
    net += received - fee;
    value += worth;
  }
  return { lots: BigInt(lots.length), value, net };
}

/** Tries 0, 1, 2 ... lots; stops when it is enough, or when the next cannot be had. */
function naivePlan(market: Market, route: SaleRoute): Sale {
  const { side, offers, units, wanted } = market;
  const isInRange = ({ price }: Offer) => (side === "sell" ? price >= 90 : price <= 110);
  const book = [...offers]
    .sort((a, b) => (side === "sell" ? b.price - a.price : a.price - b.price))
    .filter(isInRange)
    .flatMap((maker) => Array.from({ length: maker.lots }, () => maker));
  let best = naiveSale(market, route, []);
  for (let count = 1; count <= book.length && best.net < wanted; count++) {
    const sale = naiveSale(market, route, book.slice(0, count));
    if (costOf(route, sale) > units) break;
    best = sale;
  }
  return best;
}

const market: fc.Arbitrary<Market> = fc.record({
  side: fc.constantFrom("buy" as const, "sell" as const),
  scales: fc.record({ BTC: fc.constantFrom(0, 2, 18), ETH: fc.constantFrom(0, 1, 18) }),
  feeRate: fc.oneof(fc.constantFrom(0, 1, 100_000, 50_000_000, 99_999_999), fc.nat(99_999_999)),
  offers: fc.array(
    fc.record({
      price: fc.oneof(
        fc.integer({ min: 85, max: 115 }),
        fc.constantFrom(89, 90, 91, 109, 110, 111),
      ),
      lots: fc.integer({ min: 1, max: 12 }),
    }),
    { maxLength: 7 },
  ),
  units: fc.oneof(fc.bigInt({ min: 0n, max: 4000n }), fc.constant(10n ** 23n)),
  wanted: fc.oneof(
    fc.bigInt({ min: 1n, max: 40n }),
    fc.bigInt({ min: 1n, max: 300_000n }),
    fc.bigInt({ min: 1n, max: 10n ** 22n }),
  ),
});

test("MARG-LIQ-3 MARG-LIQ-4 a sale is the fewest lots that bring what is wanted net of fees, within the range", () => {
  const seen = { enough: 0, short: 0 };
  fc.assert(
    fc.property(market, (each) => {
      const desk = marketDesk(each);
      const route = routeOf(desk, each.side);

      const sale = planSale(desk.state, route, each);

      expect(sale).toEqual(naivePlan(each, route));
      if (sale.net >= each.wanted) seen.enough++;
      else seen.short++;
    }),
    { seed: 68, numRuns: runs(60, 250) },
  );
  expect(Math.min(seen.enough, seen.short)).toBeGreaterThan(runs(10, 30));
});

test("MARG-LIQ-3 a sale trades what was planned, to the unit", () => {
  fc.assert(
    fc.property(market, (each) => {
      const desk = marketDesk(each);
      const route = routeOf(desk, each.side);
      const user = desk.user("ann");
      const [sold, bought] = (each.side === "sell" ? ["ETH", "BTC"] : ["BTC", "ETH"]).map((name) =>
        viewOf(desk.state.ledger, "margin", user, desk.asset(name)),
      );
      const sale = planSale(desk.state, route, each);
      const events: ExchangeEvent[] = [];

      sell(desk.state, user, { route, sale }, { timeMs: desk.timeMs, events });

      expect([sold, bought]).toMatchObject([
        { free: each.units - costOf(route, sale), locked: 0n },
        { free: sale.net, locked: 0n },
      ]);
      expect(events.some(({ type }) => type === "Traded")).toBe(sale.lots > 0n);
    }),
    { seed: 69, numRuns: runs(40, 150) },
  );
});

const PLAIN: Market = {
  side: "sell",
  scales: { BTC: 2, ETH: 1 },
  feeRate: 0,
  offers: [],
  units: 10n ** 20n,
  wanted: 10n ** 20n,
};

test.each<[Market["side"], number, bigint]>([
  ["sell", 90, 5n],
  ["sell", 89, 0n],
  ["buy", 110, 5n],
  ["buy", 111, 0n],
])("MARG-LIQ-4 a forced %s at %d, where the index says 100, takes %d lots", (side, price, lots) => {
  const each = { ...PLAIN, side, offers: [{ price, lots: 5 }] };
  const desk = marketDesk(each);

  expect(planSale(desk.state, routeOf(desk, side), each).lots).toBe(lots);
});

test("MARG-LIQ-4 the range is the operator's", () => {
  const each = {
    ...PLAIN,
    offers: [
      { price: 99, lots: 5 },
      { price: 60, lots: 5 },
    ],
  };
  const desk = marketDesk(each);
  const rules = desk.state.catalogue.marginRules;
  const lotsAt = (liquidationRange: number) => {
    desk.must({ type: "SetMarginRules", ...rules, liquidationRange, request: 0 });
    return planSale(desk.state, routeOf(desk, "sell"), each).lots;
  };

  expect([0, 1_000_000, 39_999_999, 40_000_000].map(lotsAt)).toEqual([0n, 5n, 5n, 10n]);
});

test("MARG-LIQ-4 without an index of both assets nothing is sold: the range is unknown", () => {
  const each = { ...PLAIN, offers: [{ price: 100, lots: 5 }] };
  const desk = marketDesk(each);
  desk.withdrawIndex("BTC");

  expect(planSale(desk.state, routeOf(desk, "sell"), each).lots).toBe(0n);
});

test("SPOT-HALT-3 nothing is sold on a halted symbol, though it is the way; a delisted one is none", () => {
  const each = { ...PLAIN, offers: [{ price: 100, lots: 5 }] };
  const desk = marketDesk(each);
  const [eth, btc] = [desk.asset("ETH"), desk.asset("BTC")];

  desk.halt();
  expect(planSale(desk.state, routeOf(desk, "sell"), each).lots).toBe(0n);
  desk.resume();
  expect(planSale(desk.state, routeOf(desk, "sell"), each).lots).toBe(5n);
  desk.delist();
  expect(findRoute(desk.state, eth, btc)).toBeUndefined();
});

test("MARG-LIQ-3 a route is the pair that joins two assets, in whichever way it is listed", () => {
  const desk = marketDesk(PLAIN);
  const [eth, btc] = [desk.asset("ETH"), desk.asset("BTC")];
  desk.addAsset("DOG", 8);

  expect(findRoute(desk.state, eth, btc)).toMatchObject({ side: "sell" });
  expect(findRoute(desk.state, btc, eth)).toMatchObject({ side: "buy" });
  expect(findRoute(desk.state, eth, desk.asset("DOG"))).toBeUndefined();
  expect(findRoute(desk.state, eth, eth)).toBeUndefined();
});

test("MARG-LIQ-3 no order is larger than an order can be: 2^53 - 1 lots, and the rest with the next", () => {
  const lots = Number.MAX_SAFE_INTEGER;
  const rules = { pricePrecision: 0, quantityPrecision: 0 };
  const desk = new MarginDesk({ ann: {} }, { scales: { BTC: 0, USDT: 0 }, rules });
  desk.index("BTC", "1");
  for (const name of ["lee", "max"]) {
    desk.addUser(name);
    desk.deposit(name, `${lots} USDT`);
    desk.place(name, `buy ${lots} @ 1`);
  }
  const route = present(findRoute(desk.state, desk.asset("BTC"), desk.asset("USDT")), "a route");

  const sale = planSale(desk.state, route, { units: 10n ** 20n, wanted: 10n ** 20n });

  expect(sale).toEqual({ lots: BigInt(lots), value: BigInt(lots), net: BigInt(lots) });
});
