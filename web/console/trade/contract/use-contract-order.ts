/** The state of an order entry for a contract: what is typed, what would come of it, and the sending. */
import { useMemo, useState } from "preact/hooks";
import type { MarginMode } from "../../../../src/engine/orders/order.ts";
import type { ConsoleExchange, Draft, Market } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { formatPlain } from "../../text/format.ts";
import { maySend, played } from "../form/check-form.ts";
import { focusFirst } from "../form/focus-first.ts";
import { largeOrderWarningOf } from "../form/large-order-warning.ts";
import type { Receipt } from "../form/receipt.ts";
import { useReceipt } from "../form/use-receipt.ts";
import { contractMarketViewOf } from "../market-views.ts";
import type { ContractMarketView } from "../preview/contract-market-view.ts";
import { availableIn, type ContractAsked } from "../preview/preview-contract-order.ts";
import type { Complaint } from "../preview/refusal-words.ts";
import { useDraft, usePrefill, useSideKeys } from "../use-draft.ts";
import { useKnown } from "../use-known.ts";
import { useAskedStop } from "./asked-stop.ts";
import {
  type ContractDraft,
  type JudgedContractOrder,
  judgeContractOrder,
  newContractOrder,
  spendsValue,
} from "./contract-order.ts";
import { type ContractAccount, useContractAccount } from "./use-contract-account.ts";

export interface ContractFormProps {
  readonly exchange: ConsoleExchange;
  readonly market: Market;
}

const EMPTY: ContractDraft = {
  ...{ action: "open", position: "long", kind: "limit", timeInForce: "gtc" },
  ...{ price: "", quantity: "", trigger: "none", triggerPrice: "" },
};

export function useContractOrder({ exchange, market }: ContractFormProps) {
  const known = useKnown(exchange, market);
  const contractAccount = useContractAccount(exchange, known);
  const submission = useReceipt(exchange);
  const [draft, setDraft] = useState(EMPTY);
  const [largeOrderWarning, setLargeOrderWarning] = useState<string>();
  const change = (part: Partial<ContractDraft>) => {
    submission.forget();
    setDraft((before) => ({ ...before, ...part }));
  };
  useDraft(exchange, (offered) => change(partOf(offered, draft)));
  useAskedStop(market.name, change);
  useSideKeys((side) => change({ position: positionFor(side, draft) }));
  const { markets, book, last, mark, balances, orders, positions, isSignedIn } = known;
  usePrefill(last, (price) => setDraft((now) => (now.price === "" ? { ...now, price } : now)));
  const seen = [market, markets, book, last, mark, balances, orders, positions, isSignedIn];
  const marketView = useMemo(
    () => contractMarketViewOf(known, contractAccount),
    [...seen, contractAccount.leverage, contractAccount.mode],
  );
  const available = useMemo(() => played(() => availableIn(marketView)), [marketView]);
  const ownJudgement = useMemo(() => judgeContractOrder(draft, marketView), [marketView, draft]);
  const judged = withContractAccount(ownJudgement, contractAccount);
  const send = () => {
    setLargeOrderWarning(undefined);
    const { asked } = judged;
    if (!asked) return;
    const { quantity: sent } = draft;
    // Pressed once more, the button must not send the same again.
    const clear = () => setDraft((now) => (now.quantity === sent ? { ...now, quantity: "" } : now));
    submission.run(() => place({ exchange, market }, asked, contractAccount.mode), clear);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    // Whatever was sent before, this is about something else.
    submission.forget();
    if (contractAccount.submission.isUnderWay()) return submission.refuse(BEING_SET);
    if (!judged.asked || !maySend(judged.complaints)) return focusFirst(event);
    const question = largeOrderWarningIn(judged, marketView);
    if (question === undefined) send();
    else setLargeOrderWarning(question);
  };
  const form = {
    draft,
    change,
    marketView,
    judged,
    submission,
    submit,
    send,
    largeOrderWarning,
    setLargeOrderWarning,
  };
  return { ...form, contractAccount, available, isSignedIn };
}

/** Nothing is estimated on a leverage that is not known, or is just being changed. */
function withContractAccount(
  judged: JudgedContractOrder,
  { isKnown, submission }: ContractAccount,
): JudgedContractOrder {
  if (isKnown) return submission.isBusy ? { ...judged, estimate: undefined } : judged;
  const text = "Your leverage has not been told by the exchange yet.";
  const complaint: Complaint = { field: "mode", text, isWarning: false };
  return { ...judged, estimate: undefined, complaints: [complaint, ...judged.complaints] };
}

/** Whoever leaves the leverage by pressing the button has not seen what the order comes to now. */
const BEING_SET = "Not sent: the leverage was being set. Look at the figures, then send.";

/** The position that a buy, or a sell, would be about. */
function positionFor(side: "buy" | "sell", { action }: ContractDraft): ContractDraft["position"] {
  return (action === "open") === (side === "buy") ? "long" : "short";
}

/** A price that was clicked is for a limit order. */
function partOf({ side, price, quantity }: Draft, draft: ContractDraft): Partial<ContractDraft> {
  const position = side && positionFor(side === "BUY" ? "buy" : "sell", draft);
  return {
    ...(position === undefined ? {} : { position }),
    ...(price === undefined ? {} : { price, kind: "limit" }),
    ...(quantity === undefined ? {} : { quantity }),
  };
}

/** FUT-COND-2: one whose trigger is reached already trades now, which nobody expects of one that waits. */
function largeOrderWarningIn(
  { asked, estimate, due }: JudgedContractOrder,
  { book }: ContractMarketView,
) {
  const large = () => {
    if (asked?.kind !== "market" || !estimate) return undefined;
    const { isCutShort, lotsNow } = estimate;
    return largeOrderWarningOf(book, { side: asked.side, quantity: lotsNow, isCutShort });
  };
  if (due !== undefined) return [due, large()].filter((text) => text !== undefined).join(" ");
  return asked?.trigger === "none" ? large() : undefined;
}

async function place(
  { exchange, market }: ContractFormProps,
  asked: ContractAsked,
  mode: MarginMode,
): Promise<Receipt> {
  const { futures } = exchange.sender.value;
  const order = newContractOrder(asked, market, mode);
  const placed = await ("triggerType" in order
    ? futures.createConditionOrder(order)
    : futures.createOrder(order));
  const word = `${asked.action === "open" ? "Open" : "Close"} by ${asked.side === "buy" ? "buying" : "selling"}`;
  const unit = spendsValue(asked) ? market.contract?.marginCoin : "contracts";
  const at = asked.kind === "limit" ? `at ${formatPlain(asked.price)}` : "at market";
  const when = asked.trigger === "none" ? "" : `, triggered at ${formatPlain(asked.triggerPrice)}`;
  const title = titleOf(market);
  return {
    ...{ area: "futures", orderIdString: placed.orderIdString, unit: `contracts of ${title}` },
    pricePrecision: market.pricePrecision,
    what: `${word} ${formatPlain(asked.quantity)} ${unit} of ${title} ${at}${when}`,
  };
}
