/**
 * Turns a spot example of the rulebook into a desk and its commands, and answers each field that the
 * example expects from what the exchange then says. What an example leaves open takes the
 * rulebook's default; makers without a balance of their own are given plenty.
 */

import { present } from "../../src/core/base/assert.ts";
import { PAIR_DEFAULTS } from "../../src/core/engine/catalogue/catalogue.ts";
import { orderIdNamed } from "../../src/core/engine/orders/open-orders.ts";
import { quoteAmount } from "../../src/core/engine/spot/order-value.ts";
import { bigOf } from "../../src/core/money/amount.ts";
import { formatSteps, formatUnits } from "../../src/core/money/decimal.ts";
import { parseRate } from "../../src/core/money/rate.ts";
import { Desk, type EngineOutcome } from "./desk.ts";
import { type Example, plain } from "./examples.ts";

type Words = Readonly<Record<string, string>>;

interface Given {
  readonly symbol?: Record<string, string | number>;
  readonly balances?: Record<string, Words>;
  readonly book?: readonly (readonly string[])[];
  readonly order?: Words;
  readonly steps?: readonly string[];
  readonly trade?: Words;
  readonly batchOrders?: readonly Words[];
  readonly then?: string;
  readonly referencePrice?: string;
  readonly multipliers?: Words;
  readonly fees?: string;
  readonly makerFeeRate?: string;
  readonly takerFeeRate?: string;
}

const PLENTY = "1000000";
/** What the v1 dialect answers; for an order that is known to have ended. */
const CODES: Words = { order_not_open: "-1145", client_id_used: "-2010" };

/** An answer to one field: a value, or a function that looks at what is expected. */
type Answer = (expected: unknown) => unknown;

export class ExampleStory {
  private readonly given: Given;
  private readonly example: Example;
  private readonly desk: Desk;
  private readonly base: string;
  private readonly quote: string;
  private readonly answers = new Map<string, Answer>();

  constructor(example: Example) {
    this.example = example;
    this.given = example.given as Given;
    [this.base, this.quote] = assetsOf(example);
    const { base, quote } = this;
    this.desk = new Desk(this.opening(), { base, quote, rules: this.rules() });
    for (const user of ["A", "B", "C"])
      this.answers.set(user, (asked) => this.balances(user, asked));
    this.answers.set("feeAccount", () => this.desk.fees());
  }

  /** Plays the example; the answers to what it expects. */
  tell(): unknown {
    const { referencePrice, book = [], order, steps, trade, batchOrders } = this.given;
    if (referencePrice !== undefined) {
      this.desk.place("M", `sell 1 @ ${referencePrice}`);
      this.desk.place("N", `buy 1 @ ${referencePrice}`);
    }
    const resting = book.map(([user = "", side = "", , volume = "", price = ""]) =>
      this.desk.place(user, `${side.toLowerCase()} ${volume} @ ${price}`),
    );
    this.answers.set("ownAskStatus", () => this.status(resting.at(-1) ?? 0));
    if (order) this.playOrder(order);
    if (trade) this.playTrade(trade);
    if (batchOrders) return this.playBatch(batchOrders, this.given.then ?? "");
    if (steps) this.playSteps(steps);
    return this.answer(Object.keys(this.example.expect));
  }

  private answer(fields: readonly string[]): Record<string, unknown> {
    const told = fields.map((field) => {
      const answer = present(this.answers.get(field), `an answer to "${field}"`);
      return [field, plain(answer(this.example.expect[field]))];
    });
    return Object.fromEntries(told);
  }

  private rules() {
    const { symbol = {}, fees, multipliers, makerFeeRate, takerFeeRate } = this.given;
    const rate = (text: string | number | undefined, standard: number) =>
      text === undefined ? standard : present(parseRate(`${plain(`${text}`)}`), `rate ${text}`);
    return {
      pricePrecision: Number(symbol["pricePrecision"] ?? 2),
      quantityPrecision: Number(symbol["quantityPrecision"] ?? 6),
      makerRate: rate(symbol["makerFeeRate"] ?? makerFeeRate ?? fees, PAIR_DEFAULTS.makerRate),
      takerRate: rate(symbol["takerFeeRate"] ?? takerFeeRate ?? fees, PAIR_DEFAULTS.takerRate),
      rangeUp: rate(multipliers?.["up"], PAIR_DEFAULTS.rangeUp),
      rangeDown: rate(multipliers?.["down"], PAIR_DEFAULTS.rangeDown),
    };
  }

