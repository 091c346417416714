/** The words of `nodejs-order-book` and those of both books: what it is asked in, what it answers, what it shows. */
import {
  type IProcessOrder,
  type LimitOrderOptions,
  type OrderBook,
  SelfTradePreventionMode,
  Side,
} from "nodejs-order-book";
import type { Asked, Standing, Told } from "./order-step.ts";

export const SIDES = { buy: Side.BUY, sell: Side.SELL } as const;
export const MODES = {
  none: SelfTradePreventionMode.NONE,
  expire_taker: SelfTradePreventionMode.EXPIRE_TAKER,
  expire_maker: SelfTradePreventionMode.EXPIRE_MAKER,
  expire_both: SelfTradePreventionMode.EXPIRE_BOTH,
} as const;

/** Errors that are ends of ours (`end_is_error`), by their codes. */
const ENDS: Readonly<Partial<Record<number, Told["verdict"]>>> = {
  1106: "killed",
  1107: "not posted",
  1202: "met own",
};

/** What it shows of an order on its book. */
export interface Resting {
  readonly id: string;
  readonly size: number;
  readonly price: number;
  readonly accountId?: string;
}

/** The package does not give out the names of its forces, which are these texts. */
export function forceOf(
  force: Asked["force"],
): Exclude<LimitOrderOptions["timeInForce"], undefined> {
  const text = force === "ioc" ? "IOC" : force === "fok" ? "FOK" : "GTC";
  return text as Exclude<LimitOrderOptions["timeInForce"], undefined>;
}

/** Orders that were used up, then the one that was used in part; the taker may be either. */
export function toldOf(response: IProcessOrder, taker: string): Told {
  const { err, done, partial, partialQuantityProcessed, stpExpired = [] } = response;
  const makers = (done as Resting[]).filter(({ id }) => id !== taker);
  const trades = makers.map(({ id, size, price }) => `${size} @ ${price} with ${id}`);
  if (partial && partial.id !== taker) {
    trades.push(`${partialQuantityProcessed} @ ${partial.price} with ${partial.id}`);
  }
  const verdict = err ? (ENDS[err.code] ?? "refused") : "taken";
  return { verdict, trades, expired: stpExpired.map(({ id }) => id) };
}

/** The orders of a side in the order in which they trade. */
export function queueOf(book: OrderBook, side: Asked["side"]): Resting[] {
  const { bids, asks } = book.snapshot();
  return (side === "buy" ? bids : asks).flatMap(({ orders }) => orders);
}

export function standingOf(book: OrderBook): Standing {
  const [asks, bids] = book.depth();
  const orders = (["buy", "sell"] as const).flatMap((side) =>
    queueOf(book, side).map(({ id, size, price }) => `${id} ${side} ${size} @ ${price}`),
  );
  const levels = [
    ...bids.map(([price, size]) => `buy ${size} @ ${price}`),
    ...asks.map(([price, size]) => `sell ${size} @ ${price}`),
  ];
  return { orders, levels, best: `${bids[0]?.[0] ?? "-"} ${asks[0]?.[0] ?? "-"}` };
}
