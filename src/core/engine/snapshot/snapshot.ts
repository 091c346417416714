/**
 * The state as bytes and back. Canonical: everything sorted by id, nothing depends on the order in
 * which a Map was filled, so equal states give equal bytes and the SHA-256 of the bytes is the state
 * hash. Loading backwards must make no difference either; a test does it (LOG-SNAP-1, LOG-SNAP-3).
 */

import { assert } from "../../base/assert.ts";
import { ByteReader, ByteWriter } from "../../base/records/bytes.ts";
import { big, type Field, int, list, oneOf, record, uint } from "../../base/records/record.ts";
import type { Room } from "../../base/rows/row-space.ts";
import { newBook } from "../book/book.ts";
import { assetRecord, enterAsset, enterPair, pairRecord } from "../catalogue/catalogue.ts";
import {
  allContractFees,
  allPairFees,
  enterContractFees,
  enterPairFees,
  userContractFeesRecord,
  userPairFeesRecord,
} from "../catalogue/user-fees.ts";
import { clockRecord } from "../clock.ts";
import { AREAS, type Area } from "../ledger/area.ts";
import { type Balance, balancesIn, houseOf } from "../ledger/ledger.ts";
import { movementRecord, remember, rememberedMovements } from "../ledger/movements.ts";
import { watchAll } from "../margin/liquidation/check-risk.ts";
import { restoreEnded } from "../orders/client-ids.ts";
import type { Instructions } from "../orders/instructions.ts";
import type { OrderRow, OrderRows } from "../orders/order-rows.ts";
import type { OrdersForm } from "../orders/stored-order.ts";
import { enterNamedRequest, namedRequestRecord } from "../requests/named-requests.ts";
import { enterSignature, spentSignatureRecord } from "../requests/spent-signatures.ts";
import { countdownRecord, enterCountdown } from "../spot/countdowns.ts";
import { type ExchangeState, emptyState, LIMITS, type Limits } from "../state.ts";
import { banRecord, enterBan } from "../users/bans.ts";
import {
  type ApiKey,
  enterKey,
  enterUser,
  firstKeyRecord,
  keyRecord,
  secondKeyRecord,
  userRecord,
} from "../users/users.ts";
import { boundAll, readFutures, writeFutures } from "./snapshot-futures.ts";
import { readLists, writeLists } from "./snapshot-lists.ts";
import { readIndex, readMargin, writeIndex, writeMargin } from "./snapshot-margin.ts";
import { type FillDirection, readOrders, writeOrders } from "./snapshot-orders.ts";

/** LOG-SNAP-3: a reader knows older versions, too: each adds to the one before. */
export const SNAPSHOT_VERSION = 13;
const OLDEST_VERSION = 4;
/** Room for what is likely to be written: growing copies all that is there. */
const BYTES_MIN = 2 ** 16;
const ORDER_BYTES = 64;
/** The versions, by what came with them. */
const SINCE_VERSION = {
  clock: 5,
  requests: 6,
  bounds: 6,
  pasts: 7,
  orderSet: 8,
  userFees: 9,
  strictKeys: 10,
  extras: 11,
  prevented: 12,
  reuse: 12,
  trailing: 13,
} as const;

const head = record({
  kind: oneOf("unopened", "production", "sandbox"),
  format: uint,
  rules: uint,
  position: uint,
  timeMs: uint,
  hourMs: uint,
  orderIdLast: uint,
  tradeIdLast: uint,
  transferIdLast: uint,
  digestLow: int,
  digestHigh: int,
});

const walletRecord = record({ user: uint, asset: uint, free: big, locked: big });
const houseRecord = record({
  external: big,
  fee: big,
  interest: big,
  loanPool: big,
  marginInsurance: big,
  marginBadDebt: big,
  futuresInsurance: big,
  futuresBadDebt: big,
  funding: big,
});
const endedRecord = record({ low: int, high: int, order: uint, endedAt: uint, user: uint });

