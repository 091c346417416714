/** Params of orders: each is carried out, or refused before anything is sent. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { InvalidOrder, NotSupported, type OrderRequest } from "ccxt";
import { paramsOfCcxt } from "./support/ccxt-params.ts";
import { PARAMS, type ParamRow, type Verdict } from "./support/order-params.ts";
import { type Sent, TapedBourse } from "./support/taped.ts";
import { Venue } from "./support/venue.ts";

const PAIR = "BTC/USDT";
const SWAP = "BTC/USDT:USDT";
const CROSS = { marginMode: "cross" };
/** Read once: it asks every exchange of ccxt. */
const { unified, others } = paramsOfCcxt();

let venue: Venue;
let ann: TapedBourse;

before(async () => {
  venue = await Venue.open();
  await venue.operate("/clock/freeze");
  await venue.setIndex("BTC", "50000");
  await venue.operate("/clock/advance", { byMs: 1_000 });
  const bob = await trader();
  ann = await trader();
  // There is a last price of each, Ann is short, and a market order finds something to buy.
  for (const [symbol, amount] of [
    [PAIR, 0.1],
    [SWAP, 1000],
  ] as const) {
    await bob.createOrder(symbol, "limit", "buy", amount, 50000);
    await ann.createOrder(symbol, "limit", "sell", amount, 50000);
    await bob.createOrder(symbol, "limit", "sell", amount * 10, 50000);
  }
  await ann.loadMarkets();
});
after(() => venue.close());
afterEach(async () => {
  for (const symbol of [PAIR, SWAP]) await ann.cancelAllOrders(symbol);
  await ann.cancelAllOrders(PAIR, CROSS);
});

async function trader(): Promise<TapedBourse> {
  const { apiKey, secret } = await venue.user({ USDT: "200000", BTC: "10" });
  const options = { url: venue.url };
  const user = new TapedBourse({ apiKey, secret, enableRateLimit: false, options });
  await user.transfer("USDT", 50000, "spot", "swap");
  await user.transfer("USDT", 50000, "spot", "margin");
  return user;
}

type Params = Readonly<Record<string, unknown>>;

/** A bid that rests, or an order that buys at once. */
function buy(symbol: string, params: Params, type = "limit") {
  const amount = symbol === PAIR ? 0.01 : 10;
  return ann.createOrder(symbol, type, "buy", amount, type === "limit" ? 45000 : 50000, params);
}

/** What was posted; reads of prices and settings are left out. */
const posted = () => ann.taken().filter(({ method }) => method === "POST");

/** What an order says besides its name, which is drawn. */
function withoutName({ path, body }: Sent) {
  const { newClientOrderId, clientOrderId, ...asked } = body;
  const name = String(newClientOrderId ?? clientOrderId);
  return { path, asked, name: name.startsWith("ccxt-") ? "drawn" : name };
}

/** The order as it went out, whatever the server makes of it. */
async function sentFor(symbol: string, params: Params, type?: string) {
  ann.taken();
  await buy(symbol, params, type).catch((error: Error) => {
    assert.ok(!(error instanceof NotSupported), error.message);
  });
  return posted().map(withoutName);
}

async function isRefused(name: string, call: () => Promise<unknown>): Promise<void> {
  ann.taken();
  await assert.rejects(call(), (error: Error) => {
    assert.equal(error.constructor, NotSupported, `${name}: ${error.message}`);
    assert.match(error.message, new RegExp(`\\b${name}\\b`));
    return true;
  });
  assert.deepEqual(ann.taken(), [], `${name} was refused after something was sent`);
}

const verdictOf = (row: ParamRow, symbol: string): Verdict =>
  symbol === PAIR ? row.pair : row.swap;
const givenIn = (row: ParamRow, symbol: string) =>
  symbol === SWAP && row.ofSwap !== undefined ? row.ofSwap : row.value;
const rowsOf = (symbol: string, verdict: Verdict) =>
  Object.entries(PARAMS).filter(([, row]) => verdictOf(row, symbol) === verdict);

test("every param of ccxt's own list is in the table", () => {
  assert.ok(unified.length > 40);
  assert.deepEqual(
    unified.filter((name) => !(name in PARAMS)),
    [],
  );
});

