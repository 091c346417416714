/** Client ids that are free at once: the worked example, every way in which an order ends, every area, and what stays refused. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { FuturesDesk } from "../../../../test/support/futures-desk.ts";
import { openOrderNamed } from "../read/orders.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";
import { findClientId } from "./client-ids.ts";

const PEOPLE = {
  ann: { USDT: "100000", BTC: "100" },
  bob: { USDT: "100000", BTC: "100" },
};
const SECOND_MS = 1_000;

const setting = (user: number, isFree: boolean) =>
  ({ type: "SetClientIdReuse", user, isFree, request: 1 }) as const;

function reuse(desk: Desk, name: string, isFree = true): void {
  desk.must(setting(desk.user(name), isFree));
}

/** Ann's bid, named X, is filled; its id. */
function filled(desk: Desk): number {
  const id = desk.place("ann", "buy 1 @ 100 as X");
  desk.place("bob", "sell 1 @ 100");
  expect(desk.status(id)).toBe("filled");
  return id;
}

test("SPOT-CLIENT-7 the worked example", () => {
  const desk = new Desk(PEOPLE);
  filled(desk);
  expect(desk.refusal("ann", "buy 1 @ 100 as X")).toBe("client_id_used");

  reuse(desk, "ann");
  const again = desk.place("ann", "buy 1 @ 100 as X");
  expect(desk.refusal("ann", "buy 1 @ 100 as X")).toBe("client_id_used");
  desk.place("bob", "sell 1 @ 100");

  const { orders } = desk.state;
  const name = { user: desk.user("ann"), area: "spot", clientId: "X", nameHash: 0 } as const;
  expect(findClientId(orders, name, desk.timeMs)).toBe(again);
  desk.advance(10 * SECOND_MS);
  reuse(desk, "ann", false);
  expect(desk.refusal("ann", "buy 1 @ 100 as X")).toBe("client_id_used");
  desk.advance(50 * SECOND_MS);
  expect(desk.refusal("ann", "buy 1 @ 100 as X")).toBe("client_id_used");
  desk.advance(1);
  expect(desk.order("ann", "buy 1 @ 100 as X")).toMatchObject({ ok: true });
});

test("SPOT-CLIENT-7 off unless the operator says so, and of one user alone", () => {
  const desk = new Desk(PEOPLE);
  reuse(desk, "bob");

  filled(desk);

  expect(desk.refusal("ann", "buy 1 @ 100 as X")).toBe("client_id_used");
});

test.each([
  ["fill", (desk: Desk) => void desk.place("bob", "sell 1 @ 100")],
  ["operator", (desk: Desk, id: number) => void desk.cancelByOperator(id)],
  ["self-trade", (desk: Desk) => void desk.place("ann", "sell 1 @ 100 meets expire_maker")],
  ["user", (desk: Desk, id: number) => void desk.cancel("ann", id)],
])("SPOT-CLIENT-7 an id is free however its order ended: %s", (_, end) => {
  const desk = new Desk(PEOPLE);
  reuse(desk, "ann");
  const id = desk.place("ann", "buy 1 @ 100 as X");
  end(desk, id);

  const again = desk.place("ann", "buy 1 @ 90 as X");

  const name = { user: desk.user("ann"), area: "spot", clientId: "X", nameHash: 0 } as const;
  expect(openOrderNamed(desk.state, name)?.id).toBe(again);
});

test("SPOT-CLIENT-7 an order that never rested, items of a batch, and a replacement by the same id", () => {
  const desk = new Desk(PEOPLE);
  reuse(desk, "ann");
  for (let turn = 0; turn < 3; turn++) desk.place("ann", "buy 1 @ 100 ioc as X");

  expect(desk.batch("ann", ["buy 1 @ 90 as X", "buy 1 @ 90 as X"])).toMatchObject({
    answer: { rejected: [{ index: 1, reason: "client_id_used" }] },
  });
  expect(desk.replace("ann", "X", "buy 1 @ 91 as X").ok).toBe(true);
  desk.place("bob", "sell 1 @ 91");
  expect(desk.place("ann", "buy 1 @ 92 as X")).toBeGreaterThan(0);
});

test("SPOT-CLIENT-7 in margin and futures it is the same", () => {
  const desk = new FuturesDesk(PEOPLE);
  desk.deposit("ann", "1000 USDT");
  desk.moveIn("ann", "1000 USDT");
  desk.index("BTC", "100");
  const orders = () => [
    desk.margin("ann", "buy 1 @ 100 ioc as X"),
    desk.send(desk.trading("ann", "open buy 1 @ 100 ioc as X")),
  ];
  const outcome = () => orders().map((placed) => (placed.ok ? "taken" : placed.reason));
  expect(outcome()).toEqual(["taken", "taken"]);
  expect(outcome()).toEqual(["client_id_used", "client_id_used"]);

  reuse(desk, "ann");

  expect(outcome()).toEqual(["taken", "taken"]);
  expect(outcome()).toEqual(["taken", "taken"]);
});

test("SPOT-CLIENT-7 it is in the digest and in snapshots, which are those of before without it", () => {
  const desk = new Desk(PEOPLE);
  const plain = writeSnapshot(desk.state).slice();
  const before = [...desk.state.digest];
  for (const name of ["bob", "ann"]) reuse(desk, name);
  const bytes = writeSnapshot(desk.state).slice();

  expect([...desk.state.digest]).not.toEqual(before);
  expect([plain[0], bytes[0]]).toEqual([6, 12]);
  for (const direction of ["forward", "backward"] as const) {
    const read = readSnapshot(bytes, direction);
    expect(read.orders.clientIds.reusing).toEqual(new Set([1, 2]));
    expect(writeSnapshot(read)).toEqual(bytes);
  }
  for (const name of ["bob", "ann"]) reuse(desk, name, false);
  expect(writeSnapshot(desk.state)[0]).toBe(6);
});

test("CORE-RULES-3 SPOT-CLIENT-7 before rules 8 there is no such setting", () => {
  const desk = new Desk(PEOPLE, { adopted: 7 });

  expect(desk.refusalOf(setting(1, true))).toBe("rules_too_old");
  desk.must({ type: "AdoptRules", rules: 8, request: 1 });
  expect(desk.send(setting(1, true))).toMatchObject({ ok: true, answer: { user: 1 } });
});

test("CORE-BOUND-1 SPOT-CLIENT-7 no more users have it than there are, and what is so already is accepted", () => {
  const desk = new Desk(PEOPLE);

  expect(desk.refusalOf(setting(3, true))).toBe("user_not_found");
  for (let turn = 0; turn < 2; turn++) reuse(desk, "ann");
  expect([...desk.state.orders.clientIds.reusing]).toEqual([1]);
  for (let turn = 0; turn < 2; turn++) reuse(desk, "ann", false);
  expect([...desk.state.orders.clientIds.reusing]).toEqual([]);
});
