/**
 * The whole state of an exchange: what the log adds up to. Everything in it is in the snapshot, and
 * every collection has a largest size (CORE-BOUND-1).
 */

import { type Digest, newDigest } from "../base/records/digest.ts";
import type { Room } from "../base/rows/row-space.ts";
import { TextMap } from "../base/text-map.ts";
import { newLending } from "./catalogue/lending.ts";
import { newUserFees } from "./catalogue/user-fees.ts";
import { type EngineClock, newClock } from "./clock.ts";
import { newFutures } from "./futures/account.ts";
import type { FuturesState } from "./futures/futures-state.ts";
import { newLedger } from "./ledger/ledger.ts";
import type { Movements } from "./ledger/movements.ts";
import { newMargin } from "./margin/account.ts";
import type { MarginState } from "./margin/margin.ts";
import { marginSettlementAccount } from "./margin/margin-settlement-account.ts";
import { newClientIds } from "./orders/client-ids.ts";
import { newOrdersByUser, type OpenOrders } from "./orders/open-orders.ts";
import type { PairArea } from "./orders/order.ts";
import { newOrderLists } from "./orders/order-lists.ts";
import { OrderTable } from "./orders/order-table.ts";
import { newPasts, type Pasts } from "./prices/past.ts";
import { newPrices } from "./prices/prices.ts";
import { newNamedRequests } from "./requests/named-requests.ts";
import type { Requests } from "./requests/requests.ts";
import { newSpentSignatures } from "./requests/spent-signatures.ts";
import { newCountdowns } from "./spot/countdowns.ts";
import { newDraft } from "./spot/order-draft.ts";
import { type SettlementAccount, spotSettlementAccount } from "./spot/settlement-account.ts";
import { newStops } from "./spot/stops.ts";
import type { Bans } from "./users/bans.ts";

export interface ExchangeState extends MarginState, FuturesState {
  /** What the directory is, for ever (CORE-DIR-1); "unopened" before the first record. */
  kind: "unopened" | "production" | "sandbox";
  format: number;
  rules: number;
  /** Number of the last command applied. */
  position: number;
  /** The last full hour that has ticked (CORE-TICK-1). */
  hourMs: number;
  /** SANDBOX-CLOCK-1 */
  readonly clock: EngineClock;
  /** SANDBOX-PAST-1 */
  readonly pasts: Pasts;
  readonly movements: Movements;
  readonly bans: Bans;
  readonly requests: Requests;
}

/** The largest sizes. A Map of V8 ends at 2^24 entries, so none may come near it. */
export interface Limits {
  readonly users: number;
  readonly keys: number;
  readonly bans: number;
  readonly assets: number;
  readonly pairs: number;
  readonly contracts: number;
  readonly userFees: number;
  readonly openOrders: number;
  readonly movementIds: number;
  readonly endedClientIds: number;
  readonly requestIds: number;
  readonly requestIdsOfUser: number;
  readonly spentSignatures: number;
  readonly countdowns: number;
  readonly orderLists: number;
}

export const LIMITS: Limits = {
  users: 8_000_000,
  keys: 8_000_000,
  bans: 10_000,
  assets: 1_000,
  pairs: 4_000,
  contracts: 1_000,
  userFees: 10_000,
  openOrders: 16_000_000,
  movementIds: 100_000,
  endedClientIds: 2 ** 20,
  requestIds: 2 ** 20,
  requestIdsOfUser: 100_000,
  spentSignatures: 2 ** 18,
  countdowns: 100_000,
  orderLists: 1_000_000,
};

export function emptyState(limits: Limits = LIMITS, room?: Room): ExchangeState {
  const digest = newDigest();
  const byId = new OrderTable(limits.openOrders, room);
  const settlementAccounts: Partial<Record<PairArea, SettlementAccount>> = {};
  const state: ExchangeState = {
    kind: "unopened",
    format: 0,
    rules: 0,
    position: 0,
    timeMs: 0,
    hourMs: 0,
    clock: newClock(),
    digest,
    users: {
      users: [],
      byName: new TextMap(),
      frozen: new Set(),
      keys: [],
      traders: [],
      byApiKey: new TextMap(),
      usersMax: limits.users,
      keysMax: limits.keys,
      digest,
    },
    bans: { byBlock: new Map(), byEnd: [], bansMax: limits.bans, digest },
    requests: newRequests(digest, limits),
    catalogue: {
      assets: [],
      assetsByName: new Map(),
      pairs: [],
      pairsByName: new Map(),
      ...newLending(),
      contracts: [],
      contractsByName: new Map(),
      contractsMax: limits.contracts,
      assetsMax: limits.assets,
      pairsMax: limits.pairs,
      userFees: newUserFees(digest, limits.userFees),
      digest,
    },
    ledger: newLedger(digest, room),
    movements: { ring: [], next: 0, byId: new TextMap(), ringMax: limits.movementIds, digest },
    orders: newOpenOrders(byId, { digest, limits, room }),
    draft: newDraft(),
    books: [],
    stops: newStops(byId.rows),
    lists: newOrderLists(digest, limits.orderLists),
    countdowns: newCountdowns(digest, limits.countdowns),
    prices: newPrices(digest),
    pasts: newPasts(),
    margin: newMargin(),
    futures: newFutures(),
    settlementAccounts: settlementAccounts as Record<PairArea, SettlementAccount>,
  };
  settlementAccounts.spot = spotSettlementAccount(state);
  settlementAccounts.margin = marginSettlementAccount(state);
  return state;
}

interface OpenOrdersTerms {
  readonly digest: Digest;
  readonly limits: Limits;
  readonly room: Room | undefined;
}

function newOpenOrders(byId: OrderTable, { digest, limits, room }: OpenOrdersTerms): OpenOrders {
  return {
    orderIdLast: 0,
    tradeIdLast: 0,
    preventedIdLast: 0,
    byId,
    users: newOrdersByUser(),
    clientIds: newClientIds(limits.endedClientIds, room),
    rebated: 0,
    openMax: limits.openOrders,
    digest,
  };
}

function newRequests(digest: Digest, limits: Limits): Requests {
  const { requestIds: countMax, requestIdsOfUser: userCountMax } = limits;
  return {
    named: newNamedRequests(digest, { countMax, userCountMax }),
    spent: newSpentSignatures(digest, limits.spentSignatures),
  };
}