test("what the class says that it carries out is in the table as that", () => {
  for (const symbol of [PAIR, SWAP]) {
    const carried = [...rowsOf(symbol, "carried"), ...rowsOf(symbol, "always")];

    const names = carried.map(([name]) => name);
    assert.deepEqual([...ann.orderParams(ann.market(symbol))].sort(), names.sort());
  }
});

test("the README names what is carried out, and nothing besides", () => {
  const page = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
  const from = page.indexOf("| carried out | in |");
  const table = page.slice(from, page.indexOf("| refused, among all others"));

  const named = [...table.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);

  const isCarried = ({ pair, swap }: ParamRow) => pair !== "refused" || swap !== "refused";
  const carried = Object.keys(PARAMS).filter((name) => isCarried(PARAMS[name] as ParamRow));
  const calls = ["editOrder", "cancelReplaceMode"];
  assert.deepEqual([...new Set(named)].sort(), [...carried, ...calls].sort());
});

for (const symbol of [PAIR, SWAP]) {
  for (const [name, row] of rowsOf(symbol, "refused")) {
    test(`${name} is refused in an order of ${symbol}`, async () => {
      const params = { [name]: givenIn(row, symbol), ...row.beside };

      await isRefused(name, () => buy(symbol, params, row.type));
    });
  }

  for (const [name, row] of rowsOf(symbol, "carried")) {
    test(`${name} is carried out in an order of ${symbol}`, async () => {
      const [plain] = await sentFor(symbol, { ...row.beside }, row.type);
      const params = { ...row.beside, [name]: givenIn(row, symbol) };

      const [changed, ...more] = await sentFor(symbol, params, row.type);

      assert.deepEqual(more, []);
      assert.ok(changed, "nothing was sent");
      assert.notDeepEqual(changed, plain);
    });
  }

  for (const [name, row] of rowsOf(symbol, "always")) {
    test(`${name} says what every order of ${symbol} is`, async () => {
      const plain = await sentFor(symbol, {}, row.type);

      const same = await sentFor(symbol, { [name]: givenIn(row, symbol) }, row.type);

      assert.deepEqual(same, plain);
    });
  }

  test(`what one exchange of ccxt alone knows is refused in an order of ${symbol}`, async () => {
    const alone = others.filter((name) => !(name in PARAMS));

    assert.ok(alone.length > 100);
    for (const name of alone) await isRefused(name, () => buy(symbol, { [name]: "1" }));
  });

  for (const off of [undefined, null, false]) {
    test(`${off} switches nothing on in an order of ${symbol}`, async () => {
      const [plain] = await sentFor(symbol, {});
      const names = [...Object.keys(PARAMS), "anything"];

      await buy(symbol, Object.fromEntries(names.map((name) => [name, off])));

      assert.deepEqual(posted().map(withoutName), [plain]);
    });
  }
}

test("what a pair of spot refuses, one of margin does", async () => {
  for (const [name, row] of rowsOf(PAIR, "refused")) {
    const params = { ...CROSS, [name]: row.value };
    await isRefused(name, () => buy(PAIR, params, row.type));
  }
  for (const name of ["triggerPrice", "stopPrice", "stopLossPrice", "takeProfitPrice"]) {
    await isRefused(name, () => buy(PAIR, { ...CROSS, [name]: 45000 }));
  }
  for (const name of ["stopLoss", "takeProfit"]) {
    await isRefused(name, () => buy(PAIR, { ...CROSS, [name]: { triggerPrice: 45000 } }));
  }
  for (const name of ["trailingPercent", "trailingDelta"]) {
    await isRefused(name, () => buy(PAIR, { ...CROSS, [name]: 10 }));
  }
  await isRefused("marginMode", () => buy(PAIR, { margin: true, marginMode: "isolated" }));
});

