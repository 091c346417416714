/**
 * A listener of the private channels knows what the REST API would answer, whatever happened in
 * between: random days of two people in spot, margin and futures.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  balances,
  config,
  marginLevel,
  openOrders,
  orderLike,
  orderLists,
  ownTrades,
  positions,
} from "../support/member-answers.ts";
import { openMemberDay, PEOPLE, play, step } from "../support/member-days.ts";
import type { MemberDesk, Row } from "../support/member-desk.ts";
import { runs } from "../support/runs.ts";

const CHANNELS = [
  ...(["my.orders", "my.lists", "my.trades", "my.balances", "my.positions"] as const),
  ...(["my.margin", "my.config"] as const),
] as const;

function listenToAll(desk: MemberDesk) {
  return PEOPLE.map((user) => ({
    user,
    ears: new Map(CHANNELS.map((name) => [name as string, desk.listen(user, name)])),
  }));
}

type Listening = ReturnType<typeof listenToAll>[number];

function earOf({ ears }: Listening, name: (typeof CHANNELS)[number]) {
  return ears.get(name) ?? expect.fail(name);
}

function byKey(rows: readonly Row[], ...names: string[]): Row[] {
  const keyOf = (row: Row) => names.map((name) => `${row[name]}`.padStart(20)).join();
  return [...rows].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** Of assets that the user never had there is no row. */
function withoutNothing(rows: readonly Row[]): Row[] {
  return rows.filter((row) =>
    Object.values(row).some((value) => /^-?[0-9.]*[1-9]/.test(`${value}`)),
  );
}

async function expectAsAnswered(desk: MemberDesk, listening: Listening): Promise<void> {
  const { user } = listening;
  const rowsOf = (name: (typeof CHANNELS)[number], field: string) =>
    earOf(listening, name).rows(field);
  expect(byKey(rowsOf("my.orders", "orders"), "orderId")).toEqual(
    byKey(await openOrders(desk, user), "orderId"),
  );
  const lists = await orderLists(desk, user);
  expect(byKey(rowsOf("my.lists", "lists"), "orderListId")).toEqual(
    lists.filter((row) => row["listStatus"] === "EXECUTING"),
  );
  const answered = await balances(desk, user);
  const told = rowsOf("my.balances", "balances");
  expect(answered).toEqual(expect.arrayContaining([...told]));
  expect(told).toEqual(expect.arrayContaining(withoutNothing(answered)));
  expect(byKey(rowsOf("my.positions", "positions"), "id")).toEqual(
    byKey(await positions(desk, user), "id"),
  );
  expect(byKey(rowsOf("my.config", "config"), "contractId")).toEqual(await config(desk, user));
  expect(earOf(listening, "my.margin").state).toEqual(await marginLevel(desk, user));
}

test("STREAM-MINE-1 STREAM-MINE-2 STREAM-MINE-3 STREAM-MINE-4: snapshot and updates come to what the REST API answers, and no row is of another user", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 40, maxLength: 120, size: "max" }),
      fc.nat(30),
      async (steps, lateAt) => {
        const desk = await openMemberDay();
        const people = listenToAll(desk);
        let late: Listening[] = [];
        for (const [at, one] of steps.entries()) {
          play(desk, one);
          if (at === lateAt) late = listenToAll(desk);
        }
        desk.second();
        for (const listening of [...people, ...late]) await expectAsAnswered(desk, listening);
        for (const listening of people) {
          const { user } = listening;
          const trades = earOf(listening, "my.trades").told("trades");
          const isMaker = (row: Row) => ({ ...row, rank: row["isMaker"] === true ? 0 : 1 });
          const keys = ["area", "symbol", "contractName", "id", "rank"];
          expect(byKey(trades.map(isMaker), ...keys)).toEqual(
            byKey((await ownTrades(desk, user)).map(isMaker), ...keys),
          );
          const ids = trades.map((row) => row["id"] as number);
          expect(ids).toEqual([...ids].sort((a, b) => a - b));
        }
      },
    ),
    { seed: 7, numRuns: runs(12, 40) },
  );
}, 100_000);

test("STREAM-MINE-1: every row of an order is what its query answers after the command, each command's once", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 40, maxLength: 120, size: "max" }),
      async (steps) => {
        const desk = await openMemberDay();
        const ears = PEOPLE.map((user) => ({ user, ear: desk.listen(user, "my.orders") }));
        for (const one of steps) {
          play(desk, one);
          desk.beat();
          for (const { user, ear } of ears) {
            const rows = ear.updates.splice(0).flatMap(({ orders = [] }) => orders);
            for (const row of rows) {
              expect(row).toEqual(await orderLike(desk, user, row));
            }
            if (one.do === "pass" || one.do === "crash") continue; // Several commands.
            expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(rows.length);
          }
        }
      },
    ),
    { seed: 11, numRuns: runs(8, 25) },
  );
}, 100_000);

test("STREAM-MINE-7: every row of an order list is what the API shows of it after the command, each command's once", async () => {
  const met = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 60, maxLength: 160, size: "max" }),
      async (steps) => {
        const desk = await openMemberDay();
        const ears = PEOPLE.map((user) => ({ user, ear: desk.listen(user, "my.lists") }));
        for (const one of steps) {
          play(desk, one);
          desk.beat();
          for (const { user, ear } of ears) {
            const rows = ear.updates.splice(0).flatMap(({ lists = [] }) => lists);
            const shown = await orderLists(desk, user);
            for (const row of rows) {
              expect(row).toEqual(shown.find((list) => list["orderListId"] === row["orderListId"]));
              met.add(`${row["listType"]} ${row["legsLive"] ?? row["listStatus"]}`);
            }
            if (one.do === "pass" || one.do === "crash") continue; // Several commands.
            expect(new Set(rows.map((row) => row["orderListId"])).size).toBe(rows.length);
          }
        }
      },
    ),
    { seed: 13, numRuns: runs(8, 25) },
  );
  const [waits, live, over] = ["false", "true", "ALL_DONE"];
  expect([...met].sort()).toEqual(
    ["OCO", "OTO", "OTOCO"]
      .flatMap((type) =>
        [over, ...(type === "OCO" ? [] : [waits]), live].map((how) => `${type} ${how}`),
      )
      .sort(),
  );
}, 100_000);
