/** The table of client ids against a Map of strings, with expiry, growth and a full ring. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { seededRandom } from "../../../../test/support/random.ts";
import { runs } from "../../../../test/support/runs.ts";
import { someOrder } from "../../../../test/support/some-order.ts";
import { emptyState, LIMITS } from "../state.ts";
import { CLIENT_ID_REST_MS, findClientId, SWEEP_STEP, sweepClientIds } from "./client-ids.ts";
import { enterOrder, leaveOrder, type OpenOrders, retireClientId } from "./open-orders.ts";
import { hashOf, secondHashOf } from "./order-name.ts";
import type { OrderRow } from "./order-rows.ts";

/** The rule in plain words: which orders are open, and which ended how long ago. */
class Model {
  readonly open = new Map<string, { readonly id: number; readonly row: OrderRow }>();
  ended: { key: string; id: number; at: number }[] = [];
  readonly endedMax: number;

  constructor(endedMax: number) {
    this.endedMax = endedMax;
  }

  find(key: string, timeMs: number): number {
    const resting = this.ended.findLast(
      (one) => one.key === key && timeMs - one.at <= CLIENT_ID_REST_MS,
    );
    return this.open.get(key)?.id ?? resting?.id ?? 0;
  }

  end(key: string, id: number, at: number): void {
    if (this.ended.length === this.endedMax) this.ended.shift();
    this.ended.push({ key, id, at });
  }

  sweep(timeMs: number): void {
    const kept = this.ended.findIndex((one) => timeMs - one.at <= CLIENT_ID_REST_MS);
    this.ended.splice(0, Math.min(kept === -1 ? this.ended.length : kept, SWEEP_STEP));
  }
}

/** The table and the Map, side by side, taking the same steps. */
class Pairing {
  readonly orders: OpenOrders;
  readonly model: Model;
  timeMs = 1_000_000;
  private idLast = 0;

  constructor(endedMax: number) {
    this.orders = emptyState({ ...LIMITS, endedClientIds: endedMax }).orders;
    this.model = new Model(endedMax);
  }

  find(user: number, clientId: string): number {
    return findClientId(this.orders, { user, area: "spot", clientId }, this.timeMs);
  }

  /** Uses a name if it is free; otherwise ends the order that has it. */
  step(user: number, clientId: string, how: "cancel" | "end" | "at_once"): void {
    const key = `${user}/${clientId}`;
    const open = this.model.open.get(key);
    const found = this.find(user, clientId);
    const due = this.model.find(key, this.timeMs);
    if (found !== due) throw new Error(`${key} is held by ${due}, not ${found}`);
    if (open) this.finish(key, open, how === "cancel");
    else if (found === 0) this.begin(key, user, clientId, how === "at_once");
  }

  private begin(key: string, user: number, clientId: string, endsAtOnce: boolean): void {
    const { timeMs } = this;
    sweepClientIds(this.orders.clientIds, timeMs);
    this.model.sweep(timeMs);
    const id = ++this.idLast;
    const row = this.orders.byId.rows.add(someOrder({ id, user, clientId }));
    if (endsAtOnce) {
      retireClientId(this.orders, row, { wasOpen: false }, timeMs);
      this.model.end(key, id, timeMs);
      return;
    }
    enterOrder(this.orders, row);
    this.model.open.set(key, { id, row });
  }

  private finish(key: string, order: { id: number; row: OrderRow }, isOwnCancel: boolean): void {
    const { timeMs } = this;
    leaveOrder(this.orders, order.row);
    retireClientId(this.orders, order.row, { isOwnCancel, wasOpen: true }, timeMs);
    this.model.open.delete(key);
    if (!isOwnCancel) this.model.end(key, order.id, timeMs);
  }

  compareEnded(): void {
    const kept = [...this.orders.clientIds.ended.all()].map(({ order }) => order);
    expect(kept).toEqual(this.model.ended.map(({ id }) => id));
    const { open, ended } = this.orders.clientIds;
    expect([ended["index"].size, open.size]).toEqual([kept.length, this.model.open.size]);
  }
}

const how = fc.constantFrom("cancel" as const, "end" as const, "at_once" as const);
const wait = fc.constantFrom(0, 0, 1, 30_000, 60_000, 60_001);

