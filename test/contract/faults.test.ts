/** Fault rules at the public door: what a client gets, and what really happened. */
import { expect, test } from "vitest";
import { type FaultKind, REQUEST_KINDS } from "../../src/contract/operator/sandbox/fault-words.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import type { FaultRuleAsk } from "../../src/edge/sandbox/fault-rule.ts";
import { FaultRules } from "../../src/edge/sandbox/fault-rules.ts";
import { operationNamed, replyOf } from "../support/api-document.ts";
import { type Answer, HttpDesk } from "../support/http-client.ts";
import { settle, VirtualTime } from "../support/virtual-time.ts";

const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const TIMEOUT = { code: -1007, msg: "No outcome in time; it may have been executed." };

class FaultDesk {
  readonly time = new VirtualTime(0);
  readonly rules = new FaultRules({ routes: ROUTES, timer: this.time.timer });
  #desk: HttpDesk | undefined;

  static async open(...asks: readonly FaultRuleAsk[]): Promise<FaultDesk> {
    const desk = new FaultDesk();
    desk.#desk = await HttpDesk.open({ faults: desk.rules, hasLimits: true });
    for (const ask of asks) expect(desk.rules.add(ask)).toMatchObject({ ok: true });
    return desk;
  }

  get http(): HttpDesk {
    if (!this.#desk) throw new Error("the desk is not open");
    return this.#desk;
  }

  order(newClientOrderId: string, change = {}): Promise<Answer> {
    return this.http.post("/sapi/v1/order", { ...ORDER, newClientOrderId }, change);
  }

  /** The client ids of the orders that were handed to the engine. */
  get handed(): readonly string[] {
    return this.http.exchange.commands.flatMap((command) =>
      command.type === "PlaceOrder" ? [command.clientId] : [],
    );
  }
}

function onOrders(kind: FaultKind, change: Partial<FaultRuleAsk> = {}): FaultRuleAsk {
  return { route: "POST /sapi/v1/order", kind, ...change };
}

test.each<[FaultKind, number, object, Record<string, string>]>([
  ["429", 429, { code: -1003, msg: "Too many requests." }, { "Retry-After": "2" }],
  ["418", 418, { code: -1003, msg: "Too many requests." }, { "Retry-After": "120" }],
  [
    "503",
    503,
    { code: -1001, msg: "Not accepting requests now; not executed." },
    { "Retry-After": "1" },
  ],
  ["504-not-executed", 504, TIMEOUT, {}],
])("SANDBOX-FAULT-1: %s refuses, and nothing happened", async (kind, status, json, headers) => {
  const desk = await FaultDesk.open(onOrders(kind, { count: 1 }));

  const answer = await desk.order("a");

  expect(answer).toMatchObject({ status, json, headers: { ...headers, "X-Fault-Rule": "1" } });
  expect(answer.headers["X-Request-Id"]).toMatch(/^[0-9a-z]+$/);
  expect(desk.handed).toEqual([]);
  expect(await desk.order("a")).toMatchObject({ status: 200, json: { clientOrderId: "a" } });
  expect(desk.handed).toEqual(["a"]);
});

test("SANDBOX-FAULT-1: 504-executed executes exactly once, and does not say so", async () => {
  const desk = await FaultDesk.open(onOrders("504-executed", { count: 1 }));

  const answer = await desk.order("a");

  expect(answer).toMatchObject({ status: 504, json: TIMEOUT });
  expect(desk.handed).toEqual(["a"]);
  const query = "/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=a";
  expect(await desk.http.get(query)).toMatchObject({ status: 200, json: { status: "NEW" } });
  // Whoever sends it again without asking is lucky to have named it.
  expect(await desk.order("a")).toMatchObject({ status: 400, json: { code: -2010 } });
});

test("SANDBOX-FAULT-1: a no that was executed stays unsaid as well", async () => {
  const desk = await FaultDesk.open(onOrders("504-executed"));

  const poor = { ...ORDER, volume: "900", price: "100000" };
  const answers = [
    await desk.http.post("/sapi/v1/order", poor),
    await desk.http.post("/sapi/v1/order", { ...ORDER, side: "NONE" }),
  ];

  for (const answer of answers) expect(answer).toMatchObject({ status: 504, json: TIMEOUT });
  expect(desk.http.reports).toEqual([]);
});

test("SANDBOX-FAULT-1: the two kinds of 504 cannot be told apart", async () => {
  const done = await FaultDesk.open(onOrders("504-executed"));
  const lost = await FaultDesk.open(onOrders("504-not-executed"));

  const shape = ({ status, json, headers }: Answer) => ({
    ...{ status, json },
    headers: { ...headers, "X-Request-Id": "" },
  });

  expect(shape(await done.order("a"))).toEqual(shape(await lost.order("a")));
});

test("SANDBOX-FAULT-1: a latency answers later, and does it then", async () => {
  const desk = await FaultDesk.open(onOrders("latency", { delayMs: 700 }));

  const answer = desk.order("a");
  await settle();
  await desk.time.pass(699);
  expect(desk.handed).toEqual([]);
  await desk.time.pass(1);

  expect(await answer).toMatchObject({ status: 200, json: { clientOrderId: "a" } });
  expect(desk.handed).toEqual(["a"]);
});

test("SANDBOX-FAULT-1: what comes out of a latency too late is refused", async () => {
  const desk = await FaultDesk.open(onOrders("latency", { delayMs: 5_001 }));

  const answer = desk.order("a");
  await settle();
  desk.http.exchange.nowMs += 5_001;
  await desk.time.pass(5_001);

  expect(await answer).toMatchObject({ status: 400, json: { code: -1021 } });
  expect(desk.handed).toEqual([]);
});

test("SANDBOX-FAULT-1: a public route can fail, and the batch and the other areas too", async () => {
  const desk = await FaultDesk.open({ route: "*", kind: "503" });

  expect(await desk.http.get("/sapi/v1/time")).toMatchObject({ status: 503 });
  expect(await desk.http.get("/fapi/v1/ping")).toMatchObject({ status: 503 });
  expect(await desk.http.post("/sapi/v1/batchOrders", {})).toMatchObject({ status: 503 });
  expect(await desk.http.get("/fapi/v1/account")).toMatchObject({ status: 503 });
  expect(desk.rules.list).toMatchObject([{ asked: 4, struck: 4 }]);
});

test("SANDBOX-FAULT-1: the document names X-Fault-Rule for every status of a rule, and no other", async () => {
  const refused = REQUEST_KINDS.filter((kind) => /^[0-9]/.test(kind));
  const struck = refused.map(async (kind) => {
    const { http } = await FaultDesk.open({ route: "*", kind });
    return (await http.get("/sapi/v1/ping")).status;
  });
  const statuses = new Set(await Promise.all(struck));

  for (const { method, path } of ROUTES) {
    const operation = operationNamed(`${method} ${path}`) ?? expect.fail(path);
    const named = Object.keys(operation.responses).filter((status) => {
      return "X-Fault-Rule" in (replyOf(operation, Number(status))?.headers ?? {});
    });
    expect(new Set(named.map(Number)), path).toEqual(statuses);
  }
  expect(replyOf(undefined, 418)?.headers).not.toHaveProperty("X-Fault-Rule");
});

test("SANDBOX-FAULT-3: what the checks refuse is refused as always, and no rule is asked", async () => {
  const desk = await FaultDesk.open({ route: "*", kind: "504-executed" });
  const { http } = desk;

  expect(await desk.order("a", { secret: "wrong" })).toMatchObject({ json: { code: -1022 } });
  expect(await desk.order("a", { ts: "1" })).toMatchObject({ json: { code: -1021 } });
  expect(await http.get("/sapi/v1/none")).toMatchObject({ status: 404 });
  expect(await http.post("/sapi/v1/time", {})).toMatchObject({ status: 405 });
  expect(await http.post("/sapi/v1/order", "[]")).toMatchObject({ json: { code: -1100 } });
  expect(desk.rules.list).toMatchObject([{ asked: 0, struck: 0 }]);
});

test("SANDBOX-FAULT-3: the limit comes before the rule, and a rule's 429 bans nobody", async () => {
  const desk = await FaultDesk.open(onOrders("429"));

  for (let sent = 1; sent <= 100; sent++) {
    const remaining = { "X-RateLimit-Remaining": `${100 - sent}`, "X-Fault-Rule": "1" };
    expect(await desk.order("a")).toMatchObject({ status: 429, headers: remaining });
  }
  const beyond = await desk.order("a");

  expect(beyond.status).toBe(429);
  expect(beyond.headers).not.toHaveProperty("X-Fault-Rule");
  expect(desk.rules.list).toMatchObject([{ asked: 100, struck: 100 }]);
  expect(desk.http.exchange.state.bans.byEnd).toEqual([]);
});

test("SANDBOX-FAULT-3: a rule with a user strikes his requests and nobody else's", async () => {
  const user = (await HttpDesk.open()).exchange.state.users.byName.get("demo2")?.id ?? 0;
  const desk = await FaultDesk.open(onOrders("503", { user }));

  expect(await desk.order("a", { user: "demo1" })).toMatchObject({ status: 200 });
  expect(await desk.order("a", { user: "demo2" })).toMatchObject({ status: 503 });
});

test("SANDBOX-FAULT-13: a late reply is to something that was done at once, also to a no", async () => {
  const desk = await FaultDesk.open(onOrders("late-reply", { delayMs: 700 }));

  const answers = [desk.order("a"), desk.http.post("/sapi/v1/order", { ...ORDER, side: "NONE" })];
  await settle();
  expect(desk.handed).toEqual(["a"]);
  let replies = 0;
  for (const answer of answers) void answer.then(() => replies++);
  await desk.time.pass(699);
  expect(replies).toBe(0);
  await desk.time.pass(1);

  expect(await answers[0]).toMatchObject({ status: 200, json: { clientOrderId: "a" } });
  expect(await answers[1]).toMatchObject({ status: 400 });
});

const OPEN = "/sapi/v1/openOrders?symbol=BTCUSDT";

test("SANDBOX-FAULT-14: a stale read is what the user was told by the same request before", async () => {
  const desk = await FaultDesk.open({ route: "GET /sapi/v1/openOrders", kind: "stale", chance: 1 });
  const idsOf = ({ json }: Answer) =>
    (json as { clientOrderId: string }[]).map(({ clientOrderId }) => clientOrderId);
  await desk.order("a");
  expect(idsOf(await desk.http.get(OPEN))).toEqual(["a"]);
  desk.rules.clear();
  await desk.order("b");
  desk.rules.add({ route: "GET /sapi/v1/openOrders", kind: "stale" });
  // Whatever was kept for a rule that is gone is gone, too.
  expect(idsOf(await desk.http.get(OPEN))).toEqual(["b", "a"]);
  await desk.order("c");

  expect(idsOf(await desk.http.get(OPEN))).toEqual(["b", "a"]);
  expect(idsOf(await desk.http.get(`${OPEN}&limit=100`))).toEqual(["c", "b", "a"]);
  expect(desk.rules.list).toMatchObject([{ asked: 1, struck: 1 }]);
});

test("SANDBOX-FAULT-14: an order that was not asked for before is not found, in its area's words", async () => {
  const desk = await FaultDesk.open({ route: "*", kind: "stale", count: 1 });
  await desk.order("a");
  const query = "/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=a";

  const unknown = await desk.http.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=none");
  const stale = { status: unknown.status, json: unknown.json };

  expect(stale).toMatchObject({ status: 400, json: { code: -2013 } });
  const fresh = await FaultDesk.open();
  const none = await fresh.http.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=none");
  expect(stale).toEqual({ status: none.status, json: none.json });
  expect(await desk.http.get(query)).toMatchObject({ status: 200, json: { status: "NEW" } });
});

test("SANDBOX-FAULT-14: what was not asked before is not struck, nor counted", async () => {
  const desk = await FaultDesk.open({ route: "*", kind: "stale", count: 1 });

  expect(await desk.http.get(OPEN)).toMatchObject({ status: 200, json: [] });
  expect(await desk.order("a")).toMatchObject({ status: 200 });
  expect(desk.rules.list).toMatchObject([{ asked: 0, struck: 0 }]);
  expect(await desk.http.get(OPEN)).toMatchObject({ status: 200, json: [] });
  expect(desk.rules.list).toEqual([]);
});
