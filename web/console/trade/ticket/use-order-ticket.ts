/**
 * The state of an order ticket, for pairs and contracts alike: the draft, its assessment, the question
 * before a large order, the sending, and the receipt. What is particular to a kind of market is in its
 * terms.
 */
import { useMemo, useState } from "preact/hooks";
import type { ConsoleExchange, Draft } from "../../exchange/exchange.ts";
import { complaintFor, maySend } from "../form/check-form.ts";
import type { Complaint, OrderField } from "../form/refusal-words.ts";
import type { Known } from "../market-views.ts";
import type { AssessedOrder } from "./assess-order.ts";
import { focusFirst } from "./focus-first.ts";
import type { Receipt } from "./receipt.ts";
import { resized, type SizedDraft, type Sizing } from "./sizing.ts";
import { useDraft, usePrefill, useSideKeys } from "./use-draft.ts";
import { useReceipt } from "./use-receipt.ts";

/** As typed: the part that every order has. */
export interface TicketDraft extends SizedDraft {
  readonly kind: "limit" | "market";
  readonly price: string;
}

export interface TicketTerms<MarketDraft extends TicketDraft, Asked, Assessed> {
  readonly known: Known;
  readonly empty: MarketDraft;
  readonly sizing: Sizing<MarketDraft>;
  /** The part of a draft that makes it a buy, or a sell. */
  partOfSide(side: "buy" | "sell", draft: MarketDraft): Partial<MarketDraft>;
  assess(draft: MarketDraft): Assessed;
  /** All that an assessment is made of, but for the draft. */
  readonly assessedBy: readonly unknown[];
  /** Why nothing may be sent at this very moment. */
  findHindrance?(): string | undefined;
  /** That it is large beside the book; undefined of all others. */
  sayLarge(assessed: Assessed): string | undefined;
  /** Why it would trade at once although it is to wait; undefined of all others. */
  sayDue(assessed: Assessed): string | undefined;
  place(asked: Asked, assessed: Assessed): Promise<Receipt>;
}

export function useOrderTicket<
  MarketDraft extends TicketDraft,
  Asked,
  Assessed extends AssessedOrder<Asked, unknown>,
>(exchange: ConsoleExchange, terms: TicketTerms<MarketDraft, Asked, Assessed>) {
  const submission = useReceipt(exchange);
  const { draft, change, clearQuantity } = useTicketDraft(exchange, terms, submission.forget);
  const [largeOrderWarning, setLargeOrderWarning] = useState<string>();
  const assessed = useMemo(() => terms.assess(draft), [draft, ...terms.assessedBy]);
  const large = terms.sayLarge(assessed);
  const send = () => {
    setLargeOrderWarning(undefined);
    const { asked } = assessed;
    if (asked) submission.run(() => terms.place(asked, assessed), clearQuantity);
  };
  const submit = (event: Event) => {
    event.preventDefault();
    // Whatever was sent before, this is about something else.
    submission.forget();
    const hindrance = terms.findHindrance?.();
    if (hindrance !== undefined) return submission.refuse(hindrance);
    if (!assessed.asked || !maySend(assessed.complaints)) return focusFirst(event);
    const question = [terms.sayDue(assessed), large].filter((text) => text !== undefined);
    if (question.length === 0) send();
    else setLargeOrderWarning(question.join(" "));
  };
  return {
    draft,
    change,
    assessed,
    said: (field: OrderField) =>
      complaintFor(field, assessed.complaints, submission.refusal) ?? largeAt(field, large),
    submission,
    submit,
    send,
    largeOrderWarning,
    dismissWarning: () => setLargeOrderWarning(undefined),
    isSignedIn: terms.known.isSignedIn,
    isHalted: terms.known.isHalted,
  };
}

/** What will be asked when it is sent is told before, where nothing graver is said. */
function largeAt(field: OrderField, large: string | undefined): Complaint | undefined {
  if (field !== "quantity" || large === undefined) return undefined;
  return { field, text: large, isWarning: true };
}

/** What a view of the ticket is given, whatever the market. */
export type OrderTicket = ReturnType<
  typeof useOrderTicket<TicketDraft, unknown, AssessedOrder<unknown, unknown>>
>;

/** The draft is changed by its fields, by a click on the ladder, by a key, and once by the last price. */
function useTicketDraft<MarketDraft extends TicketDraft>(
  exchange: ConsoleExchange,
  terms: Pick<
    TicketTerms<MarketDraft, unknown, unknown>,
    "known" | "empty" | "partOfSide" | "sizing"
  >,
  forget: () => void,
) {
  const [draft, setDraft] = useState(terms.empty);
  const change = (part: Partial<MarketDraft>) => {
    forget();
    setDraft((before) => resized(before, { ...before, ...part }, terms.sizing));
  };
  const take = ({ side, ...figures }: Draft) => {
    const part = side && terms.partOfSide(side === "BUY" ? "buy" : "sell", draft);
    forget();
    setDraft((before) =>
      resized(before, { ...before, ...part, ...figuresOf(figures) }, terms.sizing),
    );
  };
  useDraft(exchange, take);
  useSideKeys((side) => change(terms.partOfSide(side, draft)));
  usePrefill(terms.known.last, (price) =>
    setDraft((now) => (now.price === "" ? { ...now, price } : now)),
  );
  const { quantity: sent } = draft;
  /** Pressed once more, the button must not send the same again. */
  const clearQuantity = () =>
    setDraft((now) => (now.quantity === sent ? { ...now, quantity: "" } : now));
  return { draft, change, clearQuantity };
}

/** A price that was clicked is for a limit order. */
function figuresOf({ price, quantity }: Draft): Partial<TicketDraft> {
  return {
    ...(price === undefined ? {} : { price, kind: "limit" }),
    ...(quantity === undefined ? {} : { quantity }),
  };
}
