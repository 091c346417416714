/**
 * An exchange at which people trade in plain words: `desk.order("bob", "buy 3 @ 120")`. Behind it is
 * the real engine. Every command goes through the codec first, so what is applied is what a replay
 * would read, and after every command all invariants hold.
 *
 * Words of an order: `buy 3 @ 120`, `sell 3` (at market), `buy for 500` (at market, an amount), `buy just 3` and `sell for 500` (the
 * other way round),
 * with `stop 125`, `ioc`, `fok` or `post_only`, `meets expire_maker` (its own orders), `showing 1` (at a time), `as my-id` and
 * `on ETHBTC` behind it where wanted, in this order. Money is shown as `free/locked`.
 */

import { expect } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import { ByteWriter } from "../../src/core/base/records/bytes.ts";
import { depthOf } from "../../src/core/engine/book/book.ts";
import {
  PAIR_DEFAULTS,
  type Pair,
  type PairRules,
} from "../../src/core/engine/catalogue/catalogue.ts";
import { type Command, decodeCommands, encodeCommand } from "../../src/core/engine/codec.ts";
import { apply } from "../../src/core/engine/engine.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { brokenInvariants } from "../../src/core/engine/invariants/invariants.ts";
import { findBalance } from "../../src/core/engine/ledger/ledger.ts";
import type { AskedInstructions } from "../../src/core/engine/orders/instructions.ts";
import { clientIdOf, openStatusOf } from "../../src/core/engine/orders/order.ts";
import type { OrderEnded } from "../../src/core/engine/orders/order-events.ts";
import type { ListKind } from "../../src/core/engine/orders/order-lists.ts";
import { averagePrice } from "../../src/core/engine/read/average-price.ts";
import { RULES } from "../../src/core/engine/rule-versions.ts";
import type { PlacedList, PlaceOrderList } from "../../src/core/engine/spot/lists/list-commands.ts";
import type { ReplaceOrder } from "../../src/core/engine/spot/manage-commands.ts";
import { testOrder } from "../../src/core/engine/spot/place-order.ts";
import type { OrderRequest, PlaceOrder } from "../../src/core/engine/spot/spot.ts";
import {
  type ExchangeState,
  emptyState,
  LIMITS,
  type Limits,
} from "../../src/core/engine/state.ts";
import type { AddKey } from "../../src/core/engine/users/users.ts";
import { formatSteps, formatUnits, unitsOf } from "../../src/core/money/decimal.ts";
import { substanceOf } from "./substance.ts";

/** 2023-11-14T22:00:00Z: a full hour. */
export const OPENING_MS = 1_699_999_200_000;

export type Balances = Readonly<Record<string, Readonly<Record<string, string>>>>;
export type EngineOutcome = ReturnType<typeof apply>;

export interface DeskOptions {
  /** What differs from the desk's pair: BTCUSDT, 2 and 4 decimals, no fees, else the defaults. */
  readonly rules?: Partial<PairRules>;
  /** Scales that are not 8. */
  readonly scales?: Readonly<Record<string, number>>;
  readonly limits?: Partial<Limits>;
  readonly base?: string;
  readonly quote?: string;
  /** Rules of before, instead of the newest. */
  readonly adopted?: number;
}

/** An order as the outside would see it. */
export interface Shown {
  readonly status: string;
  readonly price: string;
  readonly quantity: string;
  readonly executed: string;
  readonly average: string;
  readonly clientId: string;
}

/** What would be read back from the log. */
export function throughCodec(command: Command): Command {
  const out = new ByteWriter();
  encodeCommand(out, command);
  const [read] = decodeCommands(out.view(), 1);
  return present(read, "the command that was written");
}

const WORDS =
  /^(buy|sell) (?:(for|just) )?(\S+)(?: @ (\S+))?(?: stop (\S+))?(?: trail (\d+))?(?: (ioc|fok|post_only))?(?: meets (\S+))?(?: showing (\S+))?(?: as (\S+))?(?: on (\S+))?$/;

/** `buy 3 @ 120 as x` in the engine's words. */
export function askedFor(words: string): OrderRequest & { readonly pairName: string | undefined } {
  const match = present(WORDS.exec(words) ?? undefined, `an order in "${words}"`);
  const [, side, counts, quantity = "", price, trigger, delta] = match;
  const [timeInForce, selfTrade, slice, clientId = "", pairName] = match.slice(7);
  const isPlain = trigger === undefined && timeInForce === undefined && selfTrade === undefined;
  const instructions = {
    timeInForce: (timeInForce ?? "gtc") as AskedInstructions["timeInForce"],
    selfTrade: selfTrade as AskedInstructions["selfTrade"],
    triggerPrice: trigger ?? "",
  };
  return {
    side: side === "buy" ? "buy" : "sell",
    kind: price === undefined ? "market" : "limit",
    quantity,
    price: price ?? "",
    clientId,
    pairName,
    ...(isPlain ? {} : { instructions }),
    ...extrasOf(side, counts),
    ...(slice === undefined ? {} : { tactics: { slice } }),
    ...(delta === undefined ? {} : { trailing: { delta: Number(delta) } }),
  };
}

