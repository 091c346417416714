/**
 * Whether an order would be filled whole at once. The trades are tried, in order, on what each
 * account and position would be after the trades before, because only what would really trade
 * counts: not orders behind an own order, not trades that a deficit forbids. Rule FUT-TIF-2.
 */
import { crosses } from "../../book/book.ts";
import { levelsOf } from "../../book/ladder.ts";
import type { Order } from "../../orders/order.ts";
import type { UserId } from "../../users/users.ts";
import { positionSideOf } from "../contract-account.ts";
import { valueAt } from "../contract-value.ts";
import type { ContractAccount, FuturesState } from "../futures-state.ts";
import {
  feeHeldFor,
  isInDeficit,
  paidOf,
  standingAfter,
  standingOf,
  type TradeBasis,
} from "./deficit.ts";
import { contractAccountOfMaker } from "./match-futures.ts";

/** What the tried trades have made of accounts and positions. */
class TrialFills {
  readonly #equities = new Map<UserId, bigint>();
  readonly #positions = new Map<string, TradeBasis>();
  readonly #state: FuturesState;
  /** What FEE would hold: rebates are paid out of it. */
  feeHeld: bigint;

  constructor(state: FuturesState, contractAccount: ContractAccount) {
    this.#state = state;
    this.feeHeld = feeHeldFor(state, contractAccount);
  }

  /** The order's side after the trades so far; `frozen` is what the order itself has frozen. */
  standing(contractAccount: ContractAccount, order: Order, frozen: bigint): TradeBasis {
    const live = standingOf(this.#state, contractAccount, order);
    const { volume, cost, margin } = this.#positions.get(keyOf(order)) ?? live;
    const equity = this.#equities.get(order.user) ?? live.equity;
    return { equity, volume, cost, margin, frozen };
  }

  keep(order: Order, after: TradeBasis, fee: bigint): void {
    this.feeHeld += fee;
    this.#equities.set(order.user, after.equity);
    this.#positions.set(keyOf(order), after);
  }
}

function keyOf(order: Order): string {
  return `${order.user} ${positionSideOf(order)}`;
}

/** `taker` is a limit order that has frozen its money and traded nothing yet. */
export function canFillWhole(
  state: FuturesState,
  contractAccount: ContractAccount,
  taker: Order,
): boolean {
  const trial = new TrialFills(state, contractAccount);
  const left = { order: { ...taker }, frozen: taker.futures?.frozen ?? 0n };
  for (const maker of makersFor(contractAccount, taker)) {
    if (left.order.remaining === 0) break;
    const isOwn = maker.user === taker.user;
    if (isOwn && contractAccount.market.contract.selfTrade === "expire_taker") return false;
    if (!tryFill(state, trial, { contractAccount, left, maker })) return false;
  }
  return left.order.remaining === 0;
}

/** Every order that the taker would meet at an acceptable price, in order. */
function* makersFor({ market: { book } }: ContractAccount, taker: Order): Iterable<Order> {
  for (const level of levelsOf(taker.side === "buy" ? book.asks : book.bids)) {
    if (!crosses(taker.side, taker.ticks, level.ticks)) return;
    for (let maker = level.first; maker; maker = maker.behind) yield maker;
  }
}

interface Meeting {
  readonly contractAccount: ContractAccount;
  /** The taker after the trades so far. */
  readonly left: { readonly order: Order; frozen: bigint };
  readonly maker: Order;
}

/** False when the taker would stop here. */
function tryFill(
  state: FuturesState,
  trial: TrialFills,
  { contractAccount, left, maker }: Meeting,
): boolean {
  const { contract } = contractAccount.market;
  const lots = Math.min(maker.remaining, left.order.remaining);
  const value = valueAt(contract, { lots, ticks: maker.ticks });
  const makerContractAccount = contractAccountOfMaker(state, maker);
  const frozen = maker.futures?.frozen ?? 0n;
  const before = trial.standing(makerContractAccount, maker, frozen);
  const given = paidOf({ lots, value, rate: maker.makerRate }, trial.feeHeld);
  const makerAfter = standingAfter(makerContractAccount, maker, before, given);
  if (isInDeficit(makerContractAccount, maker, makerAfter)) {
    // The maker would be canceled, and its frozen money would be its account's again.
    trial.keep(maker, { ...before, equity: before.equity + frozen, frozen: 0n }, 0n);
    return true;
  }
  // Before the taker, since in a trade with oneself both halves are one account's.
  trial.keep(maker, makerAfter, given.fee);
  const taken = paidOf({ lots, value, rate: left.order.takerRate }, trial.feeHeld);
  const standing = trial.standing(contractAccount, left.order, left.frozen);
  const takerAfter = standingAfter(contractAccount, left.order, standing, taken);
  if (isInDeficit(contractAccount, left.order, takerAfter)) return false;

  trial.keep(left.order, takerAfter, taken.fee);
  left.frozen = takerAfter.frozen;
  left.order.remaining -= lots;
  left.order.traded += value;
  return true;
}
