/**
 * The futures account of a user in one margin coin: what its cross positions are worth and need at
 * the mark, and what is left to spend. Cross margin is not a balance of its own; it is free money
 * seen against what is required. Rules FUT-ACC-1 to FUT-ACC-4.
 */
import { SideColumn } from "../../base/rows/side-column.ts";
import { type Amount, amountOf, bigOf, minus } from "../../money/amount.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import { freeOf, type Ledger, NO_WALLET, type Wallet } from "../ledger/ledger.ts";
import type { UserId } from "../users/users.ts";
import { contractAccountsOf } from "./contract-account.ts";
import { maintenanceOf, marginNeededAt, unrealizedOf } from "./contract-value.ts";
import type { Futures, Position } from "./futures-state.ts";
import { PositionTable } from "./position-table.ts";

export function newFutures(): Futures {
  return {
    markets: [],
    contractAccounts: new SideColumn(),
    positions: new PositionTable(),
    positionIdLast: 0,
    profitIdLast: 0,
    secondMs: 0,
    touched: new Set(),
    traded: new Set(),
    triggered: [],
  };
}

/** The part of the state that this file reads. */
export interface Books {
  readonly futures: Futures;
  readonly ledger: Ledger;
}

/** The cross positions of a user in a coin, by contract, the long first. */
export function crossPositionsOf({ futures }: Books, user: UserId, coin: AssetId): Position[] {
  const positions: Position[] = [];
  for (const { market, mode, long, short } of contractAccountsOf(futures, user)) {
    if (mode !== "cross" || market.contract.marginCoin !== coin) continue;
    if (long) positions.push(long);
    if (short) positions.push(short);
  }
  return positions;
}

/** The sums over the cross positions of an account, all at the mark. */
export interface CrossSums {
  unrealized: bigint;
  /** FUT-RISK-2 */
  maintenance: bigint;
  /** FUT-ACC-3: sum of ceil(positionBalance ÷ leverage). */
  initial: bigint;
}

export function crossSumsOf(books: Books, user: UserId, coin: AssetId): CrossSums {
  const sums: CrossSums = { unrealized: 0n, maintenance: 0n, initial: 0n };
  for (const { market, mode, leverage, long, short } of contractAccountsOf(books.futures, user)) {
    const { contract, mark } = market;
    if (mode !== "cross" || contract.marginCoin !== coin || mark === 0) continue;
    for (const position of [long, short]) {
      if (!position) continue;
      sums.unrealized += unrealizedOf(position);
      sums.maintenance += maintenanceOf(position);
      sums.initial += marginNeededAt(
        contract,
        { lots: position.volume, ticks: mark },
        { leverage },
      );
    }
  }
  return sums;
}

/** The free balance: may be below zero while profit that is not realised carries it (FUT-ACC-1). */
export function freeBalanceOf({ ledger }: Books, user: UserId, coin: AssetId): bigint {
  return freeOf(ledger, "futures", user, coin);
}

/** The same for what is looked at all day. */
export function freeAmountOf(books: Books, user: UserId, coin: AssetId): Amount {
  const wallet = findWallet(books, user, coin);
  return wallet === undefined ? 0 : books.ledger.wallets.freeAmount(wallet);
}

/** A contract account that has paid before knows the wallet, and is at hand. Undefined when no money has ever reached it. */
export function findWallet(
  { futures, ledger }: Books,
  user: UserId,
  coin: AssetId,
): Wallet | undefined {
  for (const { wallet, market } of contractAccountsOf(futures, user)) {
    if (wallet !== NO_WALLET && market.contract.marginCoin === coin) return wallet;
  }
  return ledger.wallets.find("futures", user, coin);
}

/** FUT-ACC-2 */
export function crossEquityOf(books: Books, user: UserId, coin: AssetId): bigint {
  let equity = freeBalanceOf(books, user, coin);
  for (const { market, mode, long, short } of contractAccountsOf(books.futures, user)) {
    if (mode !== "cross" || market.contract.marginCoin !== coin) continue;
    if (long) equity += unrealizedOf(long);
    if (short) equity += unrealizedOf(short);
  }
  return equity;
}

/** FUT-ACC-3: what the cross positions tie up; a loss counts, a profit does not. */
export function totalCostOf({ initial, unrealized }: CrossSums): bigint {
  return unrealized < 0n ? initial - unrealized : initial;
}

/** FUT-ACC-4: what may be frozen, moved into a position or transferred away. */
export function availableOf(books: Books, user: UserId, coin: AssetId): bigint {
  return bigOf(availableAmountOf(books, user, coin));
}

/** The same where it is looked at for every order. */
export function availableAmountOf(books: Books, user: UserId, coin: AssetId): Amount {
  const free = freeAmountOf(books, user, coin);
  const rest = hasCross(books, user, coin)
    ? minus(free, amountOf(totalCostOf(crossSumsOf(books, user, coin))))
    : free;
  return rest > 0 ? rest : 0;
}

function hasCross({ futures }: Books, user: UserId, coin: AssetId): boolean {
  for (const { market, mode, long, short } of contractAccountsOf(futures, user)) {
    const isHeld = long !== undefined || short !== undefined;
    if (isHeld && mode === "cross" && market.contract.marginCoin === coin) return true;
  }
  return false;
}
