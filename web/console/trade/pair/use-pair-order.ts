/** The state of an order entry for a pair: what is typed, what would come of it, and the sending. */
import { useMemo, useState } from "preact/hooks";
import type { ConsoleExchange, Draft, Market } from "../../exchange/exchange.ts";
import { formatPlain } from "../../text/format.ts";
import { maySend } from "../form/check-form.ts";
import { focusFirst } from "../form/focus-first.ts";
import { largeOrderWarningOf } from "../form/large-order-warning.ts";
import type { Receipt } from "../form/receipt.ts";
import { useReceipt } from "../form/use-receipt.ts";
import { pairMarketViewOf } from "../market-views.ts";
import type { PairMarketView } from "../preview/pair-preview-state.ts";
import type { PairAsked } from "../preview/preview-pair-order.ts";
import { useDraft, usePrefill, useSideKeys } from "../use-draft.ts";
import { useKnown } from "../use-known.ts";
import {
  type JudgedPairOrder,
  judgePairOrder,
  newPairOrder,
  type PairDraft,
  spendsQuote,
} from "./pair-order.ts";

export interface PairFormProps {
  readonly exchange: ConsoleExchange;
  readonly market: Market;
  readonly area: "spot" | "margin";
}

const EMPTY = { side: "buy", kind: "limit", price: "", quantity: "" } as const;

export function usePairOrder({ exchange, market, area }: PairFormProps) {
  const known = useKnown(exchange, market);
  const submission = useReceipt(exchange);
  const [typed, setTyped] = useState<Omit<PairDraft, "area">>(EMPTY);
  const [largeOrderWarning, setLargeOrderWarning] = useState<string>();
  const change = (part: Partial<PairDraft>) => {
    submission.forget();
    setTyped((before) => ({ ...before, ...part }));
  };
  useDraft(exchange, (offered) => change(partOf(offered)));
  useSideKeys((side) => change({ side }));
  const { book, last, balances, orders, isSignedIn } = known;
  usePrefill(last, (price) => setTyped((now) => (now.price === "" ? { ...now, price } : now)));
  // `known` is a new object each time; these are all of it that the market view is made of.
  const seen = [market, book, last, balances, orders, isSignedIn, area];
  const marketView = useMemo(() => pairMarketViewOf(known, area), seen);
  const draft = { ...typed, area };
  const judged = useMemo(() => judgePairOrder(draft, marketView, market), [marketView, typed]);
  const send = () => {
    setLargeOrderWarning(undefined);
    const { asked } = judged;
    if (!asked) return;
    const { quantity: sent } = typed;
    // Pressed once more, the button must not send the same again.
    const clear = () => setTyped((now) => (now.quantity === sent ? { ...now, quantity: "" } : now));
    submission.run(() => place({ exchange, market, area }, asked), clear);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    // Whatever was sent before, this is about something else.
    submission.forget();
    if (!judged.asked || !maySend(judged.complaints)) return focusFirst(event);
    const question = largeOrderWarningIn(judged, marketView);
    if (question === undefined) send();
    else setLargeOrderWarning(question);
  };
  return {
    draft,
    change,
    marketView,
    judged,
    submission,
    submit,
    send,
    largeOrderWarning,
    setLargeOrderWarning,
    isSignedIn,
  };
}

/** A price that was clicked is for a limit order. */
function partOf({ side, price, quantity }: Draft): Partial<PairDraft> {
  return {
    ...(side === undefined ? {} : { side: side === "BUY" ? "buy" : "sell" }),
    ...(price === undefined ? {} : { price, kind: "limit" }),
    ...(quantity === undefined ? {} : { quantity }),
  };
}

function largeOrderWarningIn(
  { asked, estimate }: JudgedPairOrder,
  { book }: PairMarketView,
): string | undefined {
  if (asked?.kind !== "market" || !estimate) return undefined;
  const { isCutShort, now } = estimate;
  return largeOrderWarningOf(book, { side: asked.side, quantity: now.base, isCutShort });
}

async function place(props: PairFormProps, asked: PairAsked): Promise<Receipt> {
  const { exchange, market, area } = props;
  const placed = await exchange.sender.value[area].createOrder(newPairOrder(asked, market));
  const word = asked.side === "buy" ? "Buy" : "Sell";
  const size = spendsQuote(asked)
    ? `for ${formatPlain(asked.quantity)} ${market.quote}`
    : `${formatPlain(asked.quantity)} ${market.base}`;
  const at = asked.kind === "limit" ? `at ${formatPlain(asked.price)}` : "at market";
  const { orderIdString, status } = placed;
  const { base: unit, pricePrecision } = market;
  return { area, orderIdString, status, unit, pricePrecision, what: `${word} ${size} ${at}` };
}
