/** Orders on a pair, with the user's own money (spot) or with borrowed money besides (margin). */
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import type { ShownMarket } from "../../exchange/exchange.ts";
import { Choice } from "../../parts/choice.tsx";
import { addDecimals, divideDecimals } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";
import { formatBasisPoints } from "../../text/percent.ts";
import { legsOf } from "../lists/exit.ts";
import { isOco } from "../lists/list-draft.ts";
import { ExitFields, OcoFields } from "../lists/list-fields.tsx";
import { exitLine, ocoLines } from "../lists/order-list.ts";
import { pairPreset } from "../ticket/presets.ts";
import { KINDS, type KindChoice, SizeFields } from "../ticket/size-fields.tsx";
import { sayAll, saySent, unitChoiceOf } from "../ticket/size-words.ts";
import { typedSizeOf, unitOf } from "../ticket/sizing.ts";
import { TicketForm } from "../ticket/ticket-form.tsx";
import { lendableTo } from "./margin-worth.ts";
import { MoreOptions } from "./more-options.tsx";
import { askedOf, pairLines } from "./pair-order.ts";
import { PairTiming } from "./pair-timing.tsx";
import { type PairFormProps, usePairOrder } from "./use-pair-order.ts";

const SIDES = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;

export function PairForm(props: PairFormProps) {
  const { market, area } = props;
  const ticket = usePairOrder(props);
  const { draft, change, assessed, marketView } = ticket;
  const { side } = draft;
  const units = unitChoiceOf(ticket, { base: market.base, quote: market.quote, contracts: "" });
  const when = isOco(draft) ? " (OCO)" : sayWhen(assessed);
  const verb = `${side === "buy" ? "Buy" : "Sell"} ${market.base}${when}`;
  return (
    <TicketForm
      ticket={ticket}
      side={side}
      lines={linesOf(ticket, market)}
      warningTitle={assessed.due === undefined ? "Send this market order?" : "It does not wait"}
      verb={area === "margin" ? `${verb} on margin` : verb}
    >
      <Choice
        class={`sides sides-${side}`}
        label="Side"
        options={SIDES}
        chosen={side}
        choose={(next) => change({ side: next })}
      />
      <SizeFields
        ticket={ticket}
        priceUnit={market.quote}
        quantity={{ label: labelOf(ticket), units, hint: hintOf(ticket, props) }}
        kinds={kindsOf(ticket, area)}
        presetOf={(share) => {
          const sent = pairPreset(marketView, dearestOf(ticket), share);
          return sent && typedSizeOf(sent, draft, ticket.sizing);
        }}
      />
      {isOco(draft) ? (
        <OcoFields ticket={ticket} market={market} />
      ) : (
        <>
          <PairTiming ticket={ticket} area={area} quote={market.quote} />
          {area === "spot" ? <ExitFields ticket={ticket} market={market} /> : null}
        </>
      )}
      <MoreOptions ticket={ticket} base={market.base} />
    </TicketForm>
  );
}

type PairTicket = ReturnType<typeof usePairOrder>;

function sayWhen({ triggerPrice, delta }: PairTicket["assessed"]): string {
  if (delta !== undefined) return `, trailing ${formatBasisPoints(delta)}`;
  return triggerPrice === "" ? "" : ` once at ${formatPlain(triggerPrice)}`;
}

const KINDS_OF_SPOT = [...KINDS, { value: "oco", label: "OCO" }] as const;

/** The price of an OCO is a limit. */
function kindsOf({ draft, change }: PairTicket, area: PairFormProps["area"]): KindChoice {
  return {
    options: area === "spot" ? KINDS_OF_SPOT : KINDS,
    chosen: isOco(draft) ? "oco" : draft.kind,
    choose: (kind) =>
      change({ kind: kind === "market" ? "market" : "limit", isOco: kind === "oco" }),
  };
}

function linesOf({ assessed, draft, marketView }: PairTicket, market: ShownMarket) {
  const { list, estimate } = assessed;
  const lines = pairLines(estimate, draft, market, marketView.lending);
  if (!list) return lines;
  if (isOco(draft)) return ocoLines(lines, list);
  return [...lines, exitLine(list, { ...market, isBuy: draft.side === "buy" })];
}

/** SPOT-LIST-8: an OCO sets aside what the leg needs that needs more; that is a buy's stop. */
function dearestOf({ draft, assessed }: PairTicket): PairAsked {
  const asked = askedOf(draft);
  const { exit } = assessed.list ?? {};
  if (!isOco(draft) || !exit) return asked;
  return legsOf(exit, { ...asked, selfTrade: undefined }).at(-1) ?? asked;
}

function labelOf({ draft, sizing }: PairTicket): string {
  if (unitOf(draft, sizing) === "base") return "Quantity";
  if (draft.kind === "limit") return "Value";
  return draft.side === "buy" ? "Spend" : "Total";
}

function hintOf(ticket: PairTicket, { market }: PairFormProps): string | undefined {
  const { draft, marketView, sizing } = ticket;
  const [free, coin] =
    draft.side === "buy"
      ? [marketView.balances?.quote.free, market.quote]
      : [marketView.balances?.base.free, market.base];
  const sent = saySent(ticket, sizing.sentIn(draft) === "quote" ? market.quote : market.base);
  return sayAll(sent, free && `${formatPlain(free)} ${coin} free`, sayPower(ticket, coin));
}

/** What is free, and what could be lent besides, of what the order gives. */
function sayPower({ draft, marketView }: PairTicket, coin: string): string | undefined {
  const { worth, price, leverageMax } = marketView.lending ?? {};
  const gave = draft.side === "buy" ? "quote" : "base";
  const [free, one] = [marketView.balances?.[gave].free, price?.[gave]];
  if (!worth || leverageMax === undefined || free === undefined || one === undefined) return;
  const { [gave]: asset } = marketView.terms;
  const lendable = divideDecimals(lendableTo(worth, leverageMax), one, asset.scale);
  return `about ${formatPlain(addDecimals(free, lendable))} ${coin} with a loan`;
}
