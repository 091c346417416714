/** Orders on a pair, with the user's own money (spot) or with borrowed money besides (margin). */
import { Choice } from "../../parts/choice.tsx";
import { formatPlain } from "../../text/format.ts";
import { pairPreset } from "../ticket/presets.ts";
import { SizeFields } from "../ticket/size-fields.tsx";
import { TicketForm } from "../ticket/ticket-form.tsx";
import { askedOf, pairLines, spendsQuote } from "./pair-order.ts";
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
  const unit = spendsQuote(draft) ? market.quote : market.base;
  const label = spendsQuote(draft) ? "Spend" : "Quantity";
  const { triggerPrice } = assessed;
  const when = triggerPrice === "" ? "" : ` once at ${formatPlain(triggerPrice)}`;
  const verb = `${side === "buy" ? "Buy" : "Sell"} ${market.base}${when}`;
  return (
    <TicketForm
      ticket={ticket}
      side={side}
      lines={pairLines(assessed.estimate, draft, market, marketView.owed)}
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
        quantity={{ label, unit, hint: hintOf(ticket, props) }}
        presetOf={(share) => pairPreset(marketView, askedOf(draft), share)}
      />
      <PairTiming ticket={ticket} area={area} quote={market.quote} />
    </TicketForm>
  );
}

function hintOf(
  { draft, marketView }: ReturnType<typeof usePairOrder>,
  { market }: PairFormProps,
): string | undefined {
  const [free, coin] =
    draft.side === "buy"
      ? [marketView.balances?.quote.free, market.quote]
      : [marketView.balances?.base.free, market.base];
  return free === undefined ? undefined : `${formatPlain(free)} ${coin} free`;
}