  private opening(): Record<string, Words> {
    const plenty = { [this.base]: PLENTY, [this.quote]: PLENTY };
    const everyone = Object.fromEntries(["A", "B", "C", "M", "N"].map((name) => [name, plenty]));
    return { ...everyone, ...this.given.balances };
  }

  /** The assets that are asked about, and of each what is asked about. */
  private balances(user: string, asked: unknown): unknown {
    const balances = this.desk.balances(user);
    const shown = Object.entries(asked as Record<string, object>).map(([asset, parts]) => {
      const [free, locked] = (balances[asset] ?? "").split("/");
      const all: Record<string, unknown> = { free, locked };
      return [asset, Object.fromEntries(Object.keys(parts).map((part) => [part, all[part]]))];
    });
    return Object.fromEntries(shown);
  }

  private status(id: number): string {
    return this.desk.status(id).toUpperCase();
  }

  private playOrder({ user = "", side = "", volume = "", price }: Words): void {
    const limit = price === undefined ? "" : ` @ ${price}`;
    const id = this.desk.place(user, `${side.toLowerCase()} ${volume}${limit}`);
    const trades = this.trades();
    const shown = this.desk.shown(id);
    this.answers.set("status", () => this.status(id));
    this.answers.set("price", () => shown.price);
    this.answers.set("origQty", () => shown.quantity);
    this.answers.set("executedQty", () => shown.executed);
    this.answers.set("avgPrice", () => shown.average);
    this.answers.set("trades", () => trades);
  }

  /** Quantity, price and value of the last command's trades. */
  private trades(): string[][] {
    const pair = this.desk.pair();
    const { pricePrecision, quantityPrecision } = pair;
    return this.desk.events.flatMap((event) => {
      if (event.type !== "Traded") return [];
      const { ticks, lots } = event;
      const value = formatUnits(bigOf(quoteAmount(pair, ticks, lots)), 8);
      return [[formatSteps(lots, quantityPrecision), formatSteps(ticks, pricePrecision), value]];
    });
  }

  /** SPOT-10: the taker buys from the maker at the maker's price. */
  private playTrade({ qty = "", price = "" }: Words): void {
    const { desk } = this;
    const before = { A: desk.balances("A"), B: desk.balances("B") };
    desk.place("B", `sell ${qty} @ ${price}`);
    desk.place("A", `buy ${qty} @ ${price}`);
    const [, , amount] = this.trades()[0] ?? [];
    const [traded] = desk.events;
    if (traded?.type !== "Traded") throw new Error("no trade");
    const gained = (user: "A" | "B", asset: string) =>
      formatUnits(this.units(desk.balances(user), asset) - this.units(before[user], asset), 8);
    this.answers.set("amount", () => amount);
    this.answers.set("buyer", () => ({
      feeCoin: this.base,
      fee: formatUnits(traded.buyerFee, 8),
      [`net${this.base}`]: gained("A", this.base),
    }));
    this.answers.set("seller", () => ({
      feeCoin: this.quote,
      fee: formatUnits(traded.sellerFee, 8),
      [`net${this.quote}`]: gained("B", this.quote),
    }));
  }

  private units(balances: Words, asset: string): bigint {
    const [whole = "", fraction = ""] = (balances[asset]?.split("/")[0] ?? "").split(".");
    return BigInt(whole + fraction.padEnd(8, "0"));
  }

  /** SPOT-08: what is expected before the cancels is asked before them. */
  private playBatch(batch: readonly Words[], then: string): unknown {
    const words = batch.map(
      ({ side = "", volume, price }) => `${side.toLowerCase()} ${volume} @ ${price}`,
    );
    const placed = this.desk.batch("A", words);
    if (!placed.ok || !("orderIds" in placed.answer)) throw new Error("the batch was refused");
    const { orderIds } = placed.answer;
    this.answers.set("statuses", () => orderIds.map((id) => this.status(id)));
    this.answers.set("ids", (expected) =>
      orderIds.length === batch.length && isRising(orderIds) ? expected : orderIds,
    );
    const told = this.answer(["ids", "statuses", "A"]);

    const named = [...then.matchAll(/\bid(\d+)|\b(\d+)\b/g)].map(([, index, number]) =>
      index === undefined ? Number(number) : (orderIds[Number(index) - 1] ?? 0),
    );
    const name = (id: number) => {
      const index = orderIds.indexOf(id);
      return index < 0 ? `${id}` : `id${index + 1}`;
    };
    const canceled = this.desk.cancelBatch("A", named);
    if (!canceled.ok || !("failed" in canceled.answer)) throw new Error("the cancels were refused");
    const { canceled: success, failed } = canceled.answer;
    this.answers.set("batchCancel", () => ({
      success: success.map(name),
      failed: failed.map(name),
    }));
    this.answers.set("afterCancel", (expected) => this.balances("A", expected));
    return { ...told, ...this.answer(["batchCancel", "afterCancel"]) };
  }