/** SPOT-UNIT-1 */
function extrasOf(
  side: string | undefined,
  counts: string | undefined,
): Pick<OrderRequest, "extras"> {
  if (side === "buy" && counts === "just") return { extras: { unit: "base" } };
  return side === "sell" && counts === "for" ? { extras: { unit: "quote" } } : {};
}

/** What no item has is no part of the command. */
function anyOf<T>(items: readonly (T | undefined)[]): readonly (T | undefined)[] | undefined {
  return items.some((item) => item !== undefined) ? items : undefined;
}

export class Desk {
  readonly state: ExchangeState;
  timeMs = OPENING_MS;
  /** What the last command did. */
  events: readonly ExchangeEvent[] = [];
  /** Every command so far, with its time. */
  readonly sent: { command: Command; timeMs: number }[] = [];
  private readonly ended = new Map<number, OrderEnded>();
  private movementCount = 0;
  private isFilling = false;

  constructor(balances: Balances = {}, options: DeskOptions = {}) {
    this.state = emptyState({ ...LIMITS, ...options.limits });
    const { base = "BTC", quote = "USDT", scales = {}, adopted = RULES } = options;
    this.must({ type: "OpenDirectory", kind: "sandbox", format: 1, rules: adopted });
    const inBalances = Object.values(balances).flatMap((balances) => Object.keys(balances));
    for (const asset of new Set([base, quote, ...inBalances])) {
      this.addAsset(asset, scales[asset] ?? 8);
    }
    this.addPair({ name: base + quote, ...options.rules }, base, quote);
    for (const [name, own] of Object.entries(balances)) {
      this.addUser(name);
      for (const [asset, amount] of Object.entries(own)) this.deposit(name, `${amount} ${asset}`);
    }
  }

  /** Sends any command through codec and engine. */
  send(written: Command): EngineOutcome {
    const command = throughCodec(written);
    const events: ExchangeEvent[] = [];
    const outcome = apply(this.state, command, { timeMs: this.timeMs, events });
    this.sent.push({ command, timeMs: this.timeMs });
    this.events = events;
    for (const event of events) {
      if (event.type === "OrderEnded") this.ended.set(event.id, event);
    }
    if (!this.isFilling) this.check();
    return outcome;
  }

  private check(): void {
    const broken = brokenInvariants(this.state);
    // Asked only when something is broken: this is done for every command of every test.
    if (broken.length > 0) expect(broken).toEqual([]);
  }

  /** Many commands at once, to fill a book: the invariants are looked at behind the last of them. */
  inBulk(act: () => void): void {
    this.isFilling = true;
    act();
    this.isFilling = false;
    this.check();
  }

  /** The same for what has to succeed; the answer. */
  must(command: Command): unknown {
    const outcome = this.send(command);
    if (!outcome.ok) expect(outcome).toMatchObject({ ok: true });
    return outcome.ok ? outcome.answer : undefined;
  }

  advance(ms: number): void {
    this.timeMs += ms;
  }

  addAsset(name: string, scale: number): void {
    this.must({ type: "AddAsset", name, scale, request: 0 });
  }

  addPair(rules: Partial<PairRules> & { name: string }, base: string, quote: string): void {
    this.must({
      type: "AddPair",
      ...PAIR_DEFAULTS,
      base: this.asset(base),
      quote: this.asset(quote),
      pricePrecision: 2,
      quantityPrecision: 4,
      makerRate: 0,
      takerRate: 0,
      request: 0,
      ...rules,
    });
  }

  asset(name: string): number {
    return present(this.state.catalogue.assetsByName.get(name), name).id;
  }

  /** The named pair, or the first. */
  pair(name?: string): Pair {
    const { pairs, pairsByName } = this.state.catalogue;
    return present(name === undefined ? pairs[0] : pairsByName.get(name), `pair ${name}`);
  }

  halt(pair?: string): EngineOutcome {
    return this.send({ type: "HaltPair", pair: this.pair(pair).id, request: 0 });
  }

  resume(pair?: string): EngineOutcome {
    return this.send({ type: "ResumePair", pair: this.pair(pair).id, request: 0 });
  }

  delist(pair?: string): EngineOutcome {
    return this.send({ type: "DelistPair", pair: this.pair(pair).id, request: 0 });
  }

  /** A user with a key that may trade. */
  addUser(name: string): void {
    this.must({ type: "AddUser", name, request: 0 });
    this.addKey(name);
  }

