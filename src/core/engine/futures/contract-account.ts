/**
 * A contract account: one user at one contract. It has leverage and margin mode, and the two positions
 * that may be held side by side, a long and a short (FUT-POS-1, FUT-LEV-1, FUT-MODE-1).
 */
import { assert } from "../../base/assert.ts";
import { type Amount, plus } from "../../money/amount.ts";
import type { ContractId } from "../catalogue/contract.ts";
import { futuresWallet, type Ledger, NO_WALLET, type Wallet } from "../ledger/ledger.ts";
import type { Action, Side } from "../orders/order.ts";
import type { OrderDetails } from "../orders/order-events.ts";
import type { OrderRow, OrderRows } from "../orders/order-rows.ts";
import type { UserId } from "../users/users.ts";
import type {
  ContractAccount,
  ContractMarket,
  Futures,
  Opening,
  Position,
} from "./futures-state.ts";

export function findContractAccount(
  { contractAccounts }: Futures,
  user: UserId,
  contract: ContractId,
): ContractAccount | undefined {
  const own = contractAccounts.get(user);
  if (own === undefined) return undefined;
  for (const contractAccount of own)
    if (contractAccount.market.contract.id === contract) return contractAccount;
  return undefined;
}

/** The contract account of a user at a contract, made when there is none yet. */
export function takeContractAccount(
  futures: Futures,
  user: UserId,
  market: ContractMarket,
): ContractAccount {
  const found = findContractAccount(futures, user, market.contract.id);
  return found ?? addContractAccount(futures, newContractAccount(user, market));
}

export function newContractAccount(user: UserId, market: ContractMarket): ContractAccount {
  const { leverageDefault, leverageMax } = market.contract;
  return {
    user,
    market,
    leverage: Math.min(leverageDefault, leverageMax), // FUT-LEV-1
    mode: "cross",
    long: undefined,
    short: undefined,
    openingLong: { lots: 0, value: 0 },
    openingShort: { lots: 0, value: 0 },
    wallet: NO_WALLET,
    resting: 0,
    stamp: 0,
    bounds: undefined,
    isDirty: false,
    floor: 0,
  };
}

/** The wallet that the contract account pays from, made when there is none. */
export function walletOf(ledger: Ledger, contractAccount: ContractAccount): Wallet {
  if (contractAccount.wallet === NO_WALLET) {
    const { user, market } = contractAccount;
    contractAccount.wallet = futuresWallet(ledger, user, market.contract.marginCoin);
  }
  return contractAccount.wallet;
}

export function addContractAccount(
  { contractAccounts }: Futures,
  contractAccount: ContractAccount,
): ContractAccount {
  const own = contractAccounts.get(contractAccount.user) ?? [];
  contractAccounts.set(contractAccount.user, own);
  own.push(contractAccount);
  own.sort((a, b) => a.market.contract.id - b.market.contract.id);
  return contractAccount;
}

export function contractAccountsOf(
  { contractAccounts }: Futures,
  user: UserId,
): readonly ContractAccount[] {
  return contractAccounts.get(user) ?? [];
}

/** By user, then contract. */
export function allContractAccounts({ contractAccounts }: Futures): ContractAccount[] {
  return [...contractAccounts.values()].flat();
}

export function positionOn(contractAccount: ContractAccount, side: Side): Position | undefined {
  return side === "buy" ? contractAccount.long : contractAccount.short;
}

export function setPosition(
  contractAccount: ContractAccount,
  side: Side,
  position: Position | undefined,
): void {
  if (side === "buy") contractAccount.long = position;
  else contractAccount.short = position;
}

/** FUT-POS-1: the side of the position that an order is about; a sell that closes is about a long. */
export function positionSideOf({ side, futures }: Pick<OrderDetails, "side" | "futures">): Side {
  assert(futures !== undefined, "a futures order has its terms");
  return heldSideOf(futures.action, side);
}

/** The same of an accepted order. */
export function positionSideAt(rows: OrderRows, order: OrderRow): Side {
  return heldSideOf(rows.terms(order).action, rows.side(order));
}

function heldSideOf(action: Action, side: Side): Side {
  return (action === "open") === (side === "buy") ? "buy" : "sell";
}

export function openingOn(contractAccount: ContractAccount, side: Side): Opening {
  return side === "buy" ? contractAccount.openingLong : contractAccount.openingShort;
}

/** FUT-CHECK-16: changes what the account's resting orders would open on this side. */
export function addOpening(
  contractAccount: ContractAccount,
  side: Side,
  lots: number,
  value: Amount,
): void {
  const opening = openingOn(contractAccount, side);
  opening.lots += lots;
  opening.value = plus(opening.value, value);
}

/** FUT-MODE-1: whether the margin mode of the contract account may still be changed. */
export function isModeFree({ long, short, resting }: ContractAccount): boolean {
  return long === undefined && short === undefined && resting === 0;
}
