/**
 * The last question before an order is moved: the old price, the new one as a field, how it is done and what it
 * would set off. What came of it stands in the same place. The field is the way of those who use no pointer.
 */
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { isWaiting } from "../../exchange/account/say-trigger.ts";
import type { AccountOrder, ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { useLive } from "../../exchange/use-live.ts";
import { Notice } from "../../parts/notice.tsx";
import { compareDecimals, decimalsOf } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";
import { readFields } from "../../trade/form/check-form.ts";
import type { Submission } from "../../trade/form/use-submission.ts";
import { markOf } from "../../trade/use-known.ts";
import type { ChartLine } from "../lines/chart-lines.ts";
import { stepBy, stepsOfKey } from "../lines/step-price.ts";
import { findListFault, moveList } from "./move-list.ts";
import { moveOrder } from "./move-order.ts";
import { sayHow, warnOfMove } from "./move-words.ts";

interface MoveBarProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
  /** As it stands; gone when the order has ended. */
  readonly line: ChartLine | undefined;
  /** The new price, as typed or dragged. */
  readonly price: string;
  change(price: string): void;
  readonly submission: Submission;
  close(): void;
}

export function MoveBar(props: MoveBarProps) {
  const { line, submission, close } = props;
  const { done, refusal, isBusy } = submission;
  if (done !== undefined) return <Said tone="good" text={done} close={close} />;
  if (!line?.order && !isBusy) {
    return <Said tone="bad" text={refusal?.text ?? "The order has ended."} close={close} />;
  }
  return line?.order ? <MoveForm {...props} line={line} order={line.order} /> : null;
}

interface SaidProps {
  readonly tone: "good" | "bad";
  readonly text: string;
  close(): void;
}

function Said({ tone, text, close }: SaidProps) {
  return (
    <div class="move-bar">
      <Notice tone={tone}>{text}</Notice>
      <button type="button" class="button-quiet" onClick={close}>
        Close
      </button>
    </div>
  );
}

interface MoveFormProps extends MoveBarProps {
  readonly line: ChartLine;
  readonly order: AccountOrder;
}

function MoveForm(props: MoveFormProps) {
  const { exchange, market, line, order, price, change, submission, close } = props;
  const book = useLive(exchange.book);
  const last = useLive(exchange.tickers, (tickers) => tickers.get(market.name)?.last ?? "0");
  const positions = useLive(exchange.account.positions);
  const mark = useLive(exchange.index, (index) => markOf(market, index, positions));
  const read = readPrice(price, market.pricePrecision);
  const isSame = read.price !== undefined && compareDecimals(read.price, line.price) === 0;
  const { list } = line;
  const moved = isSame ? undefined : read.price;
  const listFault = list && moved && findListFault({ list, order, price: moved }, last);
  const fault = read.fault ?? (listFault || undefined);
  // Where an order of a list waits, its list says on which side.
  const isPlain = !list || !isWaiting(order);
  const warning = isPlain && moved && warnOfMove(order, moved, { book, last, mark });
  const send = useMove(props, fault === undefined ? moved : undefined);
  const submit = (event: Event) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    close();
  };
  return (
    <form
      class="move-bar"
      aria-label={`Move order ${order.orderIdString}`}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      noValidate
    >
      <p class="move-what">
        {`${line.label} (order ${order.orderIdString}): `}
        <s class="figure">{formatPlain(line.price)}</s>
        {" to"}
      </p>
      <PriceField price={price} change={change} market={market} isWrong={fault !== undefined} />
      <button
        type="submit"
        class="button"
        disabled={submission.isBusy || moved === undefined || fault !== undefined}
      >
        {submission.isBusy ? submission.progress : "Move it"}
      </button>
      <button type="button" class="button-quiet" onClick={close}>
        Leave it
      </button>
      <MoveNotes fault={submission.refusal?.text ?? fault} warning={warning || undefined}>
        {sayHow(order, list)}
      </MoveNotes>
    </form>
  );
}

interface MoveNotesProps {
  readonly fault: string | undefined;
  readonly warning: string | undefined;
  readonly children: ComponentChildren;
}

function MoveNotes({ fault, warning, children }: MoveNotesProps) {
  return (
    <div class="move-notes" aria-live="polite">
      {fault === undefined ? null : <p class="field-error">{fault}</p>}
      {warning === undefined ? null : <p class="field-warning">{warning}</p>}
      <p class="field-hint">{children}</p>
    </div>
  );
}

interface PriceFieldProps {
  readonly price: string;
  change(price: string): void;
  readonly market: ShownMarket;
  readonly isWrong: boolean;
}

/** Arrows move it by a step of the market, pages by a hundred, with Shift by ten times that. */
function PriceField({ price, change, market, isWrong }: PriceFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOfKey(event.key, event.shiftKey);
    if (steps === 0) return;
    event.preventDefault();
    change(stepBy(price, steps, market.pricePrecision));
  };
  return (
    <input
      ref={input}
      class="input figure move-price"
      name="newPrice"
      type="text"
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      aria-label="New price"
      aria-invalid={isWrong}
      value={price}
      onInput={(event) => change(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function readPrice(text: string, precision: number) {
  const { values, complaints } = readFields([{ field: "price", text, what: "a price" }]);
  const price = values.get("price");
  if (price === undefined) return { price, fault: complaints[0]?.text };
  if (decimalsOf(price) > precision) {
    const fault = `A price has at most ${precision} decimals here.`;
    return { price: undefined, fault };
  }
  if (compareDecimals(price, "0") <= 0) {
    return { price: undefined, fault: "A price must be above zero." };
  }
  return { price, fault: undefined };
}

/** What traded since the question was put is shown before anything is sent. */
function useMove({ exchange, order, line, submission }: MoveFormProps, price: string | undefined) {
  const [seen, setSeen] = useState(order.executedQty);
  return () => {
    if (price === undefined) return;
    if (seen !== order.executedQty) {
      setSeen(order.executedQty);
      const traded = formatPlain(order.executedQty);
      return submission.refuse(
        `Not sent: ${traded} of order ${order.orderIdString} has traded. Look at it, then move it.`,
      );
    }
    const { list } = line;
    submission.run(() =>
      list ? moveList(exchange, { list, order, price }) : moveOrder(exchange, order, price),
    );
  };
}
