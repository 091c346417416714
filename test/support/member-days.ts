/**
 * Random days of two people in spot, margin and futures, as plain data, and what plays them: orders of every kind, cancels,
 * prices that crash, hours that pass.
 */
import fc from "fast-check";
import { expect } from "vitest";
import type { Command } from "../../src/core/engine/codec.ts";
import { LIST_KINDS } from "../../src/core/engine/orders/order-lists.ts";
import { OPERATOR } from "../../src/core/engine/prices/index-prices.ts";
import type { PlaceOrderList } from "../../src/core/engine/spot/lists/list-commands.ts";
import { unitsOf } from "../../src/core/money/decimal.ts";
import type { User } from "./http-client.ts";
import { MemberDesk, USERS } from "./member-desk.ts";

export const PEOPLE: readonly User[] = ["demo1", "demo2"];
const HOUR_MS = 3_600_000;
const [BTC, USDT] = [1, 2];

const who = fc.constantFrom(...PEOPLE);
const side = fc.constantFrom("buy" as const, "sell" as const);
const near = fc.integer({ min: -20, max: 20 }).map((off) => `${50_000 + off * 10}`);
const kind = fc.constantFrom("limit" as const, "limit" as const, "market" as const);

const asked = fc.record({ side, kind, price: near, lots: fc.integer({ min: 1, max: 40 }) });

/** An order list around a price. */
export const listing = fc.record({
  do: fc.constant("list" as const),
  who,
  listKind: fc.constantFrom(...LIST_KINDS),
  asked,
  off: fc.integer({ min: 1, max: 12 }),
});

/** What a user does, as plain data. */
export const step = fc.oneof(
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
  { weight: 6, arbitrary: listing },
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

export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Asked = typeof asked extends fc.Arbitrary<infer A> ? A : never;

function pairOrder({ side, kind, price, lots }: Asked) {
  const isAmount = kind === "market" && side === "buy";
  const quantity = isAmount ? `${lots * 50}` : `${lots / 1_000}`;
  return { side, kind, price: kind === "market" ? "" : price, quantity, clientId: "" };
}

function plainItem(asked: Asked) {
  return { ...pairOrder(asked), instructions: undefined, extras: undefined };
}

/** Legs on both sides of the price of what may come first: what protects it, or two ways in. */
function listItems({ listKind, asked, off }: Listing) {
  const { side: first, lots, price } = asked;
  const side = first === "buy" ? "sell" : "buy";
  const away = side === "sell" ? off * 10 : -off * 10;
  const leg = (at: number) => plainItem({ side, kind: "limit", price: `${at}`, lots });
  const [near, far] = [Number(price) + away, Number(price) - away];
  const stop = { timeInForce: "gtc", selfTrade: undefined, triggerPrice: `${far}` } as const;
  const legs = [leg(near), { ...leg(far), instructions: stop }];
  if (listKind === "oco") return legs;
  return [plainItem(asked), ...(listKind === "oto" ? legs.slice(0, 1) : legs)];
}

type Listing = Extract<Step, { do: "list" }>;

export function listCommandOf(one: Listing): PlaceOrderList {
  const { listKind: kind, who } = one;
  const by = { user: USERS[who], key: USERS[who], request: 0 };
  return { type: "PlaceOrderList", ...by, pair: 1, kind, clientId: "", items: listItems(one) };
}

function indexAt(usdt: string): Command {
  const price = unitsOf(usdt, 18) ?? expect.fail(usdt);
  return { type: "SetIndex", asset: BTC, source: OPERATOR, weight: 1, price, request: 0 };
}

/** Both trade with the highest leverage, so that a crash ruins a user. */
export async function openMemberDay(): Promise<MemberDesk> {
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
    case "list":
      return listCommandOf(one);
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

export function play(desk: MemberDesk, one: Step): void {
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
