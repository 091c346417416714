/**
 * What the two documents say letter by letter: the one message that they give, the one field of an own
 * trade that they type as a number apart from the prices, and what an endpoint says that it leaves out.
 */
import { expect, test } from "vitest";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { operationNamed } from "../support/api-document.ts";
import { HttpDesk, type User } from "../support/http-client.ts";

const ITEM = { volume: "1", side: "BUY", batchType: "LIMIT", price: "100" };

/** Good values of everything that any endpoint wants, but for the symbol. */
const PARAMETERS: Readonly<Record<string, unknown>> = {
  ...{ symbol: "NONE", contractName: "NONE", volume: "1", side: "BUY", type: "LIMIT", price: "1" },
  ...{ interval: "1min", orderId: "1", orderIds: [1], orders: [ITEM], open: "OPEN" },
  ...{ positionType: 1, triggerType: 3, triggerPrice: "1", nowLevel: 2, marginModel: 1 },
  ...{ cancelOrderId: 1, countdownTime: 1_000, listType: "OTO" },
};

/** USER-FIELD-1: what only another request takes may be refused. */
function takenBy(wanted: string): object {
  const route = ROUTES.find(({ method, path }) => method === "POST" && path === wanted);
  const entries = Object.entries(PARAMETERS).filter(([name]) => name in (route?.parameters ?? {}));
  return Object.fromEntries(entries);
}

/** The bytes of the reply, not what a reader makes of them. */
async function rawBody(desk: HttpDesk, [method, path]: readonly [string, string], user?: User) {
  const body = method === "POST" ? JSON.stringify(takenBy(path)) : "";
  const head = desk.head(method, path, body, user ? { user } : {});
  const reply = await desk.api.dispatch(head, Buffer.from(body));
  return { status: reply.status, body: reply.body };
}

const NAMING = ROUTES.filter(
  ({ parameters }) => "symbol" in parameters || "contractName" in parameters,
);

test.each([false, true])(
  "USER-REFUSE-2 -1121 is what the document says, of every endpoint (with a sandbox's help: %j)",
  async (isTalkative) => {
    const desk = await HttpDesk.open({ isTalkative });
    const query = "symbol=NONE&contractName=NONE&interval=1min&orderId=1&orderListId=1";

    expect(NAMING.length).toBeGreaterThan(25);
    for (const { method, path } of NAMING) {
      const target = method === "GET" ? `${path}?${query}` : path;
      const { status, body } = await rawBody(desk, [method, target]);
      expect([`${method} ${path}`, status, body]).toEqual([
        ...[`${method} ${path}`, 400, '{"code":-1121,"msg":"Invalid symbol."}'],
      ]);
    }
  },
);

/** So large that a double would lose some of the digits. */
const PRICE = "98765432.11";
const VOLUME = "12345678.90123";
/** A thousandth of price times volume, rounded up to a unit of USDT (SPOT-SETTLE-2). */
const FEE = "1219326311371.2909605";

test.each(["/sapi/v1", "/sapi/v1/margin"])(
  "SPOT-FIELD-2 the fee in %s/myTrades is a JSON number with its exact digits, prices are strings",
  async (root) => {
    const desk = await HttpDesk.open();
    const fund = (user: number, asset: number) =>
      desk.must({
        ...{ type: "Deposit", id: `${user}-${asset}`, user, asset, request: 0 },
        amount: 10n ** 24n,
      });
    fund(1, 1);
    fund(2, 2);
    const order = { symbol: "BTCUSDT", type: "LIMIT", price: PRICE, volume: VOLUME };
    if (root.endsWith("margin")) {
      const move = { coinSymbol: "BTC", amount: "20000000", fromAccount: "EXCHANGE" };
      await desk.post("/sapi/v1/asset/transfer", { ...move, toAccount: "MARGIN" });
    }
    const sold = await desk.post(`${root}/order`, { ...order, side: "SELL" });
    const bought = await desk.post("/sapi/v1/order", { ...order, side: "BUY" }, { user: "demo2" });
    expect([sold, bought]).toMatchObject([{ status: 200 }, { json: { status: "FILLED" } }]);

    const { body } = await rawBody(desk, ["GET", `${root}/myTrades?symbol=BTCUSDT`]);

    expect(String(Number(FEE))).not.toBe(FEE);
    expect(body).toContain(`"price":"${PRICE}","qty":"${VOLUME}"`);
    expect(body).toContain(`"feeCoin":"USDT","fee":${FEE},`);
  },
);

test("SPOT-CHECK-16 the documentation of order/test says what it leaves out", () => {
  const { description = "" } = operationNamed("POST /sapi/v1/order/test") ?? {};

  for (const left of ["money", "matching", "one step", "client id"]) {
    expect(description).toContain(left);
  }
});
