/** Orders on a pair, with the user's own money (spot) or with borrowed money besides (margin). */
import { Choice } from "../../parts/choice.tsx";
import { formatPlain } from "../../text/format.ts";
import { complaintFor } from "../form/check-form.ts";
import { Confirm } from "../form/confirm.tsx";
import { FigureField } from "../form/field.tsx";
import { Figures, PresetRow } from "../form/figures.tsx";
import { TicketFoot } from "../form/ticket-foot.tsx";
import { pairPreset } from "../preview/presets.ts";
import type { Field } from "../preview/refusal-words.ts";
import { pairLines, spendsQuote } from "./pair-order.ts";
import { type PairFormProps, usePairOrder } from "./use-pair-order.ts";

const SIDES = [
  { value: "buy", label: "Buy" },
  { value: "sell", label: "Sell" },
] as const;
const KINDS = [
  { value: "limit", label: "Limit" },
  { value: "market", label: "Market" },
] as const;

export function PairForm(props: PairFormProps) {
  const { market, area } = props;
  const order = usePairOrder(props);
  const { draft, change, judged, submission, isSignedIn } = order;
  const { side, kind } = draft;
  const general = complaintFor("order", judged.complaints, submission.refusal);
  return (
    <form class="order-form" onSubmit={order.submit} noValidate>
      <Choice
        class={`sides sides-${side}`}
        label="Side"
        options={SIDES}
        chosen={side}
        choose={(next) => change({ side: next })}
      />
      <Choice
        label="Kind of order"
        options={KINDS}
        chosen={kind}
        choose={(next) => change({ kind: next })}
      />
      <PairFields order={order} market={market} />
      <Figures lines={pairLines(judged.estimate, draft, market, order.marketView.owed)} />
      <TicketFoot side={side} submission={submission} isSignedIn={isSignedIn} complaint={general}>
        {side === "buy" ? "Buy" : "Sell"} {market.base}
        {area === "margin" ? " on margin" : ""}
      </TicketFoot>
      <Confirm
        title="Send this market order?"
        question={order.largeOrderWarning}
        yes="Send it"
        cancel={() => order.setLargeOrderWarning(undefined)}
        confirm={order.send}
      />
    </form>
  );
}

interface PairFieldsProps extends Pick<PairFormProps, "market"> {
  readonly order: ReturnType<typeof usePairOrder>;
}

function PairFields({ order, market }: PairFieldsProps) {
  const { draft, change, marketView, judged, submission, isSignedIn } = order;
  const isSpending = spendsQuote(draft);
  const said = (field: Field) => complaintFor(field, judged.complaints, submission.refusal);
  const [free, coin] =
    draft.side === "buy"
      ? [marketView.free?.quote, market.quote]
      : [marketView.free?.base, market.base];
  return (
    <>
      {draft.kind === "limit" ? (
        <FigureField
          name="price"
          label="Price"
          unit={market.quote}
          value={draft.price}
          change={(price) => change({ price })}
          complaint={said("price")}
        />
      ) : null}
      <FigureField
        name="quantity"
        label={isSpending ? "Spend" : "Quantity"}
        unit={isSpending ? market.quote : market.base}
        value={draft.quantity}
        change={(quantity) => change({ quantity })}
        complaint={said("quantity")}
        hint={free === undefined ? undefined : `${formatPlain(free)} ${coin} free`}
      />
      <PresetRow
        isDisabled={!isSignedIn}
        take={(share) => change({ quantity: pairPreset(marketView, draft, share) ?? "" })}
      />
    </>
  );
}
