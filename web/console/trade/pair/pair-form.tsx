/** Orders on a pair, with the user's own money (spot) or with borrowed money besides (margin). */
import { Choice } from "../../parts/choice.tsx";
import { addDecimals, divideDecimals } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";
import { pairPreset } from "../ticket/presets.ts";
import { SizeFields } from "../ticket/size-fields.tsx";
import { sayAll, saySent, unitChoiceOf } from "../ticket/size-words.ts";
import { typedSizeOf, unitOf } from "../ticket/sizing.ts";
import { TicketForm } from "../ticket/ticket-form.tsx";
import { lendableTo } from "./margin-worth.ts";
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
  const { triggerPrice } = assessed;
  const when = triggerPrice === "" ? "" : ` once at ${formatPlain(triggerPrice)}`;
  const verb = `${side === "buy" ? "Buy" : "Sell"} ${market.base}${when}`;
  return (
    <TicketForm
      ticket={ticket}
      side={side}
      lines={pairLines(assessed.estimate, draft, market, marketView.lending)}
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
        presetOf={(share) => {
          const sent = pairPreset(marketView, askedOf(draft), share);
          return sent && typedSizeOf(sent, draft, ticket.sizing);
        }}
      />
      <PairTiming ticket={ticket} area={area} quote={market.quote} />
    </TicketForm>
  );
}

function labelOf({ draft, sizing }: ReturnType<typeof usePairOrder>): string {
  if (unitOf(draft, sizing) === "base") return "Quantity";
  if (draft.kind === "limit") return "Value";
  return draft.side === "buy" ? "Spend" : "Total";
}

function hintOf(
  ticket: ReturnType<typeof usePairOrder>,
  { market }: PairFormProps,
): string | undefined {
  const { draft, marketView, sizing } = ticket;
  const [free, coin] =
    draft.side === "buy"
      ? [marketView.balances?.quote.free, market.quote]
      : [marketView.balances?.base.free, market.base];
  const sent = saySent(ticket, sizing.sentIn(draft) === "quote" ? market.quote : market.base);
  return sayAll(sent, free && `${formatPlain(free)} ${coin} free`, sayPower(ticket, coin));
}

/** What is free, and what could be lent besides, of what the order gives. */
function sayPower(
  { draft, marketView }: ReturnType<typeof usePairOrder>,
  coin: string,
): string | undefined {
  const { worth, price, leverageMax } = marketView.lending ?? {};
  const gave = draft.side === "buy" ? "quote" : "base";
  const [free, one] = [marketView.balances?.[gave].free, price?.[gave]];
  if (!worth || leverageMax === undefined || free === undefined || one === undefined) return;
  const { [gave]: asset } = marketView.terms;
  const lendable = divideDecimals(lendableTo(worth, leverageMax), one, asset.scale);
  return `about ${formatPlain(addDecimals(free, lendable))} ${coin} with a loan`;
}
