/**
 * A listener of the private channels knows what the REST API would answer, whatever happened in
 * between: random days of two people in spot, margin and futures.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Command } from "../../src/engine/codec.ts";
import { OPERATOR } from "../../src/engine/prices/index-prices.ts";
import { unitsOf } from "../../src/money/decimal.ts";
import type { User } from "../support/http-client.ts";
import {
  balances,
  config,
  marginLevel,
  openOrders,
  orderLike,
  ownTrades,
  positions,
} from "../support/member-answers.ts";
import { MemberDesk, type Row, USERS } from "../support/member-desk.ts";
import { runs } from "../support/runs.ts";

const CHANNELS = [
  ...(["my.orders", "my.trades", "my.balances", "my.positions"] as const),
  ...(["my.margin", "my.config"] as const),
] as const;
const PEOPLE: readonly User[] = ["demo1", "demo2"];
const HOUR_MS = 3_600_000;
const [BTC, USDT] = [1, 2];

const who = fc.constantFrom(...PEOPLE);
const side = fc.constantFrom("buy" as const, "sell" as const);
const near = fc.integer({ min: -20, max: 20 }).map((off) => `${50_000 + off * 10}`);
const kind = fc.constantFrom("limit" as const, "limit" as const, "market" as const);

const asked = fc.record({ side, kind, price: near, lots: fc.integer({ min: 1, max: 40 }) });

/** What a user does, as plain data. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("spot" as const), who, asked }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("margin" as const), who, asked }) },
  {
    weight: 24,
    arbitrary: fc.record({
      do: fc.constant("futures" as const),
      who,
      asked,
      action: fc.constantFrom("open" as const, "open" as const, "close" as const),
      mode: fc.constantFrom("isolated" as const, "cross" as const),
      timeInForce: fc.constantFrom("gtc" as const, "gtc" as const, "ioc" as const),
      trigger: fc.constantFrom(...([...Array(6).fill("none"), "up", "down"] as const)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("batch" as const),
      who,
      items: fc.array(asked, { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("cancel" as const), nth: fc.nat(30) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("transfer" as const),
      who,
      from: fc.constantFrom("spot" as const, "margin" as const, "futures" as const),
      to: fc.constantFrom("spot" as const, "margin" as const, "futures" as const),
      asset: fc.constantFrom(BTC, USDT),
      amount: fc.integer({ min: 1, max: 5_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("index" as const), price: near }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("crash" as const), price: fc.constantFrom(44, 56) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("pass" as const),
      ms: fc.constantFrom(1_000, 1_000, HOUR_MS, 8 * HOUR_MS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("leverage" as const),
      who,
      leverage: fc.constantFrom(5, 100),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("repay" as const), who }) },
  { weight: 8, arbitrary: fc.constant({ do: "beat" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "second" as const }) },
);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never;

function pairOrder({ side, kind, price, lots }: Asked) {
  const isAmount = kind === "market" && side === "buy";
  const quantity = isAmount ? `${lots * 50}` : `${lots / 1_000}`;
  return { side, kind, price: kind === "market" ? "" : price, quantity, clientId: "" };
}

function indexAt(usdt: string): Command {
  const price = unitsOf(usdt, 18) ?? expect.fail(usdt);
  return { type: "SetIndex", asset: BTC, source: OPERATOR, weight: 1, price, request: 0 };
}

/** Both trade with the highest leverage, so that a crash ruins a user. */
async function openDesk(): Promise<MemberDesk> {
  const desk = await MemberDesk.open();
  desk.do(indexAt("50000"));
  desk.pass(1_000);
  for (const one of PEOPLE) {
    const by = { user: USERS[one], key: USERS[one], request: 0 };
    desk.do({ type: "SetLeverage", ...by, contract: 1, leverage: 100 });
  }
  return desk;
}

function commandOf(desk: MemberDesk, one: Step): Command | undefined {
  const by = (user: User) => ({ user: USERS[user], key: USERS[user], request: 0 });
  switch (one.do) {
    case "spot":
      return { type: "PlaceOrder", ...by(one.who), pair: 1, ...pairOrder(one.asked) };
    case "margin":
      return { type: "PlaceMarginOrder", ...by(one.who), pair: 1, ...pairOrder(one.asked) };
    case "batch":
      return { type: "PlaceBatch", ...by(one.who), pair: 1, items: one.items.map(pairOrder) };
    case "futures": {
      const { action, mode, timeInForce, trigger } = one;
      const { side, kind, price, lots } = one.asked;
      const isAmount = kind === "market" && action === "open";
      const terms = { action, mode, trigger, side, kind, clientId: "" };
      return {
        type: "PlaceFuturesOrder",
        ...by(one.who),
        contract: 1,
        ...terms,
        timeInForce: kind === "market" ? "gtc" : timeInForce,
        quantity: isAmount ? `${lots * 5}` : `${lots}`,
        price: kind === "market" ? "" : price,
        triggerPrice: trigger === "none" ? "" : price,
      };
    }
    case "cancel": {
      const open = PEOPLE.flatMap((user) => [...desk.words.openOrdersOf(USERS[user])]);
      const order = open[one.nth % Math.max(open.length, 1)];
      return order && { type: "CancelByOperator", order: order.id, request: 0 };
    }
    case "transfer": {
      const amount = BigInt(one.amount) * (one.asset === BTC ? 100_000n : 100_000_000n);
      const { from, to, asset } = one;
      return { type: "Transfer", ...by(one.who), from, to, asset, amount };
    }
    case "index":
      return indexAt(one.price);
    case "leverage":
      return { type: "SetLeverage", ...by(one.who), contract: 1, leverage: one.leverage };
    case "repay":
      return { type: "Repay", ...by(one.who), asset: USDT, amount: 0n };
    default:
      return undefined;
  }
}

function play(desk: MemberDesk, one: Step): void {
  if (one.do === "pass") desk.pass(one.ms);
  else if (one.do === "crash") {
    desk.do(indexAt(`${one.price}000`));
    desk.pass(1_000); // The mark follows with the second.
  } else if (one.do === "beat") desk.beat();
  else if (one.do === "second") desk.second();
  else {
    const command = commandOf(desk, one);
    if (command) desk.do(command);
  }
}

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
        const desk = await openDesk();
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
        const desk = await openDesk();
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
