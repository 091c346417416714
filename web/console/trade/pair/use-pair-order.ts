/** The order ticket of a pair: how it is assessed, when it asks once more, and how it is sent. */
import { useMemo } from "preact/hooks";
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import type { ConsoleExchange, ShownBook, ShownMarket } from "../../exchange/exchange.ts";
import { formatPlain } from "../../text/format.ts";
import type { AssessedList } from "../lists/assess-list.ts";
import { newOrderList, sayBeside } from "../lists/order-list.ts";
import { NO_BOOK, pairTicketViewOf } from "../market-views.ts";
import { largeOrderWarningOf } from "../ticket/large-order-warning.ts";
import { sayPrice } from "../ticket/order-words.ts";
import type { Receipt } from "../ticket/receipt.ts";
import { useOrderTicket } from "../ticket/use-order-ticket.ts";
import { useKnown } from "../use-known.ts";
import { PLAIN } from "./pair-instructions.ts";
import {
  type AssessedPairOrder,
  assessPairOrder,
  newPairOrder,
  type PairDraft,
} from "./pair-order.ts";
import { countedIn, pairSizing } from "./pair-size.ts";
import { sayTactics } from "./pair-tactics.ts";

export interface PairFormProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
  readonly area: "spot" | "margin";
}

const EMPTY = { side: "buy", kind: "limit", price: "", quantity: "", ...PLAIN } as const;

export function usePairOrder({ exchange, market, area }: PairFormProps) {
  const known = useKnown(exchange, market);
  const { book, last, balances, orders, isSignedIn, tickers, margin } = known;
  // `known` is a new object each time; these are all of it that the market view is made of.
  const seen = [market, book, last, balances, orders, isSignedIn, area, tickers, margin];
  const marketView = useMemo(() => pairTicketViewOf(known, area), seen);
  const sizing = pairSizing(marketView);
  const ticket = useOrderTicket<PairDraft, PairAsked, AssessedPairOrder>(exchange, {
    known,
    empty: { ...EMPTY, area },
    sizing,
    partOfSide: (side) => ({ side }),
    assess: (draft) => assessPairOrder(draft, marketView, market),
    assessedBy: [marketView],
    sayLarge: (assessed) => sayLarge(assessed, book ?? NO_BOOK),
    sayDue: ({ due }) => due,
    place: (asked, { list }) => place({ exchange, market, area }, asked, list),
  });
  return { ...ticket, marketView, sizing };
}

/** SPOT-STOP-1: a stop at the last price trades now, which its form does not suggest. */
function sayLarge(
  { asked, estimate, due, triggerPrice }: AssessedPairOrder,
  book: ShownBook,
): string | undefined {
  if (asked?.kind !== "market" || !estimate) return undefined;
  if (asked.trailing || (due === undefined && triggerPrice !== "")) return undefined;
  const { isCutShort, now } = estimate;
  return largeOrderWarningOf(book, { side: asked.side, quantity: now.base, isCutShort });
}

async function place(
  props: PairFormProps,
  asked: PairAsked,
  list: AssessedList | undefined,
): Promise<Receipt> {
  const { market, area } = props;
  const placed = await send(props, asked, list);
  const word = asked.side === "buy" ? "Buy" : "Sell";
  const size =
    countedIn(asked) === "quote"
      ? `for ${formatPlain(asked.quantity)} ${market.quote}`
      : `${formatPlain(asked.quantity)} ${market.base}`;
  const { orderIdString, triggered } = placed;
  const status = triggered === false ? "INIT" : placed.status;
  const { base: unit, pricePrecision } = market;
  const beside = list ? sayBeside(list) : "";
  const what = `${word} ${size} ${sayPrice(asked)}${sayTactics(asked)}${beside}`;
  return { area, orderIdString, status, unit, pricePrecision, what };
}

/** By itself, or as the first of its list. */
async function send(
  { exchange, market, area }: PairFormProps,
  asked: PairAsked,
  list: AssessedList | undefined,
) {
  const { value: sender } = exchange.sender;
  if (!list) return await sender[area].createOrder(newPairOrder(asked, market));
  const { orders } = await sender.spot.createOrderList(newOrderList(list, market));
  const [placed] = orders;
  if (!placed) throw new Error("The exchange named no order of the list.");
  return placed;
}
