/**
 * Whether an order would be filled whole at once. The trades are tried, in order, on what each
 * account and position would be after the trades before, because only what would really trade
 * counts: not orders behind an own order, not trades that a deficit forbids. Rule FUT-TIF-2.
 */
import { crosses, ordersAt } from "../../book/book.ts";
import { levelsOf } from "../../book/ladder.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import type { UserId } from "../../users/users.ts";
import { valueAt } from "../contract-value.ts";
import type { ContractAccount, FuturesState } from "../futures-state.ts";
import {
  feeHeldFor,
  isInDeficit,
  paidOf,
  standingAfter,
  standingOf,
  type TradeBasis,
  type TriedOrder,
  triedOrderOf,
} from "./deficit.ts";
import { contractAccountOfMaker } from "./walk-book.ts";

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
  standing({ contractAccount, order, frozen }: TriedSide): TradeBasis {
    const live = standingOf(this.#state, contractAccount, order);
    const side = keyOf(contractAccount, order);
    const { volume, cost, margin } = this.#positions.get(side) ?? live;
    const equity = this.#equities.get(contractAccount.user) ?? live.equity;
    return { equity, volume, cost, margin, frozen };
  }

  keep({ contractAccount, order }: TriedSide, after: TradeBasis, fee: bigint): void {
    this.feeHeld += fee;
    this.#equities.set(contractAccount.user, after.equity);
    this.#positions.set(keyOf(contractAccount, order), after);
  }
}

/** One side of a trade that is tried: the order after the trades so far, and what it has frozen then. */
interface TriedSide {
  readonly contractAccount: ContractAccount;
  readonly order: TriedOrder;
  /** In 10^-8, of this side's role. */
  readonly rate: number;
  frozen: bigint;
}

function keyOf({ user }: ContractAccount, { positionSide }: TriedOrder): string {
  return `${user} ${positionSide}`;
}

/** `taker` is a limit order that has frozen its money and traded nothing yet. */
export function canFillWhole(
  state: FuturesState,
  contractAccount: ContractAccount,
  taker: OrderRow,
): boolean {
  const { rows } = state.orders.byId;
  const trial = new TrialFills(state, contractAccount);
  const order = triedOrderOf(rows, taker);
  const { frozen } = order.terms;
  const left = { contractAccount, order, rate: rows.takerRate(taker), frozen };
  for (const maker of makersFor(contractAccount, taker)) {
    if (order.remaining === 0) break;
    const isOwn = rows.user(maker) === contractAccount.user;
    if (isOwn && contractAccount.market.contract.selfTrade === "expire_taker") return false;
    if (!tryFill(state, trial, left, maker)) return false;
  }
  return order.remaining === 0;
}

/** Every order that the taker would meet at an acceptable price, in order. */
function* makersFor({ market: { book } }: ContractAccount, taker: OrderRow): Iterable<OrderRow> {
  const { rows } = book;
  const side = rows.side(taker);
  for (const level of levelsOf(side === "buy" ? book.asks : book.bids)) {
    if (!crosses(side, rows.ticks(taker), level.ticks)) return;
    yield* ordersAt(rows, level);
  }
}

/** False when the taker, of which `left` is left after the trades so far, would stop here. */
function tryFill(
  state: FuturesState,
  trial: TrialFills,
  left: TriedSide,
  maker: OrderRow,
): boolean {
  const { contractAccount, order } = left;
  const { rows } = state.orders.byId;
  const lots = Math.min(rows.remaining(maker), order.remaining);
  const value = valueAt(contractAccount.market.contract, { lots, ticks: rows.ticks(maker) });
  const other = makerSideOf(state, maker);
  const before = trial.standing(other);
  const given = paidOf({ lots, value, rate: other.rate }, trial.feeHeld);
  const makerAfter = standingAfter(other.contractAccount, other.order, before, given);
  if (isInDeficit(other.contractAccount, other.order, makerAfter)) {
    // The maker would be canceled, and its frozen money would be its account's again.
    trial.keep(other, { ...before, equity: before.equity + other.frozen, frozen: 0n }, 0n);
    return true;
  }
  // Before the taker, since in a trade with oneself both halves are one account's.
  trial.keep(other, makerAfter, given.fee);
  const taken = paidOf({ lots, value, rate: left.rate }, trial.feeHeld);
  const takerAfter = standingAfter(contractAccount, order, trial.standing(left), taken);
  if (isInDeficit(contractAccount, order, takerAfter)) return false;

  trial.keep(left, takerAfter, taken.fee);
  left.frozen = takerAfter.frozen;
  order.remaining -= lots;
  return true;
}

function makerSideOf(state: FuturesState, maker: OrderRow): TriedSide {
  const { rows } = state.orders.byId;
  const order = triedOrderOf(rows, maker);
  const contractAccount = contractAccountOfMaker(state, maker);
  return { contractAccount, order, rate: rows.makerRate(maker), frozen: order.terms.frozen };
}