/** What is carried out elsewhere, and would be left out here: symbol, type, params, and what is named. */
const ELSEWHERE: readonly (readonly [string, string, Params, string])[] = [
  [PAIR, "limit", { cost: 500 }, "cost"],
  [SWAP, "limit", { cost: 500 }, "cost"],
  [SWAP, "market", { cost: 500, reduceOnly: true }, "cost"],
  [SWAP, "limit", { slippage: "0.01" }, "slippage"],
  [SWAP, "market", { slippage: "0.01", reduceOnly: true }, "slippage"],
  [SWAP, "market", { slippage: "0.01", cost: 500 }, "slippage"],
  [SWAP, "limit", { triggerDirection: "ascending" }, "triggerDirection"],
  [SWAP, "limit", { triggerDirection: "1", triggerPrice: 45000 }, "triggerDirection"],
  [SWAP, "limit", { triggerDirection: "up", stopLossPrice: 45000 }, "triggerDirection"],
  [SWAP, "limit", { triggerType: "3" }, "triggerType"],
  [PAIR, "limit", { stopLossPrice: 45000, stopLossLimitPrice: 44900 }, "stopLossLimitPrice"],
  [PAIR, "limit", { takeProfitLimitPrice: 55000 }, "takeProfitLimitPrice"],
  [SWAP, "limit", { stopLossPrice: 45000, takeProfitPrice: 55000 }, "takeProfitPrice"],
  [SWAP, "limit", { stopLossPrice: 45000, triggerPrice: 45000 }, "triggerPrice"],
  [SWAP, "limit", { triggerPrice: 45000, stopPrice: 46000 }, "stopPrice"],
  [PAIR, "limit", { trailingTriggerPrice: 45000 }, "trailingTriggerPrice"],
  [PAIR, "limit", { trailingPercent: 1, stopLossPrice: 44000 }, "stopLossPrice"],
  [
    PAIR,
    "limit",
    { trailingPercent: 1, trailingTriggerPrice: 45000, triggerPrice: 46000 },
    "trailingTriggerPrice",
  ],
  [SWAP, "limit", { trailingPercent: 1, triggerPrice: 45000 }, "trailingPercent"],
  [PAIR, "limit", { timeInForce: "GTD" }, "timeInForce"],
  [SWAP, "market", { timeInForce: "DAY" }, "timeInForce"],
  [SWAP, "limit", { reduceOnly: "true" }, "reduceOnly"],
  [PAIR, "limit", { postOnly: 1 }, "postOnly"],
  [PAIR, "limit", { marginMode: "portfolio" }, "marginMode"],
  [PAIR, "limit", { type: "swap" }, "type"],
  [SWAP, "limit", { type: "TRAILING_STOP_MARKET" }, "type"],
  [SWAP, "trailing_stop", {}, "trailing_stop"],
  [PAIR, "stop_limit", {}, "stop_limit"],
];

for (const [symbol, type, params, name] of ELSEWHERE) {
  test(`${name} is refused: ${type} of ${symbol} with ${JSON.stringify(params)}`, async () => {
    await isRefused(name, () => buy(symbol, params, type));
  });
}

test("a side is buy or sell", async () => {
  const placed = ann.createOrder(PAIR, "market", "BUY" as "buy", 0.01, 50000);

  await assert.rejects(placed, InvalidOrder);
});

test("the same trigger by both of its names is one", async () => {
  const params = { triggerPrice: 45000, stopPrice: 45000 };

  for (const symbol of [PAIR, SWAP]) {
    assert.deepEqual(await sentFor(symbol, params), await sentFor(symbol, { stopPrice: 45000 }));
  }
});

test("a market order of a swap is filled whole or not at all if it is to be", async () => {
  const [sent] = await sentFor(SWAP, { timeInForce: "FOK" }, "market");

  assert.deepEqual([sent?.asked["type"], sent?.asked["timeInForce"]], ["LIMIT", "FOK"]);
});

test("createOrders sends none of them when one asks for more than there is", async () => {
  const row = { type: "limit", side: "buy", amount: 1, price: 45000 } as const;
  const refused = { stopLoss: { triggerPrice: 44000 } };
  const lists: OrderRequest[][] = [
    [
      { ...row, symbol: PAIR },
      { ...row, symbol: PAIR, params: refused },
    ],
    [
      { ...row, symbol: SWAP },
      { ...row, symbol: SWAP, params: refused },
    ],
    [
      { ...row, symbol: PAIR },
      { ...row, symbol: SWAP, params: refused },
    ],
  ];

  for (const orders of lists) await isRefused("stopLoss", () => ann.createOrders(orders));
  const plain = lists.map((list) => list.map((order) => ({ ...order, params: {} })));
  for (const orders of plain) {
    await isRefused("trailingAmount", () => ann.createOrders(orders, { trailingAmount: 1 }));
  }
});

