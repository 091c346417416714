/**
 * The orders that every contender gets: the same, in the same order, from one seed. A small model
 * of the book stands behind them, so that every cancel names an open order, a crossing order finds
 * what it takes, and the book keeps its size. No contender is asked to do anything that fails.
 */

/** The middle of the book in ticks; prices are spread on either side of it. */
export const MID_TICKS = 300_000;
const LOTS_MAX = 100;
/** How far beyond the best price a crossing order may reach. */
const REACH_TICKS = 2;
const CROSSING_SHARE = 0.05;

/**
 * @typedef {{
 *   type: "place" | "cancel", id: number, clientId: string, user: number,
 *   side: "buy" | "sell", ticks: number, lots: number,
 * }} Op one step: an order, or the cancel of an open one
 * @typedef {{ resting: number, users: number, spread: number, seed?: number }} Shape
 * @typedef {{ queue: number[], head: number, live: number }} Level
 */

export class Workload {
  /** @param {Shape} shape */
  constructor({ resting, users, spread, seed = 1 }) {
    this.resting = resting;
    this.users = users;
    this.spread = spread;
    this.random = randomFrom(seed);
    this.idLast = 0;
    /** @type {Map<number, { op: Op, remaining: number, at: number }>} the open orders by id */
    this.open = new Map();
    /** @type {number[]} their ids, so that one can be drawn */
    this.ids = [];
    /** @type {Record<"buy" | "sell", Level[]>} by distance from the middle */
    this.levels = { buy: newLevels(spread), sell: newLevels(spread) };
  }

  /** Orders that fill the book; call until `resting` are open. */
  rest() {
    const side = this.draw(2) === 0 ? "buy" : "sell";
    const distance = this.draw(this.spread);
    const op = this.newOrder(side, distance, 1 + this.draw(LOTS_MAX), 1 + this.draw(this.users));
    this.enter(op, distance);
    return op;
  }

  /** @returns {Op} 5 % crossing orders; else orders that rest and cancels, in balance */
  next() {
    if (this.random() < CROSSING_SHARE) return this.cross();
    const size = this.ids.length / this.resting;
    const mayRest = size < 0.99 || (size < 1.01 && this.draw(2) === 0);
    return mayRest ? this.rest() : this.cancel();
  }

  cancel() {
    const order = this.open.get(this.ids[this.draw(this.ids.length)]);
    const { id, clientId, user, side, ticks, lots } = order.op;
    const level = this.levels[side][distanceOf(order.op)];
    level.live--;
    this.leave(order);
    if (level.queue.length > 16 + 2 * level.live) this.compact(level);
    // A request brings letters of its own, not the string that the first one brought.
    return { type: "cancel", id, clientId: flat(clientId), user, side, ticks, lots };
  }

  /** A limit order that takes from the best levels and is filled completely. */
  cross() {
    const side = this.draw(2) === 0 ? "buy" : "sell";
    const levels = this.levels[side === "buy" ? "sell" : "buy"];
    const best = levels.findIndex((level) => level.live > 0);
    const reach = Math.min(best + REACH_TICKS, levels.length - 1);
    const makers = this.take(levels.slice(best, reach + 1), 1 + this.draw(LOTS_MAX));
    const lots = makers.reduce((sum, maker) => sum + maker.lots, 0);
    let user = 1 + this.draw(this.users);
    while (makers.some((maker) => maker.user === user)) user = 1 + this.draw(this.users);
    return this.newOrder(side, -reach, lots, user);
  }

  /** Takes up to `wanted` lots in price-time order. */
  take(levels, wanted) {
    const taken = [];
    let rest = wanted;
    for (const level of levels) {
      while (level.live > 0 && rest > 0) {
        const maker = this.open.get(level.queue[level.head]);
        if (!maker) {
          level.head++;
          continue;
        }
        const lots = Math.min(rest, maker.remaining);
        taken.push({ user: maker.op.user, lots });
        rest -= lots;
        maker.remaining -= lots;
        if (maker.remaining > 0) continue;
        level.head++;
        level.live--;
        this.leave(maker);
      }
    }
    return taken;
  }

  /** A negative distance is on the other side of the middle. */
  newOrder(side, distance, lots, user) {
    const away = distance < 0 ? distance - 1 : distance + 1;
    const ticks = side === "buy" ? MID_TICKS - away : MID_TICKS + away;
    const id = ++this.idLast;
    return { type: "place", id, clientId: clientIdOf(id), user, side, ticks, lots };
  }

  enter(op, distance) {
    this.open.set(op.id, { op, remaining: op.lots, at: this.ids.length });
    this.ids.push(op.id);
    const level = this.levels[op.side][distance];
    level.queue.push(op.id);
    level.live++;
  }

  leave(order) {
    this.open.delete(order.op.id);
    const last = this.ids.pop();
    if (last === order.op.id) return;
    this.ids[order.at] = last;
    this.open.get(last).at = order.at;
  }

  compact(level) {
    level.queue = level.queue.filter((id) => this.open.has(id));
    level.head = 0;
  }

  draw(count) {
    return Math.floor(this.random() * count);
  }
}

function newLevels(count) {
  return Array.from({ length: count }, () => ({ queue: [], head: 0, live: 0 }));
}

function distanceOf({ side, ticks }) {
  return (side === "buy" ? MID_TICKS - ticks : ticks - MID_TICKS) - 1;
}

/** 22 letters, as a bot would send them; flat, as a parsed request would bring them. */
function clientIdOf(id) {
  return flat(`mm-01-${(id * 7919).toString(36).padStart(16, "0")}`);
}

/** One piece of memory instead of a tree of parts: the same string for every contender. */
export function flat(text) {
  return Buffer.from(text, "latin1").toString("latin1");
}

/** mulberry32: numbers from 0 up to 1. */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
