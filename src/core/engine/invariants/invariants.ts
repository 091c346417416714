/**
 * What holds after every command, whatever the commands were: I-1 to I-3, I-5, I-7, I-8, I-16 and
 * I-17 of the rulebook, recomputed from scratch and compared with what the engine keeps. Everything
 * is inspected, so the sequencer never calls this: the simulation, `bourse verify`, and the archivist
 * before each snapshot (CORE-TRIP-5) do. Its time grows with orders, wallets and positions.
 */

import { bigOf } from "../../money/amount.ts";
import { type Book, lotsAt, ordersAt, placeOf } from "../book/book.ts";
import { type Ladder, levelsOf } from "../book/ladder.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { HOUR_MS } from "../directory.ts";
import { AREAS } from "../ledger/area.ts";
import { balanceOf, balancesIn } from "../ledger/ledger.ts";
import { findClientId } from "../orders/client-ids.ts";
import { isRebated, type OrderOwner, openRowsOf } from "../orders/open-orders.ts";
import type { Order, PriceLevel, Side } from "../orders/order.ts";
import { NO_ORDER, type OrderRows } from "../orders/order-rows.ts";
import { lockOf } from "../spot/order-value.ts";
import type { ExchangeState } from "../state.ts";
import { endsBefore } from "../users/bans.ts";
import { checkFutures } from "./futures-invariants.ts";
import { checkLists, sharedLocks } from "./list-invariants.ts";
import { checkMargin } from "./margin-invariants.ts";
import { checkCountdowns, checkStops } from "./stop-invariants.ts";
import { Sums } from "./sums.ts";

/** Every sentence that is not true; none in a sound exchange. */
export function brokenInvariants(state: ExchangeState): string[] {
  const broken: string[] = [];
  const claim: Claim = (isTrue, sentence) => {
    if (!isTrue) broken.push(typeof sentence === "string" ? sentence : sentence());
  };
  const { byId } = state.orders;
  checkSums(state, claim);
  checkLocks(state, claim);
  for (const order of byId.all()) checkOrder(state, order, claim);
  state.books.forEach((book, index) => {
    checkBook(book, index + 1, claim);
  });
  state.futures.markets.forEach(({ book }, index) => {
    checkBook(book, index + 1, claim);
  });
  checkOwners(state, claim);
  claim(byId.rows.held === byId.size, "CORE-BOUND-1 every row is an open order's or free");
  checkBans(state, claim);
  checkCountdowns(state, claim);
  checkMargin(state, claim);
  const ofFutures = byId.inOrder().filter((order) => byId.rows.area(order) === "futures");
  checkFutures(
    state,
    ofFutures.map((order) => byId.rows.orderAt(order)),
    claim,
  );
  claim(state.hourMs % HOUR_MS === 0 && state.hourMs <= state.timeMs, "the hour has struck");
  return broken;
}

/** A sentence with names in it is made only where it is not true: there are millions of them. */
export type Claim = (isTrue: boolean, sentence: string | (() => string)) => void;

