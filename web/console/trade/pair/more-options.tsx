/** What few traders need, folded away: slices, and what own orders do. What was chosen is told also while it is folded. */
import { formatPlain } from "../../text/format.ts";
import { FigureField, PickField } from "../form/field.tsx";
import { asksSlices, mayShowSlices } from "./pair-tactics.ts";
import { selfTradeOptions } from "./self-trade-options.ts";
import type { usePairOrder } from "./use-pair-order.ts";

interface MoreOptionsProps {
  readonly ticket: ReturnType<typeof usePairOrder>;
  readonly base: string;
}

export function MoreOptions({ ticket, base }: MoreOptionsProps) {
  const { draft, change, marketView } = ticket;
  return (
    <details class="more">
      <summary>
        More options
        <Chosen ticket={ticket} />
      </summary>
      {mayShowSlices(draft) ? <Slice ticket={ticket} base={base} /> : null}
      <PickField
        label="If it meets an order of your own"
        options={selfTradeOptions(marketView.terms.selfTrade)}
        value={draft.selfTrade}
        change={(selfTrade) => change({ selfTrade })}
      />
    </details>
  );
}

function Chosen({ ticket }: Pick<MoreOptionsProps, "ticket">) {
  const { draft, marketView, said, assessed } = ticket;
  const options = selfTradeOptions(marketView.terms.selfTrade);
  const chosen = options.find(({ value }) => value === draft.selfTrade);
  const told: string[] = [];
  if (said("slice")?.isWarning === false) told.push("not right yet");
  else if (asksSlices(draft))
    told.push(`shows ${formatPlain(assessed.asked?.tactics?.slice ?? draft.slice)} at a time`);
  if (draft.selfTrade !== "as_market") told.push(`own orders: ${chosen?.label.toLowerCase()}`);
  return told.length === 0 ? null : <span class="more-chosen">{told.join(", ")}</span>;
}

/** SPOT-ICE-1 */
function Slice({ ticket, base }: MoreOptionsProps) {
  const { draft, change, said } = ticket;
  return (
    <FigureField
      name="slice"
      label="Show at a time"
      unit={base}
      value={draft.slice}
      change={(slice) => change({ slice })}
      complaint={said("slice")}
      hint="Empty: all of it. Else the rest is hidden, and each next part goes behind all orders of its price."
      isOptional
    />
  );
}
