/**
 * What the connections ask, in turn. Every request is of another user than the one before, so that
 * no user comes near its limit while all limits are counted. Nothing depends on a reply: the echo
 * gets the same requests as the exchange.
 */
import { randomFrom } from "../support/workload.mjs";
import { publicGet, signedGet, signedPost } from "./requests.mjs";

export const SYMBOL = "BTCUSDT";
/** The middle of the book in ticks of 0.01; trades wander around it, resting orders stand off. */
export const MID_TICKS = 3_000_000;
const WANDER_TICKS = 50;
export const STAND_OFF_TICKS = 200;
const STAND_LEVELS = 1_000;
/** Where orders rest: far off the middle, or so near that a client that watches the book sees them. */
const FAR = { off: STAND_OFF_TICKS, levels: STAND_LEVELS };
export const NEAR = { off: 60, levels: 150 };
const LOTS_MAX = 200;
const PAIRS_PER_STEP = 64;

/** Of ten requests eight trade, one rests away from the middle, and one cancels that. */
const CYCLE = 10;
/** So often the book changes between depths; the order counts as a request like the others. */
const DEPTHS_PER_ORDER = 9;
/** Of ten requests to several markets four trade, three rest where it is seen, and three cancel those. */
const RESTING_TURNS = 3;

/** What all connections of one run share. */
export class Crowd {
  /** @param {import("./requests.mjs").Account[]} accounts */
  constructor(accounts, { name, seed = 1, symbol = SYMBOL, stands = FAR, symbols = [] }) {
    this.accounts = accounts;
    this.symbol = symbol;
    this.stands = stands;
    /** One for each of several markets. */
    this.markets = symbols.map((each) => {
      return new Crowd(accounts, { name: `${name}-${each}`, seed, symbol: each, stands: NEAR });
    });
    this.name = name;
    this.random = randomFrom(seed);
    this.asked = 0;
    this.trades = 0;
    this.serial = 0;
    this.wander = 0;
    this.lots = 1;
  }

  nextAccount() {
    return this.accounts[this.asked++ % this.accounts.length];
  }

  clientId() {
    return `${this.name}-${(++this.serial).toString(36).padStart(10, "0")}`;
  }

  /**
   * Two orders of one size at one price, on either side: the one that comes first rests, the other
   * takes it. Now and then the price moves by a tick.
   */
  trade() {
    const pair = this.trades >> 1;
    const isFirst = this.trades++ % 2 === 0;
    if (isFirst) this.lots = 1 + this.draw(LOTS_MAX);
    if (isFirst && pair % PAIRS_PER_STEP === 0) {
      const moved = this.wander + this.draw(3) - 1;
      this.wander = Math.max(-WANDER_TICKS, Math.min(WANDER_TICKS, moved));
    }
    const isBuy = isFirst === (pair % 2 === 0);
    return { symbol: this.symbol, isBuy, ticks: MID_TICKS + this.wander, lots: this.lots };
  }

  /** An order that no other order will take. */
  stand() {
    const isBuy = this.draw(2) === 0;
    const away = this.stands.off + this.draw(this.stands.levels);
    const ticks = isBuy ? MID_TICKS - away : MID_TICKS + away;
    return { symbol: this.symbol, isBuy, ticks, lots: 1 + this.draw(LOTS_MAX) };
  }

  draw(count) {
    return Math.floor(this.random() * count);
  }
}

/** One connection's orders and cancels. @param {Crowd} crowd */
function orders(crowd) {
  let step = crowd.draw(CYCLE);
  let standing = { account: crowd.accounts[0], clientId: "", symbol: crowd.symbol };
  return () => {
    const turn = step++ % CYCLE;
    if (turn === CYCLE - 1 && standing.clientId !== "") {
      return cancelRequest(standing);
    }
    const account = crowd.nextAccount();
    const clientId = crowd.clientId();
    const isStanding = turn === CYCLE - 2;
    if (isStanding) standing = { account, clientId, symbol: crowd.symbol };
    return orderRequest(account, clientId, isStanding ? crowd.stand() : crowd.trade());
  };
}

/** Orders that trade, and nothing else. @param {Crowd} crowd */
function trades(crowd) {
  return () => orderRequest(crowd.nextAccount(), crowd.clientId(), crowd.trade());
}

/** One connection's orders and cancels on several markets in turn. @param {Crowd} crowd */
function markets(crowd) {
  let step = crowd.draw(CYCLE);
  const standing = [];
  return () => {
    const market = crowd.markets[step % crowd.markets.length];
    const turn = step++ % CYCLE;
    if (turn >= CYCLE - RESTING_TURNS && standing.length > 0)
      return cancelRequest(standing.shift());
    const account = crowd.nextAccount();
    const clientId = market.clientId();
    const isStanding = turn >= CYCLE - 2 * RESTING_TURNS;
    if (isStanding) standing.push({ account, clientId, symbol: market.symbol });
    return orderRequest(account, clientId, isStanding ? market.stand() : market.trade());
  };
}

function cancelRequest({ account, clientId, symbol }) {
  const body = `{"symbol":"${symbol}","newClientOrderId":"${clientId}"}`;
  return signedPost(account, "/sapi/v1/cancel", body);
}

/** Without a window of its own it is good for the usual five seconds. */
export function orderRequest(account, clientId, terms) {
  return signedPost(account, "/sapi/v1/order", orderFields(clientId, terms));
}

/** What an order asks for, as JSON. */
export function orderFields(clientId, { symbol = SYMBOL, isBuy, ticks, lots, windowMs }) {
  const side = isBuy ? "BUY" : "SELL";
  const window = windowMs === undefined ? "" : `,"recvWindow":${windowMs}`;
  const figures = `"volume":"${decimal(lots, 5)}","price":"${decimal(ticks, 2)}"`;
  const names = `"symbol":"${symbol}","newClientOrderId":"${clientId}"`;
  return `{${names},"side":"${side}","type":"LIMIT",${figures}${window}}`;
}

function account(crowd) {
  return () => signedGet(crowd.nextAccount(), "/sapi/v1/account");
}

/** Each account asks for the order of its own that is open. */
function order(crowd) {
  return () => {
    const asking = crowd.nextAccount();
    return signedGet(asking, `/sapi/v1/order?symbol=${SYMBOL}&orderId=${asking.orderId}`);
  };
}

function openOrders(crowd) {
  return () => signedGet(crowd.nextAccount(), `/sapi/v1/openOrders?symbol=${SYMBOL}&limit=100`);
}

function depth(crowd) {
  const nextOrder = orders(crowd);
  let step = 0;
  return () => {
    if (step++ % (DEPTHS_PER_ORDER + 1) === 0) return nextOrder();
    return publicGet(`/sapi/v1/depth?symbol=${SYMBOL}&limit=100`);
  };
}

export const SCRIPTS = { orders, trades, markets, account, order, openOrders, depth };

function decimal(steps, decimals) {
  const digits = String(steps).padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
