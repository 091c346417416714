/**
 * Matching one incoming futures order against the book of its market, and settling each trade as it
 * happens. A side that would end in a deficit does not trade. Rules FUT-MATCH-1, FUT-MARKET-1, FUT-MARKET-2, FUT-DEFICIT-1.
 */
import type { Amount } from "../../../money/amount.ts";
import { crosses } from "../../book/book.ts";
import type { Stop } from "../../orders/end-reasons.ts";
import type { OrderId, PriceLevel, Side } from "../../orders/order.ts";
import type { OrderRow, OrderRows } from "../../orders/order-rows.ts";
import type { UserId } from "../../users/users.ts";
import { openingOn, positionOn } from "../contract-account.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractAccount, ContractMarket, FuturesState } from "../futures-state.ts";
import { type FillSide, wouldBeInDeficit, wouldOwnBeInDeficit } from "./deficit.ts";
import { affordableLots, isInReach } from "./reach.ts";
import { settleSide } from "./settle.ts";
import { type BookTaker, walkBook } from "./walk-book.ts";

export function matchFutures(
  state: FuturesState,
  contractAccount: ContractAccount,
  taker: OrderRow,
  context: FuturesContext,
): Stop {
  return walkBook(state, new OrderTaker(state, contractAccount, taker, context), context);
}

class OrderTaker implements BookTaker<Stop> {
  readonly market: ContractMarket;
  readonly side: Side;
  readonly orderId: OrderId;
  readonly user: UserId;
  readonly cancels = { reason: "deficit" } as const;
  readonly #state: FuturesState;
  readonly #contractAccount: ContractAccount;
  readonly #order: OrderRow;
  readonly #context: FuturesContext;

  constructor(
    state: FuturesState,
    contractAccount: ContractAccount,
    order: OrderRow,
    context: FuturesContext,
  ) {
    const { rows } = state.orders.byId;
    this.market = contractAccount.market;
    this.side = rows.side(order);
    this.orderId = rows.id(order);
    this.user = contractAccount.user;
    this.#state = state;
    this.#contractAccount = contractAccount;
    this.#order = order;
    this.#context = context;
  }

  lotsAt(level: PriceLevel | undefined): number | Stop {
    const { market, side } = this;
    const order = this.#order;
    const { rows } = market.book;
    if (isComplete(market, order, level)) return "complete";
    if (!level) return "no_match";
    if (rows.kind(order) === "limit") {
      if (!crosses(side, rows.ticks(order), level.ticks)) return "no_match";
    } else if (!isInReach(market, side, level.ticks)) return "out_of_range"; // FUT-MARKET-1
    if (market.contract.selfTrade === "expire_taker" && this.#isOwn(level.first)) {
      return "own_order"; // FUT-STP-1
    }
    const wanted = wantedLots(this.#contractAccount, order, level.ticks);
    return Math.min(rows.remaining(level.first), wanted) || "largest_number";
  }

  refusalOf(maker: FillSide): Stop | undefined {
    const { lots, value } = maker.fill;
    const order = this.#order;
    const fill = { lots, value, rate: this.market.book.rows.takerRate(order) };
    const contractAccount = this.#contractAccount;
    const isTooMuch = this.#isOwn(maker.order)
      ? wouldOwnBeInDeficit(this.#state, maker, { contractAccount, order, fill })
      : wouldBeInDeficit(this.#state, contractAccount, order, fill);
    return isTooMuch ? "deficit" : undefined;
  }

  take(lots: number, value: Amount): void {
    const { rows } = this.market.book;
    if (!spendsValue(rows, this.#order)) rows.reduce(this.#order, lots);
    rows.addTrade(this.#order, lots, value);
  }

  settle(lots: number, value: Amount): Amount {
    const fill = { lots, value, rate: this.market.book.rows.takerRate(this.#order) };
    return settleSide(this.#state, this.#contractAccount, this.#order, fill, this.#context);
  }

  #isOwn(maker: OrderRow): boolean {
    return this.market.book.rows.user(maker) === this.user;
  }
}

/** FUT-MARKET-2: used up; a value is also done when its rest cannot buy one contract at the next price. */
function isComplete(
  { contract, book: { rows } }: ContractMarket,
  taker: OrderRow,
  level: PriceLevel | undefined,
): boolean {
  if (!spendsValue(rows, taker)) return rows.remaining(taker) === 0;
  const rest = rows.budget(taker) - rows.traded(taker);
  return rest === 0n || (level !== undefined && affordableLots(contract, rest, level.ticks) === 0);
}

/** A market order that opens names a value, every other order contracts. */
function spendsValue(rows: OrderRows, taker: OrderRow): boolean {
  return rows.kind(taker) === "market" && rows.terms(taker).action === "open";
}

/** What an order can still take at a price, and its position can hold. */
function wantedLots(contractAccount: ContractAccount, taker: OrderRow, ticks: number): number {
  const { contract, book } = contractAccount.market;
  const { rows } = book;
  if (!spendsValue(rows, taker)) return rows.remaining(taker);
  const side = rows.side(taker);
  const held = positionOn(contractAccount, side)?.volume ?? 0;
  const room = Number.MAX_SAFE_INTEGER - held - openingOn(contractAccount, side).lots;
  return Math.min(affordableLots(contract, rows.budget(taker) - rows.traded(taker), ticks), room);
}