  addKey(name: string, mayTrade = true, how: Partial<AddKey> = {}): number {
    const apiKey = `key-${this.state.users.keys.length + 1}`;
    const sealedSecret = Uint8Array.of(1, 2, 3);
    const user = this.user(name);
    const key = { user, apiKey, sealedSecret, mayTrade, addresses: [], request: 0 };
    this.must({ type: "AddKey", ...key, ...how });
    return this.state.users.keys.length;
  }

  user(name: string): number {
    return present(this.state.users.byName.get(name), name).id;
  }

  /** The user's first key. */
  key(name: string): number {
    const user = this.user(name);
    return this.state.users.keys.find((key) => key.user === user)?.id ?? 0;
  }

  revokeKey(key: number): EngineOutcome {
    return this.send({ type: "RevokeKey", key, request: 0 });
  }

  freeze(name: string): EngineOutcome {
    return this.send({ type: "FreezeUser", user: this.user(name), request: 0 });
  }

  unfreeze(name: string): EngineOutcome {
    return this.send({ type: "UnfreezeUser", user: this.user(name), request: 0 });
  }

  deposit(name: string, what: string, id?: string): EngineOutcome {
    return this.send({ type: "Deposit", ...this.movement(name, what, id) });
  }

  withdraw(name: string, what: string, id?: string): EngineOutcome {
    return this.send({ type: "Withdraw", ...this.movement(name, what, id) });
  }

  private movement(name: string, what: string, id = `m-${++this.movementCount}`) {
    const [amount = "", assetName = ""] = what.split(" ");
    const asset = this.asset(assetName);
    const units = present(unitsOf(amount, this.scale(asset)), `${what} in whole units`);
    return { id, user: this.user(name), asset, amount: units, request: 0 };
  }

  private scale(asset: number): number {
    return present(this.state.catalogue.assets[asset - 1], "the asset").scale;
  }

  /** What a user has: `free/locked` of each asset. */
  balances(name: string): Record<string, string> {
    return this.eachAsset((asset, scale) => {
      const wallet = findBalance(this.state.ledger, "spot", this.user(name), asset);
      return `${formatUnits(wallet?.free ?? 0n, scale)}/${formatUnits(wallet?.locked ?? 0n, scale)}`;
    });
  }

  /** What FEE holds. */
  fees(): Record<string, string> {
    return this.eachAsset((asset, scale) =>
      formatUnits(this.state.ledger.houses[asset - 1]?.fee ?? 0n, scale),
    );
  }

  external(): Record<string, string> {
    return this.eachAsset((asset, scale) =>
      formatUnits(this.state.ledger.houses[asset - 1]?.external ?? 0n, scale),
    );
  }

  private eachAsset(show: (asset: number, scale: number) => string): Record<string, string> {
    const { assets } = this.state.catalogue;
    return Object.fromEntries(assets.map(({ id, name, scale }) => [name, show(id, scale)]));
  }

  /** The command behind `order`. */
  placing(name: string, words: string): PlaceOrder {
    const { pairName, ...asked } = askedFor(words);
    const pair = this.pair(pairName).id;
    return { type: "PlaceOrder", ...this.by(name), pair, ...asked };
  }

  private by(name: string) {
    return { user: this.user(name), key: this.key(name), request: 0 };
  }

  order(name: string, words: string): EngineOutcome {
    return this.send(this.placing(name, words));
  }

  /** An order that has to be accepted; its id. */
  place(name: string, words: string): number {
    const { orderId } = this.must(this.placing(name, words)) as { orderId: number };
    return orderId;
  }

  /** An order that has to be refused and to leave no trace; the reason. */
  refusal(name: string, words: string): string {
    return this.refusalOf(this.placing(name, words));
  }

  /** The same for any command. */
  refusalOf(command: Command): string {
    const before = substanceOf(this.state);
    const outcome = this.send(command);
    expect(substanceOf(this.state)).toEqual(before);
    expect(this.events).toEqual([]);
    return outcome.ok ? "accepted" : outcome.reason;
  }

  /** A test order. */
  tryOut(name: string, words: string) {
    return testOrder(this.state, this.placing(name, words), this.timeMs);
  }

  batch(name: string, words: readonly string[], pair?: string): EngineOutcome {
    const all = words.map(askedFor);
    const items = all.map(({ side, kind, quantity, price, clientId }) => {
      return { side, kind, quantity, price, clientId };
    });
    const besides = {
      instructions: anyOf(all.map((item) => item.instructions)),
      extras: anyOf(all.map((item) => item.extras)),
      tactics: anyOf(all.map((item) => item.tactics)),
      trailing: anyOf(all.map((item) => item.trailing)),
    };
    const on = { ...this.by(name), pair: this.pair(pair).id };
    return this.send({ type: "PlaceBatch", ...on, items, ...besides });
  }