export function writeSnapshot(state: ExchangeState): Uint8Array {
  const { rows } = state.orders.byId;
  const orders = state.orders.byId.inOrder();
  const out = new ByteWriter(BYTES_MIN + orders.length * ORDER_BYTES);
  const version = versionFor(state, orders);
  out.byte(version);
  const [digestLow = 0, digestHigh = 0] = state.digest;
  const { orderIdLast, tradeIdLast } = state.orders;
  const { transferIdLast } = state.margin;
  head.write(out, { ...state, orderIdLast, tradeIdLast, transferIdLast, digestLow, digestHigh });
  clockRecord.write(out, state.clock);
  list(userRecord).write(out, state.users.users);
  list(keyRecordOf(version)).write(out, state.users.keys);
  list(assetRecord).write(out, state.catalogue.assets);
  list(pairRecord).write(out, state.catalogue.pairs);
  list(houseRecord).write(out, state.ledger.houses);
  list(walletRecord).write(out, filledBalances(state, "spot"));
  list(walletRecord).write(out, filledBalances(state, "margin"));
  list(walletRecord).write(out, filledBalances(state, "futures"));
  list(movementRecord).write(out, rememberedMovements(state.movements));
  const onPairs = orders.filter((order) => rows.area(order) !== "futures");
  writeOrders(out, rows, { orders: onPairs, form: ordersFormOf(version) });
  list(endedRecord).write(out, [...state.orders.clientIds.ended.all()]);
  list(uint).write(out, state.prices.last);
  list(banRecord).write(out, state.bans.byEnd);
  writeIndex(out, state);
  writeMargin(out, state);
  const ofFutures = orders.filter((order) => rows.area(order) === "futures");
  writeFutures(out, state, ofFutures);
  list(namedRequestRecord).write(out, state.requests.named.queue.all());
  list(spentSignatureRecord).write(out, state.requests.spent.queue.all());
  if (version >= SINCE_VERSION.pasts) writePasts(out, state);
  if (version >= SINCE_VERSION.orderSet) {
    list(countdownRecord).write(out, state.countdowns.byTime);
  }
  if (version >= SINCE_VERSION.userFees) writeUserFees(out, state);
  if (version >= SINCE_VERSION.extras) writeLists(out, state);
  if (version >= SINCE_VERSION.prevented) out.uint(state.orders.preventedIdLast);
  if (version >= SINCE_VERSION.reuse) writeReusing(out, state);
  return out.view();
}

/**
 * SANDBOX-PAST-2: a state that has nothing of what came with a version is written as it was before, so that
 * its bytes and its hash stay the same.
 */
function versionFor(
  {
    users,
    catalogue,
    pasts,
    countdowns,
    lists,
    orders: { byId, preventedIdLast, clientIds },
  }: ExchangeState,
  orders: readonly OrderRow[],
): number {
  const versions = [SINCE_VERSION.requests, versionForOrders(byId.rows, orders)];
  if (preventedIdLast > 0) versions.push(SINCE_VERSION.prevented);
  if (clientIds.reusing.size > 0) versions.push(SINCE_VERSION.reuse);
  if (lists.byId.size > 0) versions.push(SINCE_VERSION.extras);
  if (users.keys.some(({ isStrict }) => isStrict)) versions.push(SINCE_VERSION.strictKeys);
  if (catalogue.userFees.count > 0) versions.push(SINCE_VERSION.userFees);
  if (countdowns.byTime.length > 0) versions.push(SINCE_VERSION.orderSet);
  if (pasts.pair.length + pasts.contract.length > 0) versions.push(SINCE_VERSION.pasts);
  return Math.max(...versions);
}

function versionForOrders(rows: OrderRows, orders: readonly OrderRow[]): number {
  let version = 0;
  for (const order of orders) {
    const instructions = rows.instructions(order);
    if (instructions) version = Math.max(version, versionForTerms(instructions));
  }
  return version;
}

function versionForTerms({ delta, slice, unit }: Readonly<Instructions>): number {
  if (delta > 0) return SINCE_VERSION.trailing;
  if (slice > 0) return SINCE_VERSION.prevented;
  return unit === undefined ? SINCE_VERSION.orderSet : SINCE_VERSION.extras;
}

function ordersFormOf(version: number): OrdersForm {
  if (version >= SINCE_VERSION.trailing) return "trailing";
  if (version >= SINCE_VERSION.prevented) return "prevented";
  if (version >= SINCE_VERSION.extras) return "extended";
  return version >= SINCE_VERSION.orderSet ? "instructed" : "plain";
}

function writePasts(out: ByteWriter, { pasts }: ExchangeState): void {
  for (const ends of [pasts.pair, pasts.contract]) list(uint).write(out, ends);
}

/** SPOT-CLIENT-7: by their numbers. */
function writeReusing(out: ByteWriter, { orders }: ExchangeState): void {
  const users = [...orders.clientIds.reusing];
  list(uint).write(
    out,
    users.sort((one, other) => one - other),
  );
}

function writeUserFees(out: ByteWriter, { catalogue }: ExchangeState): void {
  list(userPairFeesRecord).write(out, allPairFees(catalogue.userFees));
  list(userContractFeesRecord).write(out, allContractFees(catalogue.userFees));
}

/** Balances that hold something, by user, then asset. */
function filledBalances({ ledger }: ExchangeState, area: Area): Balance[] {
  const filled: Balance[] = [];
  for (const balance of balancesIn(ledger, area)) {
    if (balance.free !== 0n || balance.locked !== 0n) filled.push(balance);
  }
  return filled;
}