/** I-1, I-2: every asset sums to zero; no balance is below zero. */
function checkSums({ ledger, catalogue, futures }: ExchangeState, claim: Claim): void {
  const sums = new Map<number, bigint>();
  const add = (asset: number, amount: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  for (const area of ["spot", "margin"] as const) {
    for (const { user, asset, free, locked } of balancesIn(ledger, area)) {
      claim(free >= 0n && locked >= 0n, () => `I-2 user ${user} is not below zero`);
      add(asset, free + locked);
    }
  }
  for (const { user, asset, free, locked } of balancesIn(ledger, "futures")) {
    claim(locked >= 0n, () => `I-2 the locked balance of user ${user} is not below zero`);
    add(asset, free + locked); // Free: checkFutures.
  }
  for (const { asset, margin } of futures.positions.all()) add(asset, margin);
  ledger.clearing.forEach((held, index) => {
    add(catalogue.contracts[index]?.marginCoin ?? 0, held);
  });
  ledger.houses.forEach(({ external, marginBadDebt, futuresBadDebt, ...funds }, index) => {
    for (const [name, held] of Object.entries(funds)) {
      claim(held >= 0n, () => `I-2 ${name} of asset ${index + 1} is not below zero`);
      add(index + 1, held);
    }
    const isDebt = marginBadDebt <= 0n && futuresBadDebt <= 0n;
    claim(isDebt, () => `I-2 bad debt of asset ${index + 1} is not above zero`);
    claim(funds.funding === 0n, () => `I-2 funding of asset ${index + 1} is empty`);
    add(index + 1, external + marginBadDebt + futuresBadDebt);
  });
  for (const { id, name } of catalogue.assets) {
    claim((sums.get(id) ?? 0n) === 0n, () => `I-1 ${name} sums to zero, not ${sums.get(id)}`);
  }
}

/** I-3: what is locked is what the open orders need, no more and no less (SPOT-LOCK-4). */
function checkLocks(state: ExchangeState, claim: Claim): void {
  const needed = { spot: new Sums(), margin: new Sums() };
  for (const order of state.orders.byId.all()) {
    const { area, user, side } = order;
    if (area === "futures") continue; // checkFutures
    const pair = state.catalogue.pairs[order.market - 1] as Pair;
    if (order.instructions?.isPending) continue; // SPOT-LIST-11
    needed[area].add(user, side === "buy" ? pair.quote : pair.base, bigOf(lockOf(pair, order)));
  }
  for (const { user, asset, amount } of sharedLocks(state)) {
    needed.spot.add(user, asset, -amount);
  }
  for (const area of ["spot", "margin"] as const) {
    for (const wallet of state.ledger.wallets.in(area)) {
      const { user, asset, locked } = balanceOf(state.ledger, wallet);
      const sum = needed[area].take(user, asset);
      const key = `${area} ${user}/${asset}`;
      claim(locked === sum, () => `I-3 locks of user/asset ${key}`);
      claim(
        state.ledger.wallets.expectedLock(wallet) === sum,
        () => `I-3 the orders of user/asset ${key} count what they need`,
      );
    }
    claim(needed[area].isEmpty, "I-3 every lock has a wallet");
  }
}

/** I-4, I-16, I-17 of one open order. */
function checkOrder(state: ExchangeState, order: Order, claim: Claim): void {
  const { id, executed, remaining, lots, traded } = order;
  const { instructions } = order;
  const isWaiting = order.futures?.isWaiting === true || instructions?.isWaiting === true;
  const isLimit = order.kind === "limit" && remaining > 0;
  claim((isWaiting || isLimit) && executed >= 0, () => `I-5 order ${id} rests`);
  const { prevented = 0, hidden = 0 } = instructions ?? {}; // SPOT-STP-6, SPOT-ICE-2
  claim(
    executed + remaining + hidden + prevented === lots,
    () => `I-4 order ${id} has traded what it lacks`,
  );
  claim(
    (executed === 0) === (traded === 0n),
    () => `I-16 order ${id} has a value if it has trades`,
  );
  claim(
    id > 0 && id <= state.orders.orderIdLast,
    () => `I-17 order ${id} has an id that was given`,
  );
  if (order.clientId === "") return;
  const { user, area, clientId } = order;
  // A new name, so that the hash is worked out anew and not taken from the order.
  const holder = findClientId(state.orders, { user, area, clientId }, state.timeMs);
  claim(
    holder === id,
    () => `I-17 client id ${order.clientId} belongs to ${id} alone, not ${holder}`,
  );
}

/** I-5: uncrossed; levels sorted, never empty, equal to the sum of their orders, oldest first. */
function checkBook({ rows, bids, asks }: Book, pair: number, claim: Claim): void {
  const bid = bids.best;
  const ask = asks.best;
  claim(!bid || !ask || bid.ticks < ask.ticks, () => `I-5 book ${pair} is not crossed`);
  for (const ladder of [bids, asks]) {
    let before: PriceLevel | undefined;
    for (const level of levelsOf(ladder)) {
      claim(
        before !== undefined || ladder.best === level,
        () => `I-5 best of book ${pair} is first`,
      );
      claim(!before || before.rank > level.rank, () => `I-5 levels of book ${pair} are sorted`);
      checkLevel(rows, level, { side: ladder.side, pair }, claim);
      before = level;
    }
    checkHidden(rows, ladder, pair, claim);
    claim(
      before !== undefined || !ladder.best,
      () => `I-5 an empty side of book ${pair} has no best`,
    );
  }
}

/** I-5: what is hidden at a price is what its orders hide (SPOT-ICE-2). */
function checkHidden(rows: OrderRows, ladder: Ladder, pair: number, claim: Claim): void {
  let prices = 0;
  for (const level of levelsOf(ladder)) {
    let sum = 0n;
    for (const order of ordersAt(rows, level)) sum += BigInt(rows.hidden(order));
    if (sum > 0n) prices++;
    const isSum = (ladder.hidden.get(level.ticks) ?? 0n) === sum;
    claim(isSum, () => `I-5 level ${level.ticks} of book ${pair} hides what its orders hide`);
  }
  claim(ladder.hidden.size === prices, () => `I-5 book ${pair} hides nothing where no order does`);
}

function checkLevel(
  rows: OrderRows,
  level: PriceLevel,
  { side, pair }: { readonly side: Side; readonly pair: number },
  claim: Claim,
): void {
  const name = `level ${level.ticks} of book ${pair}`;
  let sum = 0n;
  let last = NO_ORDER;
  for (const order of ordersAt(rows, level)) {
    sum += BigInt(rows.remaining(order));
    const isHere = rows.level(order) === level.number && rows.market(order) === pair;
    claim(
      isHere && rows.side(order) === side && rows.ticks(order) === level.ticks,
      () => `I-5 order ${rows.id(order)} stands at its ${name}`,
    );
    const isLater = last === NO_ORDER || placeOf(rows, last) < placeOf(rows, order);
    claim(rows.before(order) === last && isLater, () => `I-5 ${name} is in time order`);
    last = order;
  }
  claim(last !== NO_ORDER && level.last === last, () => `I-5 ${name} is not empty`);
  claim(sum === lotsAt(level), () => `I-5 ${name} sums up its orders`);
}

/** The lists of the users hold each open order once, and their counts agree. */
function checkOwners(state: ExchangeState, claim: Claim): void {
  const { byId } = state.orders;
  const { rows } = byId;
  let listed = 0;
  for (const area of AREAS) {
    for (const { id: user } of state.users.users)
      listed += checkOwner(state, { area, user }, claim);
  }
  claim(listed === byId.size, "every open order is on its user's list");
  const rebated = byId.inOrder().filter((order) => isRebated(rows, order)).length;
  claim(rebated === state.orders.rebated, "SPOT-FEE-1 orders with a rate below zero are counted");
  const books = [...state.books, ...state.futures.markets.map(({ book }) => book)];
  const resting = books.reduce((sum, book) => sum + countResting(book), 0);
  const waiting = state.futures.markets.reduce((sum, { triggers }) => sum + triggers.waiting, 0);
  const stops = checkStops(state, claim);
  const pending = checkLists(state, claim);
  const standing = resting + waiting + stops + pending;
  claim(standing === byId.size, "every open order is on a book, and no other");
}

function checkOwner(state: ExchangeState, owner: OrderOwner, claim: Claim): number {
  const counts = new Map<number, number>();
  const kept = state.orders.users[owner.area].get(owner.user);
  let listed = 0;
  const { byId } = state.orders;
  const { rows } = byId;
  for (const order of openRowsOf(state.orders, owner)) {
    const isOwn = rows.area(order) === owner.area && rows.user(order) === owner.user;
    const isOpen = byId.find(rows.id(order)) === order;
    claim(isOpen && isOwn, () => `order ${rows.id(order)} of a user is open and its own`);
    const market = rows.market(order);
    counts.set(market, (counts.get(market) ?? 0) + 1);
    listed++;
  }
  // A user with few orders keeps no counts: they are counted when they are read.
  for (const [id, count] of kept?.counts ? counts : []) {
    const isCounted = count === kept?.counts?.[id - 1];
    claim(isCounted, () => `user ${owner.user} has its count on pair ${id}`);
  }
  const sum = kept?.counts?.reduce((all, count) => all + Math.abs(count), 0) ?? listed;
  claim(sum === listed, () => `user ${owner.user} counts no order that is not open`);
  claim(
    (kept?.open ?? 0) === listed,
    () => `user ${owner.user} has as many open orders as it counts`,
  );
  return listed;
}

/** USER-BAN-4: each ban is listed once and in order, and there are no more than there may be. */
function checkBans({ bans: { byBlock, byEnd, bansMax } }: ExchangeState, claim: Claim): void {
  byEnd.forEach((ban, at) => {
    const before = byEnd[at - 1];
    const isInPlace = !before || endsBefore(before, ban);
    claim(
      isInPlace && byBlock.get(ban.block) === ban,
      () => `the ban of ${ban.block} is in its place`,
    );
  });
  claim(byBlock.size === byEnd.length && byEnd.length <= bansMax, "no ban is one too many");
}

function countResting({ rows, bids, asks }: Book): number {
  let count = 0;
  for (const ladder of [bids, asks]) {
    for (const level of levelsOf(ladder)) {
      for (const _ of ordersAt(rows, level)) count++;
    }
  }
  return count;
}
