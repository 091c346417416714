/** What kind of order an open one is, and what it waits for: the condition comes first, it is what tells a stop from the others. */
import {
  isPending,
  isTrailing,
  isWaiting,
  sayStopWait,
  sayTrailingPrice,
  triggerWords,
  waitsForPrice,
} from "../../exchange/account/say-trigger.ts";
import type { AccountOrder, ConsoleExchange } from "../../exchange/exchange.ts";
import { useLive } from "../../exchange/use-live.ts";
import { formatPlain } from "../../text/format.ts";
import { formatBasisPoints } from "../../text/percent.ts";
import { sayKind } from "../../trade/form/time-in-force.ts";
import { TwoLines } from "../two-lines.tsx";
import { AmendField } from "./amend-field.tsx";
import type { PairOrder } from "./amendment.ts";
import type { Amendment } from "./use-amendment.ts";

interface OrderKindProps<Row> {
  readonly exchange: ConsoleExchange;
  readonly order: Row;
  readonly amendment: Amendment;
}

export function OrderKind({ exchange, order, amendment }: OrderKindProps<AccountOrder>) {
  const kind = sayKind(order.type, order.timeInForce);
  if (order.area !== "futures") {
    const isStop = order.triggerPrice !== undefined || order.trailingDelta !== undefined;
    if (isStop) return <StopKind exchange={exchange} order={order} amendment={amendment} />;
    const notes = [...(isPending(order) ? ["pending"] : []), ...saySlices(order)];
    return notes.length === 0 ? kind : <TwoLines first={kind} second={notes.join(", ")} />;
  }
  const trigger = triggerWords(order);
  if (!trigger) return kind;
  const { condition, source } = trigger;
  const wait = isWaiting(order) ? `waits for the ${source}` : `by the ${source}`;
  return <TwoLines first={capitalised(condition)} second={`${kind}, ${wait}`} />;
}

/** SPOT-STOP-1: which way the price has to go is read off the last price of its market. */
function StopKind({ exchange, order, amendment }: OrderKindProps<PairOrder>) {
  const { symbol, triggerPrice = "0", trailingDelta } = order;
  const last = useLive(exchange.tickers, (tickers) => tickers.get(symbol)?.last);
  const kind = sayKind(order.type, order.timeInForce);
  const isChanged = amendment.isOf(order);
  if (isChanged && waitsForPrice(order)) {
    const field = <AmendField amendment={amendment} order={order} name="triggerPrice" />;
    const what = trailingDelta === undefined ? "trigger price" : "trails from";
    return <TwoLines first={field} second={`${kind}, ${what}`} />;
  }
  const trails = trailingDelta === undefined ? undefined : formatBasisPoints(trailingDelta);
  const first = trails === undefined ? `Stop at ${formatPlain(triggerPrice)}` : `Trails ${trails}`;
  // SPOT-REPLACE-3: a stop that waits is replaced by a new one, which knows no price of before.
  const state = isChanged && isTrailing(order) ? "begins anew if saved" : sayState(order, last);
  return <TwoLines first={first} second={[kind, state, ...saySlices(order)].join(", ")} />;
}

/** SPOT-LIST-4, SPOT-LIST-11: the last price of now says nothing of a leg that is not live. */
function sayState(order: PairOrder, last: string | undefined): string {
  const { triggerPrice = "0", trailingDelta, trailingPrice } = order;
  if (isPending(order)) return "pending";
  if (trailingDelta === undefined) {
    return isWaiting(order) ? sayStopWait(triggerPrice, last) : "triggered";
  }
  if (!isWaiting(order)) {
    return trailingPrice ? `triggered at ${formatPlain(trailingPrice)}` : "triggered";
  }
  if (isTrailing(order)) return trailingPrice ? sayTrailingPrice(order) : "trails";
  return `from ${formatPlain(triggerPrice)}, ${sayStopWait(triggerPrice, last)}`;
}

function saySlices({ icebergQty }: PairOrder): readonly string[] {
  return icebergQty === undefined ? [] : [`shows ${formatPlain(icebergQty)} at a time`];
}

function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