export function readSnapshot(
  bytes: Uint8Array,
  direction: FillDirection = "forward",
  limits: Limits = LIMITS,
  room?: Room,
): ExchangeState {
  const from = new ByteReader(bytes);
  const version = from.byte();
  const isKnown = version >= OLDEST_VERSION && version <= SNAPSHOT_VERSION;
  assert(isKnown, `snapshot version ${version} is known`);
  const state = emptyState(limits, room);
  const { orderIdLast, tradeIdLast, transferIdLast, digestLow, digestHigh, ...rest } =
    head.read(from);
  if (version >= SINCE_VERSION.clock) Object.assign(state.clock, clockRecord.read(from));

  const fill = <T>(item: Field<T>, enter: (value: T, index: number) => void) =>
    fillFrom(from, item, direction, enter);
  fill(userRecord, (user) => enterUser(state.users, user));
  fill(keyRecordOf(version), (key) => enterKey(state.users, key));
  fill(assetRecord, (asset) => enterAsset(state.catalogue, asset));
  fill(pairRecord, (pair) => {
    enterPair(state.catalogue, pair);
    state.books[pair.id - 1] = newBook(state.orders.byId.rows);
  });
  fill(houseRecord, (house, index) => Object.assign(houseOf(state.ledger, index + 1), house));
  const { wallets } = state.ledger;
  for (const area of AREAS) {
    fill(walletRecord, (balance) => {
      wallets.set(wallets.open(area, balance.user, balance.asset), balance);
    });
  }
  fillFrom(from, movementRecord, "forward", (movement) => remember(state.movements, movement));
  readOrders(from, state, { form: ordersFormOf(version), direction });
  fillFrom(from, endedRecord, "forward", (ended) => restoreEnded(state.orders.clientIds, ended));
  fillFrom(from, uint, "forward", (ticks) => state.prices.last.push(ticks));
  fill(banRecord, (ban) => enterBan(state.bans, ban));
  const form = { hasBounds: version >= SINCE_VERSION.bounds };
  readIndex(from, state, form);
  readMargin(from, state, form);
  readFutures(from, state, fill);
  if (version >= SINCE_VERSION.requests) readRequests(from, state);
  if (version >= SINCE_VERSION.pasts) readPasts(from, state);
  if (version >= SINCE_VERSION.orderSet) {
    fill(countdownRecord, (countdown) => enterCountdown(state.countdowns, countdown));
  }
  if (version >= SINCE_VERSION.userFees) {
    fill(userPairFeesRecord, (fees) => enterPairFees(state.catalogue.userFees, fees));
    fill(userContractFeesRecord, (fees) => enterContractFees(state.catalogue.userFees, fees));
  }
  if (version >= SINCE_VERSION.extras) readLists(from, state, direction);
  if (version >= SINCE_VERSION.prevented) state.orders.preventedIdLast = from.uint();
  if (version >= SINCE_VERSION.reuse) {
    fill(uint, (user) => state.orders.clientIds.reusing.add(user));
  }
  assert(from.isAtEnd(), "a snapshot ends with its last field");

  Object.assign(state, rest);
  Object.assign(state.orders, { orderIdLast, tradeIdLast });
  state.margin.transferIdLast = transferIdLast;
  watchAll(state);
  boundAll(state);
  // Last, since filling folds into it.
  state.digest.set([digestLow, digestHigh]);
  return state;
}

/** The keys alone, which are near the beginning: to see whether they can be opened. */
export function readKeys(bytes: Uint8Array): readonly ApiKey[] {
  const from = new ByteReader(bytes);
  const version = from.byte();
  head.read(from);
  if (version >= SINCE_VERSION.clock) clockRecord.read(from);
  list(userRecord).read(from);
  return list(keyRecordOf(version)).read(from);
}

/** What a key had not yet in a version, none of its keys has. */
function keyRecordOf(version: number): Field<ApiKey> {
  if (version >= SINCE_VERSION.strictKeys) return keyRecord;
  const isSecond = version >= SINCE_VERSION.requests;
  const { write, read } = isSecond ? secondKeyRecord : firstKeyRecord;
  return { write, read: (from) => ({ isOnce: false, isStrict: false, ...read(from) }) };
}

/** Both lists are in the order of time, which a backward reading must not reverse. */
function readRequests(from: ByteReader, { requests }: ExchangeState): void {
  fillFrom(from, namedRequestRecord, "forward", (request) => {
    enterNamedRequest(requests.named, request);
  });
  fillFrom(from, spentSignatureRecord, "forward", (spent) => {
    enterSignature(requests.spent, spent);
  });
}

function readPasts(from: ByteReader, { pasts }: ExchangeState): void {
  for (const ends of [pasts.pair, pasts.contract]) ends.push(...list(uint).read(from));
}

function fillFrom<T>(
  from: ByteReader,
  item: Field<T>,
  direction: FillDirection,
  enter: (value: T, index: number) => void,
): void {
  const count = from.uint();
  if (direction === "forward") {
    for (let i = 0; i < count; i++) enter(item.read(from), i);
    return;
  }
  const values: T[] = [];
  for (let i = 0; i < count; i++) values.push(item.read(from));
  for (let i = count - 1; i >= 0; i--) enter(values[i] as T, i);
}