test("editOrder refuses the same, and the old order stays", async () => {
  for (const symbol of [PAIR, SWAP]) {
    const { id } = await buy(symbol, {});
    const edit = (params: Params) =>
      ann.editOrder(id as string, symbol, "limit", "buy", 10, 45100, params);

    for (const [name, row] of rowsOf(symbol, "refused")) {
      if (symbol === PAIR && name === "cancelReplaceMode") continue;
      await isRefused(name, () => edit({ [name]: row.value, ...row.beside }));
    }

    assert.equal((await ann.fetchOrder(id as string, symbol)).status, "open");
  }
});

test("editOrder of a swap cancels nothing for an order that cannot be", async () => {
  const { id } = await buy(SWAP, {});
  const edit = (params: Params) =>
    ann.editOrder(id as string, SWAP, "limit", "buy", 10, 45100, params);

  await assert.rejects(edit({ postOnly: true, timeInForce: "IOC" }), InvalidOrder);
  await assert.rejects(edit({ marginMode: "none" }), /marginMode/);

  assert.equal((await ann.fetchOrder(id as string, SWAP)).status, "open");
});

test("cancelReplaceMode is of editOrder", async () => {
  const { id } = await buy(PAIR, {});
  ann.taken();

  const params = { cancelReplaceMode: "ALLOW_FAILURE" };
  await ann.editOrder(id as string, PAIR, "limit", "buy", 0.02, 45100, params);

  assert.equal(posted()[0]?.body["cancelReplaceMode"], "ALLOW_FAILURE");
});

test("calls that has does not name are refused as well", async () => {
  const sell = ["market", "sell", 0.01, undefined] as const;
  const { id } = await buy(PAIR, { clientOrderId: "mine-3" });
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    createTrailingAmountOrder: () => ann.createTrailingAmountOrder(PAIR, ...sell, 100),
    createTwapOrder: () => ann.createTwapOrder(PAIR, "sell", 0.01, 60),
    editOrderWithClientOrderId: () =>
      ann.editOrderWithClientOrderId("mine-3", PAIR, "limit", "buy", 0.01, 45100),
  };

  for (const [name, call] of Object.entries(calls)) {
    assert.ok(!ann.has[name], name);
    await isRefused(name, call);
  }
  await isRefused("reduceOnly", () => ann.createReduceOnlyOrder(PAIR, ...sell));
  await isRefused("clientOrderIds", () => ann.cancelOrdersWithClientOrderIds(["mine-3"], SWAP));
  assert.equal((await ann.fetchOrder(id as string, PAIR)).status, "open");
});

test("every field that the API has for an order goes through, or is what createOrder itself says", async () => {
  type Schema = { properties: Record<string, unknown> };
  type Body = { requestBody: { content: Record<string, { schema: Schema }> } };
  const reply = await fetch(`${venue.url}/openapi.json`);
  const { paths } = (await reply.json()) as { paths: Record<string, { post: Body }> };
  // An amount of a swap is in contracts, which is the only unit that there is; that of a pair is what createOrder says.
  const arguments_ = ["symbol", "contractName", "side", "orderUnit", "volumeUnit"];

  for (const [path, symbol] of [
    ["/sapi/v1/order", PAIR],
    ["/sapi/v1/margin/order", PAIR],
    ["/fapi/v1/order", SWAP],
    ["/fapi/v1/conditionOrder", SWAP],
  ] as const) {
    const { content } = (paths[path] as { post: Body }).post.requestBody;
    const fields = Object.keys(content["application/json"]?.schema.properties ?? {});
    const carried = ann.orderParams(ann.market(symbol));

    assert.ok(fields.length > 8, path);
    const left = fields.filter((name) => !carried.includes(name) && !arguments_.includes(name));
    assert.deepEqual(left, [], path);
  }
});
