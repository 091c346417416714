/** Hostile numbers: not finite, not positive, too precise, too large. Nothing is rounded or wraps. */

import { expect, test } from "vitest";
import { balancesIn } from "../../src/core/engine/ledger/ledger.ts";
import { HttpDesk } from "../support/http-client.ts";
import { ORDER } from "../support/raw-http.ts";

const FIELDS = ["volume", "price"] as const;

/** An order with one field written as it stands here. */
function orderWith(field: (typeof FIELDS)[number], json: string): string {
  return JSON.stringify(ORDER).replace(`"${field}":"${ORDER[field]}"`, `"${field}":${json}`);
}

/** What both fields are answered: as an order, a test order and in a batch; and no trace is left. */
async function codesOf(json: string): Promise<Record<string, unknown[]>> {
  const desk = await HttpDesk.open();
  const codes: Record<string, unknown[]> = {};
  for (const field of FIELDS) {
    const order = orderWith(field, json);
    const item = order.replace('"type"', '"batchType"');
    const answers = [
      await desk.post("/sapi/v1/order", order),
      await desk.post("/sapi/v1/order/test", order),
      await desk.post("/sapi/v1/batchOrders", `{"symbol":"BTCUSDT","orders":[${item}]}`),
    ];
    for (const { status } of answers) expect(status).toBe(400);
    codes[field] = answers.map((answer) => (answer.json as { code: number }).code);
  }
  expect(desk.exchange.state.orders.orderIdLast).toBe(0);
  expect(desk.reports).toEqual([]);
  const balances = [...balancesIn(desk.exchange.state.ledger, "spot")];
  expect(balances.length).toBeGreaterThan(0);
  expect(balances.filter(({ locked }) => locked > 0n)).toEqual([]);
  return codes;
}

/** The same code in every place. */
function everywhere(volume: number, price = volume): Record<string, number[]> {
  return { volume: Array(3).fill(volume), price: Array(3).fill(price) };
}

test.each([
  ...["1e400", "-1e400", "1e999999999", "1e-999999999", "1e99999999999999999999", "true", "false"],
  ...['"1e400"', '"NaN"', '"Infinity"', '"-Infinity"', '""', '" 1"', '"1 "', '"1_000"', '"1,000"'],
  ...['"0x10"', '"0b1"', '"0o7"', '"+1"', '"1."', '".5"', '"1e"', '"--1"', '"\u0661"', '"1n"'],
  ...["[]", "[1]", "{}", '{"valueOf":1}', "null", '"\\n1"'],
])("SEC-29 SPOT-CHECK-1 a volume or price of %s is no number", async (json) => {
  expect(await codesOf(json)).toEqual(everywhere(-1102));
});

test.each([
  "NaN",
  "Infinity",
  "-Infinity",
  "0x10",
  "1_000",
  "+1",
  ".5",
  "1.",
  "01",
  "1e",
  "undefined",
])("SEC-29 a bare %s is not JSON", async (json) => {
  expect(await codesOf(json)).toEqual(everywhere(-1100));
});

test.each(["0", "-0", "-1", "0.0", "0e5", "-1e-5", "1e-400", '"-0.0"', '"0"', '"-1"', '"1e-400"'])(
  "SEC-30 SPOT-CHECK-6 a volume or price of %s is not above zero",
  async (json) => {
    expect(await codesOf(json)).toEqual(everywhere(-1102));
  },
);

const FORTY = "9".repeat(40);

test.each([
  ["0.000001", -1111, -1111],
  ["1.000001", -1111, -1111],
  ['"1.000001"', -1111, -1111],
  ["1.00000000000000000001", -1111, -1111],
  ["1e-40", -1111, -1111],
  [FORTY, -1137, -1138],
  [`"${FORTY}"`, -1137, -1138],
  ["1e39", -1137, -1138],
  ["9007199254740993", -1137, -1138],
  ['"90071992547.40992"', -1137, -1111],
  ['"90071992547409.92"', -1137, -1138],
  [`${FORTY}9`, -1102, -1102],
])("SEC-31 a volume or price of %s is refused, not rounded", async (json, volume, price) => {
  expect(await codesOf(json)).toEqual(everywhere(volume, price));
});

test("SEC-31 what fits is kept to its last digit, though no double holds it", async () => {
  const desk = await HttpDesk.open();
  const body = orderWith("price", "90071992547409.91").replace('"volume":"1"', '"volume":0.00001');

  const answer = await desk.post("/sapi/v1/order/test", body);
  await desk.post("/sapi/v1/order", body);

  expect(answer).toMatchObject({ status: 200 });
  expect(desk.exchange.commands.at(-1)).toMatchObject({
    price: "90071992547409.91",
    quantity: "0.00001",
  });
});

test.each([
  ["90071992547.40991", "90071992547409.91", -2017],
  ["9007199254.74099", "90071992547409.91", -2017],
  ["92233720368.54775", "100000000", -1137],
  ["100000.00001", "100", -2017],
])(
  "SEC-32 SPOT-CHECK-14 a volume of %s at %s is more than any user has, and nothing wraps",
  async (...asked) => {
    const [volume, price, code] = asked;
    const desk = await HttpDesk.open();
    const before = (await desk.get("/sapi/v1/account")).json;

    const buy = await desk.post("/sapi/v1/order", { ...ORDER, volume, price });
    const sell = await desk.post("/sapi/v1/order", { ...ORDER, side: "SELL", volume, price });

    for (const answer of [buy, sell]) expect(answer).toMatchObject({ status: 400, json: { code } });
    expect((await desk.get("/sapi/v1/account")).json).toEqual(before);
  },
);

test("SEC-32 SPOT-CHECK-14 the refusal names what is free and what is needed, exactly", async () => {
  const desk = await HttpDesk.open();

  const answer = await desk.post("/sapi/v1/order", {
    ...ORDER,
    volume: "90071992547.40991",
    price: "90071992547409.91",
  });

  const needed = (9007199254740991n * 9007199254740991n).toString();
  const shown = `${needed.slice(0, -7)}.${needed.slice(-7)}`;
  const msg = `Balance is not enough: 10000000 free, ${shown} needed.`;
  expect(answer.json).toEqual({ code: -2017, msg });
});

test.each([
  ["1e3", "1000"],
  ["1.50", "1.5"],
  ['"1.50"', "1.5"],
  ['"1.5000000"', "1.5"],
  ["15e-1", "1.5"],
  ["0.1E+1", "1"],
  ['"0001.5"', "1.5"],
])("SEC-33 NUM-DEC-1 %s is %s, as volume and as price", async (json, plain) => {
  const desk = await HttpDesk.open();

  for (const [field, shown] of [
    ["volume", { origQty: plain, price: "100" }],
    ["price", { origQty: "1", price: plain }],
  ] as const) {
    const answer = await desk.post("/sapi/v1/order", orderWith(field, json));
    expect(answer).toMatchObject({ status: 200, json: shown });
  }
});