  /** SPOT-11 and SPOT-12: sentences. */
  private playSteps(steps: readonly string[]): void {
    const results = steps.map((step) => this.playStep(step));
    this.answers.set("results", (expected) =>
      (expected as string[]).map((text, index) => {
        const result = results[index] ?? "nothing";
        return text.startsWith(result) || refusesWith(text, result) ? text : result;
      }),
    );
  }

  private playStep(step: string): string {
    const { desk } = this;
    const limit = /^(\w) LIMIT (BUY|SELL) (\S+) @ (\S+)$/.exec(step);
    if (limit) {
      const [, user = "", side = "", volume, price] = limit;
      desk.place(user, `${side.toLowerCase()} ${volume} @ ${price}`);
      this.answers.set("tradePrice", this.kept(this.trades()[0]?.[1]));
      this.answers.set("statusAfterTrade", this.kept(this.status(1)));
      const locked = desk.balances("A")[this.quote]?.split("/")[1];
      this.answers.set("lockedAfterTrade", this.kept(locked));
      return "accepted";
    }
    if (/^\w cancel/.test(step)) {
      const code = codeOf(desk.cancel("A", 1));
      this.answers.set(step.endsWith("again") ? "secondCancel" : "firstCancel", () => code);
      this.answers.set("statusAfterCancel", this.kept(this.status(1)));
      this.answers.set("executedQty", this.kept(desk.shown(1).executed));
      return code;
    }
    return this.playNaming(step);
  }

  private kept(value: unknown): Answer {
    return () => value;
  }

  /** SPOT-12: orders are numbered as they are accepted. */
  private playNaming(step: string): string {
    const { desk } = this;
    const countBefore = desk.state.orders.orderIdLast;
    const number = Number(/\border (\d)/.exec(step)?.[1] ?? 0);
    if (/pass$/.test(step)) {
      const [, seconds, ms] = /^(\d+) s and (\d+) ms/.exec(step) ?? [];
      desk.advance(Number(seconds) * 1000 + Number(ms));
      return "-";
    }
    if (step.startsWith("query")) {
      const name = { user: desk.user("A"), area: "spot" as const, clientId: "X" };
      return `order ${this.ownNumber(orderIdNamed(desk.state.orders, name, desk.timeMs))}`;
    }
    if (step.startsWith("the user cancels")) {
      desk.cancel("A", this.own[number - 1] ?? 0);
      return this.status(this.own[number - 1] ?? 0);
    }
    if (step.endsWith("is filled")) {
      desk.place("C", "sell 1 @ 100");
      return this.status(this.own[number - 1] ?? 0);
    }
    const user = /^user (\w)/.exec(step)?.[1] ?? "A";
    const code = codeOf(desk.order(user, "buy 1 @ 100 as X"));
    const { orderIdLast } = desk.state.orders;
    if (code === "accepted") this.own.push(orderIdLast);
    return code !== "accepted" && orderIdLast !== countBefore ? "an order was created" : code;
  }

  /** Ids of the accepted orders with X, in their order. */
  private readonly own: number[] = [];

  private ownNumber(id: number): number {
    return this.own.indexOf(id) + 1;
  }
}

function codeOf(outcome: EngineOutcome): string {
  return outcome.ok ? "accepted" : (CODES[outcome.reason] ?? outcome.reason);
}

function refusesWith(text: string, code: string): boolean {
  return text.startsWith("refused") && text.includes(`(${code})`);
}

function isRising(ids: readonly number[]): boolean {
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? 0));
}

/** Base and quote of an example: as given, or as its symbol and its balances tell. */
function assetsOf({ given, expect }: Example): [string, string] {
  const { symbol, balances = {} } = given as Given;
  const named = new Set([
    ...Object.values(balances).flatMap((balances) => Object.keys(balances)),
    ...["A", "B", "C"].flatMap((user) => Object.keys(expect[user] ?? {})),
  ]);
  const name = `${symbol?.["symbol"] ?? ""}`;
  for (let cut = 1; cut < name.length; cut++) {
    const halves: [string, string] = [name.slice(0, cut), name.slice(cut)];
    if (halves.some((half) => named.has(half))) return halves;
  }
  const quote = [...named].find((asset) => asset.startsWith("USD")) ?? "USDT";
  return [[...named].find((asset) => asset !== quote) ?? "BTC", quote];
}
