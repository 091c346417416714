/**
 * A client that obeys the docs under random fault rules, those of the sandbox: of a thousand orders,
 * placed and canceled, none is lost and none is there twice. In the long run each seed, and
 * the client with few tries, has a thousand.
 */
import { expect, test } from "vitest";
import { OutcomeUnknown } from "../../src/client/client.ts";
import type { FaultKind } from "../../src/contract/operator/sandbox/fault-words.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { FaultRules } from "../../src/edge/sandbox/fault-rules.ts";
import { runs } from "../support/runs.ts";
import { ClientDesk } from "./client-desk.ts";

const ORDERS = runs(350, 1_000);
const PERCENT = 1_000_000;
const ORDER = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.01",
  price: "49000",
} as const;

/** In percent of all requests, whatever they ask. */
const RULES: readonly { kind: FaultKind; percent: number; delayMs?: number }[] = [
  { kind: "504-executed", percent: 8 },
  { kind: "504-not-executed", percent: 8 },
  { kind: "503", percent: 8 },
  { kind: "429", percent: 5 },
  { kind: "latency", percent: 8, delayMs: 300 },
  { kind: "latency", percent: 5, delayMs: 7_000 },
];

test.each([1, 2, 3])("none is lost and none is doubled, with seed %d", async (seed) => {
  let desk: ClientDesk | undefined;
  const timer = (delayMs: number, ring: () => void) => void desk?.pass(delayMs).then(ring);
  const faults = new FaultRules({ routes: ROUTES, timer });
  desk = await ClientDesk.open({ faults });
  for (const [at, { kind, percent, delayMs }] of RULES.entries()) {
    const rule = { route: "*", kind, chance: percent * PERCENT, seed: 100 * seed + at, delayMs };
    expect(faults.add(rule).ok).toBe(true);
  }
  // A window above the longest latency: what comes after its window is refused, however often.
  const { spot } = desk.client({ retries: 12, onRateLimit: "wait", recvWindow: 10_000 });
  const told: number[] = [];

  for (let count = 0; count < ORDERS; count++) {
    const { orderId, symbol } = await spot.createOrder(ORDER);
    told.push(orderId);
    expect(await spot.cancelOrder({ symbol, orderId })).toMatchObject({ status: "CANCELED" });
  }
  await desk.settle();

  expect(desk.placed.map(({ id }) => id)).toEqual(told);
  expect(new Set(told).size).toBe(ORDERS);
  expect(desk.http.exchange.state.orders.byId.size).toBe(0);
  for (const { struck, kind } of faults.list) expect(struck, kind).toBeGreaterThan(runs(15, 30));
});

test("with few tries some give up; what they say of their order is so", async () => {
  let desk: ClientDesk | undefined;
  const timer = (delayMs: number, ring: () => void) => void desk?.pass(delayMs).then(ring);
  const faults = new FaultRules({ routes: ROUTES, timer });
  desk = await ClientDesk.open({ faults });
  for (const kind of ["504-executed", "504-not-executed", "503", "418"] as const) {
    faults.add({ route: "*", kind, chance: 15 * PERCENT });
  }
  const { spot } = desk.client({ retries: 1, outcomeMs: 1_000 });
  const outcomes = { placed: 0, refused: 0, unknown: 0 };

  for (let count = 0; count < ORDERS; count++) {
    const before = desk.placed.length;
    const told = await spot.createOrder(ORDER).then(
      ({ orderId }) => [orderId],
      (error: unknown) => (error instanceof OutcomeUnknown ? undefined : []),
    );
    const placed = desk.placed.slice(before).map(({ id }) => id);

    expect(placed.length).toBeLessThanOrEqual(1);
    if (told) expect(placed).toEqual(told);
    outcomes[!told ? "unknown" : told.length > 0 ? "placed" : "refused"]++;
    for (const order of placed) desk.http.must(cancelOf(order));
  }

  for (const count of Object.values(outcomes)) expect(count).toBeGreaterThan(runs(20, 50));
});

function cancelOf(order: number) {
  const ids = { user: 1, key: 1, request: 0, pair: 1 };
  return { type: "CancelOrder", ...ids, order, clientId: "" } as const;
}
