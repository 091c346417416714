/**
 * A whole exchange and every kind of command it knows: many users, ten pairs, a large book on each.
 * What is open is learnt from the events, so the commands that need an order find one. From one
 * seed, hence the same in every round.
 */
import { flat, MID_TICKS, randomFrom } from "./workload.mjs";

export const PAIRS = 10;
const QUOTE = PAIRS + 1;
const SPREAD = 1_000;
const LOTS = 100;
const WHALE = 1;
const START_MS = 1_700_000_000_000;
const HOUR_MS = 3_600_000;
const SWEEP_LARGE_EVERY = 25;

export class Market {
  constructor({ users, orders }) {
    this.users = users;
    this.orders = orders;
    this.random = randomFrom(1);
    this.serial = 0;
    this.usersAdded = 0;
    this.keysAdded = 0;
    this.hourMs = 0;
    /** The pair that is halted, or 0. */
    this.halted = 0;
    /** @type {object[]} the open orders, and where each stands among them */
    this.open = [];
    this.placeOf = new Map();
    this.timeMs = START_MS;
  }

  /** Follows what happened. */
  fold(event) {
    const { type } = event;
    if (type !== "OrderRested" && type !== "OrderEnded") return;
    const order = orderIn(event);
    if (type === "OrderRested") {
      this.placeOf.set(order.id, this.open.length);
      this.open.push(order);
      return;
    }
    const place = this.placeOf.get(order.id);
    if (place === undefined) return;
    this.placeOf.delete(order.id);
    const last = this.open.pop();
    if (last.id === order.id) return;
    this.open[place] = last;
    this.placeOf.set(last.id, place);
  }

  /** Opens the exchange and fills its books. */
  *opening({ format, rules, pairDefaults }) {
    this.hourMs = Math.floor(START_MS / HOUR_MS) * HOUR_MS;
    yield { type: "OpenDirectory", kind: "sandbox", format, rules };
    for (let asset = 1; asset <= QUOTE; asset++) {
      yield { type: "AddAsset", name: `A${asset}`, scale: 8, request: 0 };
    }
    for (let pair = 1; pair <= PAIRS; pair++) {
      const precision = { pricePrecision: 2, quantityPrecision: 4 };
      const assets = { name: `P${pair}`, base: pair, quote: QUOTE };
      yield { type: "AddPair", ...pairDefaults, ...assets, ...precision, request: 0 };
    }
    while (this.usersAdded < this.users) {
      yield this.addUser();
      yield this.addKey(this.usersAdded);
      yield this.deposit(this.usersAdded, QUOTE);
      yield this.deposit(this.usersAdded, pairOf(this.usersAdded));
    }
    for (let pair = 1; pair <= PAIRS; pair++) yield this.deposit(WHALE, pair);
    while (this.open.length < this.orders) yield this.rest();
  }

  /** One command of a kind that is drawn; orders are the most frequent. */
  next() {
    const kinds = this.open.length < this.orders ? GROWING : SHRINKING;
    return this[kinds[this.draw(kinds.length)]]();
  }

  rest() {
    const user = 2 + this.draw(this.users - 1);
    return this.place(user, this.draw(2) === 0 ? "buy" : "sell", 1 + this.draw(SPREAD));
  }

  /** Takes a few orders, and rests with what is left. */
  cross() {
    return this.place(2 + this.draw(this.users - 1), this.draw(2) === 0 ? "buy" : "sell", -5);
  }

  place(user, side, away) {
    return { type: "PlaceOrder", ...by(user), pair: pairOf(user), ...this.asked(side, away) };
  }

  asked(side, away) {
    const ticks = side === "buy" ? MID_TICKS - away : MID_TICKS + away;
    const quantity = decimal(1 + this.draw(LOTS), 4);
    return { side, kind: "limit", quantity, price: decimal(ticks, 2), clientId: this.name("mm") };
  }

  placeBatch() {
    const user = 2 + this.draw(this.users - 1);
    const side = this.draw(2) === 0 ? "buy" : "sell";
    const items = Array.from({ length: 10 }, () => this.asked(side, 1 + this.draw(SPREAD)));
    return { type: "PlaceBatch", ...by(user), pair: pairOf(user), items };
  }

  /** Now and then about a thousand orders over a hundred levels and more; else twenty. */
  sweep() {
    const orders = this.draw(SWEEP_LARGE_EVERY) === 0 ? 1_000 : 20;
    const side = this.draw(2) === 0 ? "buy" : "sell";
    return this.market(1 + this.draw(PAIRS), side, orders * (LOTS / 2));
  }

