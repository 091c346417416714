import fc from "fast-check";
import { expect, test } from "vitest";
import {
  FAULT_KINDS,
  LATENCY_MS_MAX,
  MESSAGE_KINDS,
  REQUEST_KINDS,
} from "../../contract/operator/sandbox/fault-words.ts";
import type { PlannedFault } from "../http/fault.ts";
import { TIME_OUTS } from "../http/listener/connections.ts";
import { requestIdOf } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import { ROUTES } from "../http/routes.ts";
import { FAULT_RULES_MAX, type FaultRuleAsk } from "./fault-rule.ts";
import { FaultRules } from "./fault-rules.ts";

const ORDER = "POST /sapi/v1/order";
const ALICE = 1;
const BOB = 2;

function routeOf(named: string): Route {
  const found = ROUTES.find(({ method, path }) => `${method} ${path}` === named);
  if (!found) throw new Error(`no route ${named}`);
  return found;
}

function rulesOf(...asks: readonly FaultRuleAsk[]): FaultRules {
  const rules = new FaultRules({ routes: ROUTES, timer: (_delayMs, ring) => ring() });
  for (const ask of asks) expect(rules.add(ask)).toMatchObject({ ok: true });
  return rules;
}

/** The status that a fault answers with; 0 without a fault. */
function statusOf(fault: PlannedFault | undefined): number {
  return fault && "refusal" in fault ? fault.refusal.status : 0;
}

/** Which of so many orders are struck. */
function strikes(rules: FaultRules, count: number, user = ALICE): boolean[] {
  const route = routeOf(ORDER);
  return Array.from({ length: count }, () => rules.next(route, user) !== undefined);
}

test("SANDBOX-FAULT-2: a rule is about a method and a path, a path, or everything", () => {
  const asks = ["POST /sapi/v1/order", "GET /sapi/v1/order", "GET /sapi/v1/time"].map(routeOf);
  const struckBy = (route: string) =>
    asks.map((asked) => rulesOf({ route, kind: "503" }).next(asked, 0) !== undefined);

  expect(struckBy("POST /sapi/v1/order")).toEqual([true, false, false]);
  expect(struckBy("/sapi/v1/order")).toEqual([true, true, false]);
  expect(struckBy("*")).toEqual([true, true, true]);
});

test.each([
  ["/sapi/v1/none"],
  ["GET /sapi/v1/batchOrders"],
  ["/sapi/v1/order/"],
  ["post /sapi/v1/order"],
  ["POST  /sapi/v1/order"],
  [""],
  ["**"],
])("SANDBOX-FAULT-2: the route %j is refused", (route) => {
  expect(rulesOf().add({ route, kind: "503" })).toEqual({ ok: false, reason: "route_not_found" });
});

test("SANDBOX-FAULT-2: every route can be named, with its method and without", () => {
  for (const { method, path } of ROUTES) {
    rulesOf({ route: `${method} ${path}`, kind: "503" }, { route: path, kind: "503" });
  }
});

test("SANDBOX-FAULT-3: a rule with a user leaves the others, and what is public, alone", () => {
  const rules = rulesOf({ route: "*", kind: "503", user: ALICE });

  expect(strikes(rules, 2, BOB)).toEqual([false, false]);
  expect(rules.next(routeOf("GET /sapi/v1/time"), 0)).toBeUndefined();
  expect(strikes(rules, 2, ALICE)).toEqual([true, true]);
  expect(rules.list).toMatchObject([{ asked: 2, struck: 2 }]);
});

test("SANDBOX-FAULT-4: the same rule and the same requests meet the same faults", () => {
  const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  fc.assert(
    fc.property(seed, fc.integer({ min: 1, max: 100_000_000 }), (from, chance) => {
      const ask: FaultRuleAsk = { route: "*", kind: "429", seed: from, chance };
      const others: FaultRuleAsk = { route: "/sapi/v1/time", kind: "503" };

      const struck = strikes(rulesOf(ask), 100);

      expect(strikes(rulesOf(ask), 100)).toEqual(struck);
      expect(strikes(rulesOf(others, ask), 100)).toEqual(struck);
    }),
    { seed: 64 },
  );
});

test("SANDBOX-FAULT-4: a rule strikes as often as its chance says, by its seed or its id", () => {
  const ask: FaultRuleAsk = { route: "*", kind: "429", chance: 10_000_000 };
  const struck = strikes(rulesOf(ask), 10_000);

  // One in ten; chance alone strays further than four times 30 once in ten thousand seeds.
  expect(struck.filter(Boolean).length).toBeGreaterThan(880);
  expect(struck.filter(Boolean).length).toBeLessThan(1_120);
  expect(strikes(rulesOf({ ...ask, seed: 1 }), 10_000)).toEqual(struck);
  expect(strikes(rulesOf({ ...ask, seed: 2 }), 10_000)).not.toEqual(struck);
});

test("SANDBOX-FAULT-4: certain is always, and the smallest chance is almost never", () => {
  expect(strikes(rulesOf({ route: "*", kind: "503" }), 1_000)).not.toContain(false);
  expect(strikes(rulesOf({ route: "*", kind: "503", chance: 1 }), 1_000)).not.toContain(true);
});

