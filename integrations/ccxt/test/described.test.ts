/** What the class says of itself is so. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Exchange } from "ccxt";
import { bourse, pro } from "../src/exchanges.ts";
import { PARAMS, type ParamRow } from "./support/order-params.ts";
import { Venue } from "./support/venue.ts";

let venue: Venue;

before(async () => {
  venue = await Venue.open();
});
after(() => venue.close());

/** The method that a class has, from whichever class of its chain below ccxt's own. */
function isOwn(exchange: Exchange, name: string): boolean {
  return (exchange as never)[name] !== (Exchange.prototype as never)[name];
}

/** Calls that ccxt's own class makes of others that are ours. */
const MADE_OF_OTHERS = new Set([
  "createLimitOrder",
  "createMarketOrder",
  "createOrderWithTakeProfitAndStopLoss",
  "createPostOnlyOrder",
  "createReduceOnlyOrder",
  "createStopLimitOrder",
  "createStopLossOrder",
  "createStopMarketOrder",
  "createStopOrder",
  "createTakeProfitOrder",
  "createTrailingPercentOrder",
  "createTriggerOrder",
  "fetchL2OrderBook",
]);

for (const exchange of [new bourse(), new pro.bourse()]) {
  test(`has of the class ${exchange.pro ? "with" : "without"} streams is honest`, () => {
    const calls = Object.entries(exchange.has).filter(([name]) => /^[a-z]+[A-Z]/.test(name));
    assert.ok(calls.length > 100);

    for (const [name, has] of calls) {
      if (has === true && !MADE_OF_OTHERS.has(name) && !/Ws$|API$/.test(name)) {
        assert.ok(isOwn(exchange, name), `${name} is said to be there, and is not`);
      }
      if (!has) assert.ok(!isOwn(exchange, name), `${name} is there, and not said to be`);
    }
  });
}

/** What features say of a market order as ccxt means it: not a param of that name. */
const OF_MARKET_BUYS = ["marketBuyByCost", "marketBuyRequiresPrice"];

/** Features that ccxt gives another name than their param. */
const PARAM_OF: ReadonlyMap<string, string> = new Map([
  ["iceberg", "icebergAmount"],
  ["trailing", "trailingPercent"],
]);

for (const [symbol, verdictOf] of [
  ["BTC/USDT", ({ pair }: ParamRow) => pair],
  ["BTC/USDT:USDT", ({ swap }: ParamRow) => swap],
  ["BTC/USD:BTC", ({ swap }: ParamRow) => swap],
] as const) {
  test(`features of orders of ${symbol} are what is carried out`, async () => {
    const exchange = venue.exchange();
    await exchange.loadMarkets();
    const told: Readonly<Record<string, unknown>> = exchange.featureValue(symbol, "createOrder");

    const named = Object.entries(told).filter(([name]) => !OF_MARKET_BUYS.includes(name));
    assert.ok(named.length > 12);
    for (const [name, feature] of named) {
      if (name === "attachedStopLossTakeProfit" || name === "symbolRequired") continue;
      const verdict = verdictOf(PARAMS[PARAM_OF.get(name) ?? name] as ParamRow);
      assert.equal(Boolean(feature), verdict !== "refused", `${name}: ${verdict}`);
    }
  });
}

test("every endpoint of the class is one of the API, with its method", async () => {
  const page = (await (await fetch(`${venue.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const described = new bourse().describe()["api"] as Record<string, Record<string, object>>;

  for (const methods of Object.values(described)) {
    for (const [method, paths] of Object.entries(methods)) {
      for (const path of Object.keys(paths)) {
        assert.ok(page.paths[`/${path}`]?.[method], `${method} ${path} is not of the API`);
      }
    }
  }
  const known = Object.values(described).flatMap((methods) =>
    Object.values(methods).flatMap((paths) => Object.keys(paths).map((path) => `/${path}`)),
  );
  const passedOver = Object.keys(page.paths).filter((path) => !known.includes(path));
  assert.deepEqual(passedOver, ["/api/v1/trades"]);
});

test("calls one after the other, and many at once, keep within the limits of the server", async () => {
  const limited = await Venue.open(["--no-traders"]);
  try {
    const user = await limited.user({ USDT: "1000" });
    const polite = new bourse({ ...user, options: { url: limited.url } });
    await polite.loadMarkets();

    for (let i = 0; i < 25; i++) await polite.fetchBalance();
    await Promise.all(Array.from({ length: 25 }, () => polite.fetchTickers()));
  } finally {
    await limited.close();
  }
});