test("SPOT-CLIENT-2 SPOT-CLIENT-3 a client id is taken exactly as long as the rule says", () => {
  const step = fc.tuple(fc.integer({ min: 1, max: 2 }), fc.constantFrom("a", "b", "c"), how, wait);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 5 }), (steps, max) => {
      const pairing = new Pairing(max);
      for (const [user, name, ending, ms] of steps) {
        pairing.timeMs += ms;
        pairing.step(user, name, ending);
      }

      pairing.compareEnded();
    }),
    { seed: 53, numRuns: runs(300, 300) },
  );
});

test.each([300, 2_000])(
  "CORE-BOUND-1 SPOT-CLIENT-3 a table that grows and a ring of %d that runs over lose nothing else",
  (endedMax) => {
    const random = seededRandom(endedMax);
    const pairing = new Pairing(endedMax);

    for (let i = 0; i < 12_000; i++) {
      const name = `order-${Math.floor(random() * 3_000)}`;
      const ending = (["cancel", "end", "at_once"] as const)[Math.floor(random() * 3)] ?? "end";
      pairing.step(1 + Math.floor(random() * 3), name, ending);
      if (random() < 0.001) pairing.timeMs += 20_000;
    }

    pairing.compareEnded();
    for (const [key, { id }] of pairing.model.open) {
      expect(pairing.find(Number(key.split("/")[0]), key.split("/")[1] ?? "")).toBe(id);
    }
  },
);

test("SPOT-CLIENT-3 an ended id stays taken for 60 s, the last millisecond included", () => {
  const pairing = new Pairing(10);
  pairing.step(1, "x", "at_once");

  pairing.timeMs += CLIENT_ID_REST_MS;
  expect(pairing.find(1, "x")).toBe(1);
  pairing.timeMs += 1;
  expect(pairing.find(1, "x")).toBe(0);
});

test("SPOT-CLIENT-2 to look for an id changes nothing, however old the ended ones are", () => {
  const pairing = new Pairing(10);
  pairing.step(1, "x", "at_once");
  pairing.timeMs += 10 * CLIENT_ID_REST_MS;

  expect(pairing.find(1, "x")).toBe(0);

  expect([...pairing.orders.clientIds.ended.all()]).toHaveLength(1);
});

test("SPOT-CLIENT-3 an order sweeps a few old ids, and those not yet swept are free all the same", () => {
  const pairing = new Pairing(1_000);
  for (let n = 0; n < 100; n++) pairing.step(1, `x${n}`, "at_once");
  pairing.timeMs += CLIENT_ID_REST_MS + 1;

  sweepClientIds(pairing.orders.clientIds, pairing.timeMs);

  expect(pairing.orders.clientIds.ended.count).toBe(100 - SWEEP_STEP);
  expect(pairing.find(1, "x99")).toBe(0);
});

test("SPOT-CLIENT-2 a hash that equals another user's takes no id from that user", () => {
  const { orders } = new Pairing(10);
  const taken = { user: 2, area: "spot", clientId: "bot-1" } as const;
  const row = { low: hashOf({ ...taken }), high: secondHashOf(taken), order: 9, endedAt: 1_000 };
  orders.clientIds.ended.push({ ...row, user: 1 });

  expect(findClientId(orders, { ...taken }, 1_000)).toBe(0);
});

test("SPOT-CLIENT-2 an id of one user is not another's", () => {
  const pairing = new Pairing(10);
  pairing.step(1, "x", "cancel");

  expect(pairing.find(1, "x")).toBe(1);
  expect(pairing.find(2, "x")).toBe(0);
  expect(pairing.find(1, "X")).toBe(0);
});

test("SPOT-CLIENT-3 an open order is known letter by letter, not by its hash", () => {
  const { orders } = new Pairing(10);
  const { rows } = orders.byId;
  const order = rows.add(someOrder({ id: 1, clientId: "before" }));
  enterOrder(orders, order);

  rows["clientIds"].set(order, "after");

  expect(findClientId(orders, { user: 1, area: "spot", clientId: "before" }, 0)).toBe(0);
});