test("SANDBOX-FAULT-5: the first that strikes is the only one, in the order of adding", () => {
  const rules = rulesOf(
    { route: ORDER, kind: "418", count: 2 },
    { route: ORDER, kind: "429", chance: 50_000_000, seed: 5 },
    { route: "*", kind: "503" },
  );
  const statuses = Array.from({ length: 10 }, () => statusOf(rules.next(routeOf(ORDER), ALICE)));

  expect(statuses.slice(0, 2)).toEqual([418, 418]);
  expect(new Set(statuses.slice(2))).toEqual(new Set([429, 503]));
  // The spent one is gone; the others were not asked while it struck.
  expect(rules.list).toMatchObject([
    { id: 2, asked: 8, struck: statuses.filter((status) => status === 429).length },
    { id: 3, struck: statuses.filter((status) => status === 503).length },
  ]);
});

test("SANDBOX-FAULT-5: a rule with a count strikes so often, however unlikely it is", () => {
  const count = fc.integer({ min: 1, max: 20 });
  fc.assert(
    fc.property(count, fc.nat(), (strikesMax, seed) => {
      const ask: FaultRuleAsk = { route: "*", kind: "503", chance: 30_000_000, count: strikesMax };
      const rules = rulesOf({ ...ask, seed });

      expect(strikes(rules, 1_000).filter(Boolean)).toHaveLength(strikesMax);
      expect(rules.list).toEqual([]);
    }),
    { seed: 65 },
  );
});

test.each<[Partial<FaultRuleAsk>, string]>([
  [{ kind: "latency" }, "latency_out_of_range"],
  [{ kind: "latency", delayMs: 0 }, "latency_out_of_range"],
  [{ kind: "latency", delayMs: LATENCY_MS_MAX + 1 }, "latency_out_of_range"],
  [{ kind: "latency", delayMs: 1.5 }, "latency_out_of_range"],
  [{ delayMs: 5 }, "latency_of_another_kind"],
  [{ chance: 0 }, "chance_out_of_range"],
  [{ chance: 100_000_001 }, "chance_out_of_range"],
  [{ seed: -1 }, "seed_out_of_range"],
  [{ seed: 2 ** 32 }, "seed_out_of_range"],
  [{ count: 0 }, "count_out_of_range"],
  [{ count: 2 ** 53 }, "count_out_of_range"],
])("SANDBOX-FAULT-6: a rule with %j is refused", (change, reason) => {
  const rules = rulesOf();

  expect(rules.add({ route: "*", kind: "503", ...change })).toEqual({ ok: false, reason });
  expect(rules.list).toEqual([]);
});

test("SANDBOX-FAULT-6: the longest latency ends before a silent connection is cut", () => {
  expect(LATENCY_MS_MAX).toBe(25_000);
  expect(LATENCY_MS_MAX + 1_000).toBeLessThan(TIME_OUTS.timeout);
});

test("SANDBOX-FAULT-6: a value at the end of its range is taken", () => {
  rulesOf(
    {
      route: "*",
      kind: "latency",
      delayMs: LATENCY_MS_MAX,
      seed: 2 ** 32 - 1,
      count: 1,
      chance: 1,
    },
    { route: "*", kind: "latency", delayMs: 1, seed: 0, chance: 100_000_000 },
  );
});

test(`SANDBOX-FAULT-6: there are at most ${FAULT_RULES_MAX} rules`, () => {
  const rules = rulesOf();
  const ask = (at: number) => ({ route: ORDER, kind: FAULT_KINDS[1 + (at % 5)] ?? "503" });
  for (let at = 0; at < FAULT_RULES_MAX; at++) expect(rules.add(ask(at)).ok).toBe(true);

  expect(rules.add(ask(0))).toEqual({ ok: false, reason: "too_many_rules" });
  expect(rules.remove(7)).toBe(true);
  expect(rules.remove(7)).toBe(false);
  // An id is not given twice.
  expect(rules.add(ask(0))).toMatchObject({ ok: true, answer: { id: FAULT_RULES_MAX + 1 } });
  expect(rules.clear()).toBe(FAULT_RULES_MAX);
  expect(strikes(rules, 3)).toEqual([false, false, false]);
});

/** A rule set that knows the channel of one market on both paths. */
function streamRulesOf(...asks: readonly FaultRuleAsk[]): FaultRules {
  const known = ["depth:BTCUSDT", "market_btcusdt_depth_step0"];
  const rules = new FaultRules({
    routes: ROUTES,
    timer: (_delayMs, ring) => ring(),
    hasChannel: (name) => known.includes(name),
    nameOf: (user) => (user === ALICE ? "alice" : undefined),
  });
  for (const ask of asks) expect(rules.add(ask)).toMatchObject({ ok: true });
  return rules;
}

function messageOf(channel: string, user = 0, at = 7) {
  return { channel, user, seq: { position: at, counter: 2 }, prev: { position: 5, counter: 0 } };
}