  /** `oco`, `oto` or `otoco`, and its orders in words. */
  listing(name: string, kind: ListKind, words: readonly string[], clientId = ""): PlaceOrderList {
    const all = words.map(askedFor);
    const items = all.map(({ pairName: _, tactics: __, trailing: ___, ...asked }) => {
      return { instructions: undefined, extras: undefined, ...asked };
    });
    const tactics = anyOf(all.map((item) => item.tactics));
    const trailing = anyOf(all.map((item) => item.trailing));
    const on = { ...this.by(name), pair: this.pair().id };
    return { type: "PlaceOrderList", ...on, kind, clientId, items, tactics, trailing };
  }

  /** An order list that has to be taken: its id, and those of its orders. */
  list(name: string, kind: ListKind, words: readonly string[], clientId = ""): number[] {
    const placed = this.must(this.listing(name, kind, words, clientId)) as PlacedList;
    return [placed.listId, ...placed.orders.map(({ orderId }) => orderId)];
  }

  /** By list id, or by client id. */
  cancelList(name: string, which: number | string): EngineOutcome {
    const list = typeof which === "number" ? which : 0;
    const clientId = typeof which === "number" ? "" : which;
    const on = { ...this.by(name), pair: this.pair().id };
    return this.send({ type: "CancelOrderList", ...on, list, clientId });
  }

  /** By order id, or by client id. */
  cancel(name: string, which: number | string, pair?: string): EngineOutcome {
    const order = typeof which === "number" ? which : 0;
    const clientId = typeof which === "number" ? "" : which;
    const pairId = this.pair(pair).id;
    return this.send({ type: "CancelOrder", ...this.by(name), pair: pairId, order, clientId });
  }

  /** The command behind `replace`: one order, by its id or client id, by another. */
  replacing(name: string, which: number | string, words: string): ReplaceOrder {
    const { pairName, ...asked } = askedFor(words);
    const isId = typeof which === "number";
    return {
      type: "ReplaceOrder",
      ...this.by(name),
      pair: this.pair(pairName).id,
      area: "spot",
      order: isId ? which : 0,
      orderClientId: isId ? "" : which,
      mustCancel: true,
      ...asked,
    };
  }

  replace(name: string, which: number | string, words: string): EngineOutcome {
    return this.send(this.replacing(name, which, words));
  }

  cancelBatch(name: string, orders: readonly number[], pair?: string): EngineOutcome {
    return this.send({ type: "CancelBatch", ...this.by(name), pair: this.pair(pair).id, orders });
  }

  cancelByOperator(order: number): EngineOutcome {
    return this.send({ type: "CancelByOperator", order, request: 0 });
  }

  /** The book, dearest first: `sell 1 @ 130`, then `buy 1 @ 120`. */
  book(pair?: string): string[] {
    const { id, pricePrecision, quantityPrecision } = this.pair(pair);
    const { bids, asks } = present(this.state.books[id - 1], "the book");
    const show = (side: string) => (level: { ticks: number; lots: bigint }) =>
      `${side} ${formatUnits(level.lots, quantityPrecision)} @ ${formatSteps(level.ticks, pricePrecision)}`;
    const offered = depthOf(asks, 1000).map(show("sell")).reverse();
    return [...offered, ...depthOf(bids, 1000).map(show("buy"))];
  }

  /** The trades of the last command: `1 @ 100`. */
  trades(): string[] {
    return this.events.flatMap((event) => {
      if (event.type !== "Traded") return [];
      const { pricePrecision, quantityPrecision } = present(
        this.state.catalogue.pairs[event.pair - 1],
        "the pair of a trade",
      );
      const quantity = formatSteps(event.lots, quantityPrecision);
      return [`${quantity} @ ${formatSteps(event.ticks, pricePrecision)}`];
    });
  }

  /** An order, open or ended. */
  shown(id: number): Shown {
    const open = this.state.orders.byId.get(id);
    const order = present(open ?? this.ended.get(id), `order ${id}`);
    const status = "status" in order ? order.status : openStatusOf(order);
    const pair = present(this.state.catalogue.pairs[order.market - 1], "its pair");
    const { pricePrecision, quantityPrecision } = pair;
    return {
      status,
      price: formatSteps(order.kind === "market" ? 0 : order.ticks, pricePrecision),
      quantity:
        order.budget > 0n
          ? formatUnits(order.budget, pricePrecision + quantityPrecision)
          : formatSteps(order.lots, quantityPrecision),
      executed: formatSteps(order.executed, quantityPrecision),
      average: averagePrice(pair, order),
      clientId: clientIdOf(order),
    };
  }

  status(id: number): string {
    return this.shown(id).status;
  }

  /** How an order ended. */
  endOf(id: number): OrderEnded {
    return present(this.ended.get(id), `the end of order ${id}`);
  }
}