  /** An order of the user who can pay for all. A market buy names an amount of money, not lots. */
  market(pair, side, lots) {
    const quantity = side === "buy" ? decimal(lots * MID_TICKS, 6) : decimal(lots, 4);
    const order = { side, kind: "market", quantity, price: "", clientId: this.name("whale") };
    return { type: "PlaceOrder", ...by(WHALE), pair, ...order };
  }

  cancel() {
    const { id, user, pair, clientId } = this.drawOpen();
    const isById = this.draw(2) === 0;
    const order = isById ? id : 0;
    return { type: "CancelOrder", ...by(user), pair, order, clientId: isById ? "" : clientId };
  }

  cancelBatch() {
    const { user, pair, id } = this.drawOpen();
    const orders = [id, ...Array.from({ length: 9 }, () => this.drawOpen().id)];
    return { type: "CancelBatch", ...by(user), pair, orders };
  }

  cancelByOperator() {
    return { type: "CancelByOperator", order: this.drawOpen().id, request: 0 };
  }

  moveIn() {
    return this.deposit(1 + this.draw(this.users), QUOTE);
  }

  deposit(user, asset) {
    const amount = user === WHALE ? 10n ** 18n : 10n ** 15n;
    return { type: "Deposit", id: this.name("in"), user, asset, amount, request: 0 };
  }

  moveOut() {
    const user = 1 + this.draw(this.users);
    return { type: "Withdraw", id: this.name("out"), user, asset: QUOTE, amount: 1n, request: 0 };
  }

  addUser() {
    return { type: "AddUser", name: `user${++this.usersAdded}`, request: 0 };
  }

  addKey(user = 1 + this.draw(this.users)) {
    this.keysAdded++;
    const sealedSecret = new Uint8Array(48);
    const key = { apiKey: `key${this.keysAdded}`, sealedSecret, mayTrade: true, addresses: [] };
    return { type: "AddKey", user, ...key, request: 0 };
  }

  /** Of a key that no user trades with. */
  revokeKey() {
    const spare = this.keysAdded - this.users;
    const key = spare > 0 ? this.users + 1 + this.draw(spare) : this.keysAdded + 1;
    return { type: "RevokeKey", key, request: 0 };
  }

  freeze() {
    return { type: "FreezeUser", user: 2 + this.draw(this.users - 1), request: 0 };
  }

  unfreeze() {
    return { type: "UnfreezeUser", user: 2 + this.draw(this.users - 1), request: 0 };
  }

  /** One pair at a time. */
  haltOrResume() {
    const pair = this.halted || 1 + this.draw(PAIRS);
    const type = this.halted ? "ResumePair" : "HaltPair";
    this.halted = this.halted ? 0 : pair;
    return { type, pair, request: 0 };
  }

  setFees() {
    const rates = { makerRate: this.draw(100_000), takerRate: this.draw(100_000) };
    return { type: "SetFees", pair: 1 + this.draw(PAIRS), ...rates, request: 0 };
  }

  strikeHour() {
    this.hourMs += HOUR_MS;
    this.timeMs = Math.max(this.timeMs, this.hourMs);
    return { type: "HourTick", hourMs: this.hourMs };
  }

  name(word) {
    return flat(`${word}-${++this.serial}`);
  }

  drawOpen() {
    return this.open[this.draw(this.open.length)];
  }

  draw(count) {
    return Math.floor(this.random() * count);
  }
}

const RARE = [
  "sweep",
  "placeBatch",
  "cancelBatch",
  "cancelByOperator",
  "moveIn",
  "moveOut",
  "addUser",
  "addKey",
  "revokeKey",
  "freeze",
  "unfreeze",
  "haltOrResume",
  "haltOrResume",
  "setFees",
  "strikeHour",
];
const often = (...kinds) => Array.from({ length: 200 }, (_, i) => kinds[i % kinds.length]);
const GROWING = [...RARE, ...often("rest", "rest", "rest", "cancel", "cross")];
const SHRINKING = [...RARE, ...often("rest", "cancel", "cancel", "cancel", "cross")];

/** The order of an event: in the event itself, or, as a commit from before has it, beside it. */
function orderIn(event) {
  const { id, user, clientId, market, pair = market } = event.order ?? event;
  return { id, user, clientId, pair };
}

/** Each user trades on one pair, with a key that has the user's number. */
function pairOf(user) {
  return 1 + (user % PAIRS);
}

function by(user) {
  return { user, key: user, request: 0 };
}

function decimal(steps, decimals) {
  const digits = String(steps).padStart(decimals + 1, "0");
  return flat(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`);
}