test("SANDBOX-FAULT-8: a rule is about a channel, a kind of channel on both paths, or all of them", () => {
  const names = [
    "depth:BTCUSDT",
    "market_btcusdt_depth_step0",
    "market_btcusdt_trade_ticker",
    "trades:BTCUSDT",
    "my.orders",
  ];
  const struckBy = (route: string) =>
    names.map((name) => {
      const rules = streamRulesOf({ route, kind: "drop" });
      return rules.messages.next(messageOf(name)) !== undefined;
    });

  expect(struckBy("WS depth:BTCUSDT")).toEqual([true, false, false, false, false]);
  expect(struckBy("WS depth")).toEqual([true, true, false, false, false]);
  expect(struckBy("WS trades")).toEqual([false, false, true, true, false]);
  expect(struckBy("WS my.orders")).toEqual([false, false, false, false, true]);
  expect(struckBy("WS *")).toEqual([true, true, true, true, true]);
});

test.each([["WS "], ["WS depth:NOPE"], ["WS my.order"], ["WS  *"], ["ws *"], ["WS"], ["WS my"]])(
  "SANDBOX-FAULT-8: the channel %j is refused",
  (route) => {
    const { ok } = streamRulesOf().add({ route, kind: "latency", delayMs: 5 });

    expect(ok).toBe(false);
  },
);

test("SANDBOX-FAULT-8: a rule with a user is about its connections, and requests are not asked about", () => {
  const rules = streamRulesOf({ route: "WS *", kind: "double", user: ALICE });

  expect(strikes(rules, 3)).toEqual([false, false, false]);
  expect(rules.messages.next(messageOf("depth:BTCUSDT"))).toBeUndefined();
  expect(rules.messages.next(messageOf("depth:BTCUSDT", BOB))).toBeUndefined();
  expect(rules.messages.next(messageOf("depth:BTCUSDT", ALICE))).toEqual({ kind: "double" });
  expect(rules.list).toMatchObject([{ asked: 1, struck: 1 }]);
});

test("SANDBOX-FAULT-9: a kind fits routes, channels, or both", () => {
  for (const kind of FAULT_KINDS) {
    const delayMs = kind === "latency" || kind === "late-reply" ? 5 : undefined;
    const by = kind === "fill-before-cancel" ? BOB : undefined;
    const onRoute = streamRulesOf().add({ route: "*", kind, delayMs, by });
    const onChannel = streamRulesOf().add({ route: "WS *", kind, delayMs, by });

    expect(onRoute.ok, kind).toBe(REQUEST_KINDS.some((known) => known === kind));
    expect(onChannel.ok, kind).toBe(MESSAGE_KINDS.some((known) => known === kind));
  }
});

test("SANDBOX-FAULT-9: the streams ask only while there is a rule about them", () => {
  const rules = streamRulesOf({ route: "*", kind: "503" });
  expect(rules.messages.isActive).toBe(false);

  rules.add({ route: "WS my.trades", kind: "latency", delayMs: 9, count: 1 });
  expect(rules.messages.isActive).toBe(true);
  expect(rules.messages.next(messageOf("my.trades"))).toEqual({ kind: "delay", ms: 9 });

  expect(rules.messages.isActive).toBe(false);
});

test("SANDBOX-FAULT-4: which messages a rule strikes follows from its seed and the messages", () => {
  const struck = (others: readonly FaultRuleAsk[]) => {
    const ask = { route: "WS my.orders", kind: "drop", chance: 30_000_000, seed: 9 } as const;
    const rules = streamRulesOf(...others, ask);
    return Array.from(
      { length: 200 },
      () => rules.messages.next(messageOf("my.orders")) !== undefined,
    );
  };

  const alone = struck([]);
  expect(alone).toContain(true);
  expect(alone).toContain(false);
  expect(struck([{ route: "WS depth", kind: "drop" }])).toEqual(alone);
});

test("SANDBOX-FAULT-12: every strike is kept, with what it struck, the newest thousand", () => {
  const rules = streamRulesOf(
    { route: ORDER, kind: "503", count: 1 },
    { route: "WS my.orders", kind: "latency", delayMs: 9 },
  );
  const written: unknown[] = [];
  rules.strikes.onStrike = (strike) => written.push(strike);
  rules.next(routeOf(ORDER), ALICE, 77);
  rules.strikeMessage(messageOf("my.orders", ALICE));

  const request = { rule: 1, route: ORDER, kind: "503", user: "alice", request: requestIdOf(77) };
  const message = { channel: "my.orders", seq: "7-2", prev: "5-0", user: "alice" };
  expect(rules.strikes.list).toMatchObject([
    request,
    { rule: 2, route: "WS my.orders", kind: "latency", ms: 9, ...message },
  ]);
  expect(written).toEqual(rules.strikes.list);

  for (let at = 1; at <= 1_000; at++) rules.strikeMessage(messageOf("my.orders", BOB, at));
  const { list } = rules.strikes;
  expect(list).toHaveLength(1_000);
  expect(list.map(({ seq }) => seq)).toEqual(
    Array.from({ length: 1_000 }, (_, at) => `${at + 1}-2`),
  );
});
