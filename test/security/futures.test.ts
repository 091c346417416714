/** Hostile input at the futures endpoints: numbers, names, strangers, repeats and overspending. */
import { expect, test } from "vitest";
import { asked, ContractDesk, type Fields, LINEAR } from "../contract/contract-desk.ts";
import type { Answer } from "../support/http-client.ts";

const ORDER = asked("BUY OPEN 10 @ 40000");
const CONDITION = { ...ORDER, triggerType: 3, triggerPrice: "41000" };

function codeOf({ json }: Answer): number {
  return (json as { code: number }).code;
}

/** A body with one field written as it stands here. */
function written(body: Fields, field: string, json: string): string {
  return JSON.stringify({ ...body, [field]: "@" }).replace('"@"', json);
}

const NO_NUMBERS = [
  ...["1e400", "-1e400", "1e999999999", "1e-999999999", "true", "[]", "{}", "[1]", "null"],
  ...['"NaN"', '"Infinity"', '""', '" 1"', '"1_000"', '"0x10"', '"+1"', '".5"', '"1e"', '"١"'],
];
const FIELDS: readonly [string, Fields, string][] = [
  ["order", ORDER, "volume"],
  ["order", ORDER, "price"],
  ["order", ORDER, "positionType"],
  ["conditionOrder", CONDITION, "triggerPrice"],
  ["conditionOrder", CONDITION, "triggerType"],
  ["edit_lever", { contractName: LINEAR, nowLevel: 5 }, "nowLevel"],
  ["edit_user_margin_model", { contractName: LINEAR, marginModel: 1 }, "marginModel"],
  ["edit_position_margin", { positionId: 1, amount: 1 }, "amount"],
];

test.each(FIELDS)(
  "SEC-29 FUT-CHECK-1 %s with %j: no %s but a number",
  async (path, body, field) => {
    const desk = await ContractDesk.open({ mark: "40000" });

    for (const json of NO_NUMBERS) {
      const answer = await desk.post(path, written(body, field, json));
      expect([json, answer.status, codeOf(answer)]).toEqual([json, 400, -1102]);
    }
    for (const json of ["NaN", "Infinity", "01", "1.", "+1"]) {
      expect(codeOf(await desk.post(path, written(body, field, json)))).toBe(-1100);
    }
    expect(desk.http.exchange.state.orders.orderIdLast).toBe(0);
  },
);

test.each([
  ["volume", "9007199254740993", -1137],
  ["volume", "9".repeat(40), -1137],
  ["volume", "1e39", -1137],
  ["price", "9007199254740993", -1161],
  ["price", "9".repeat(40), -1161],
  ["price", "40000.0000000001", -1111],
])(
  "SEC-31 SEC-32 a %s of %s is never rounded and does not wrap: %i",
  async (field, value, code) => {
    const desk = await ContractDesk.open({ mark: "40000" });

    expect(codeOf(await desk.post("order", { ...ORDER, [field]: value }))).toBe(code);
  },
);

test("SEC-13 parameters in the query of a POST are none", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const query = new URLSearchParams(ORDER as Record<string, string>);

  expect(codeOf(await desk.post(`order?${query}`, ""))).toBe(-1102);
  expect(codeOf(await desk.post(`cancel?contractName=${LINEAR}&orderId=1`, "{}"))).toBe(-1102);
});

test("SEC-26 SEC-27 a field given twice is refused, and no name is special", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const twice = `${JSON.stringify(ORDER).slice(0, -1)},"volume":1000}`;

  expect(codeOf(await desk.post("order", twice))).toBe(-1100);
  for (const contractName of ["__proto__", "constructor", "toString"]) {
    expect(codeOf(await desk.post("order", { ...ORDER, contractName }))).toBe(-1121);
    expect(codeOf(await desk.post("cancel_all", { contractName }))).toBe(-1121);
    expect(codeOf(await desk.get(`index?contractName=${contractName}`))).toBe(-1121);
  }
  expect({}).not.toHaveProperty("x");
});

test("SEC-11 one client id fifty times at once is one order", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const bodies = Array.from({ length: 50 }, () => ({ ...ORDER, clientOrderId: "once" }));

  const answers = await Promise.all(bodies.map((body) => desk.post("order", body)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(answers.map(codeOf))).toEqual(new Set([undefined, -2010]));
  expect(await desk.orders("openOrders")).toHaveLength(1);
});

test("SEC-49 a hundred orders at once that overspend together freeze no more than there is", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  desk.change(1, { ordersMax: 200 });
  // Each freezes 8,000 at 5x and 16 for the fee: 12 of them fit.
  await desk.shown(desk.post("edit_lever", { contractName: LINEAR, nowLevel: 5 }));
  const bodies = Array.from({ length: 100 }, () => asked("BUY OPEN 10000 @ 40000"));

  const answers = await Promise.all(bodies.map((body) => desk.post("order", body)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(12);
  expect(new Set(answers.map(codeOf))).toEqual(new Set([undefined, -2017]));
  const { accountNormal, accountLock } = await desk.account();
  expect(Number(accountNormal) + Number(accountLock)).toBe(100_000);
  expect(Number(accountNormal)).toBeGreaterThanOrEqual(0);
});

test("SEC-38 another's orders, positions, trades and profits are as good as none", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  await desk.place("demo2", "SELL OPEN 10 @ 40000");
  await desk.place("demo2", "BUY OPEN 10 @ 39000", { timeInForce: "IOC" });
  const list = (path: string) => desk.orders(`${path}?contractName=${LINEAR}`);

  expect(await list("openOrders")).toEqual([]);
  expect(await list("order")).toEqual([]);
  expect(await list("myTrades")).toEqual([]);
  for (const path of ["orderHistorical", "profitHistorical"]) {
    expect(await desk.shown(desk.post(path, { contractName: LINEAR }))).toEqual([]);
  }
  for (const orderId of [1, 2, 99]) {
    const query = `order?contractName=${LINEAR}&orderId=${orderId}`;
    const answers = [
      await desk.get(query),
      await desk.post("cancel", { contractName: LINEAR, orderId }),
    ];
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([400, { code: -2013, msg: "Order does not exist." }]);
    }
  }
});

test("SEC-40 a key that may not trade changes nothing of futures, and may read the account", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const [key] = desk.http.exchange.state.users.keys;
  if (!key) throw new Error("demo1 has a key");
  desk.http.tampered.keys.fold({ type: "KeyChanged", ...key, mayTrade: false });
  const count = desk.http.exchange.commands.length;

  const answers = [
    await desk.post("order", ORDER),
    await desk.post("conditionOrder", CONDITION),
    await desk.post("cancel", { contractName: LINEAR, orderId: 1 }),
    await desk.post("cancel_all", {}),
    await desk.post("edit_lever", { contractName: LINEAR, nowLevel: 5 }),
    await desk.post("edit_user_margin_model", { contractName: LINEAR, marginModel: 2 }),
    await desk.post("edit_position_margin", { positionId: 1, amount: 1 }),
    await desk.get("openOrders"),
  ];

  for (const answer of answers) expect([answer.status, codeOf(answer)]).toEqual([401, -2015]);
  expect(desk.http.exchange.commands.length).toBe(count);
  expect(await desk.get("account")).toMatchObject({ status: 200 });
});
