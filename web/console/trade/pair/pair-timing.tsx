/** The fields of a pair's order that say when it trades and for how long, and, folded away, what own orders do. */
import { FigureField, PickField } from "../form/field.tsx";
import { TimeInForceField } from "../form/time-in-force-field.tsx";
import { sayTriggerSource } from "../ticket/trigger-source.ts";
import { sayWaits } from "./pair-outcome.ts";
import { selfTradeOptions } from "./self-trade-options.ts";
import type { usePairOrder } from "./use-pair-order.ts";

type PairTicket = ReturnType<typeof usePairOrder>;

const PLACES = [
  { value: "now", label: "Now" },
  { value: "stop", label: "Stop: when the price reaches" },
] as const;

interface PairTimingProps {
  readonly ticket: PairTicket;
  readonly area: "spot" | "margin";
  readonly quote: string;
}

/** SPOT-STOP-1: there are no stops in margin. */
export function PairTiming({ ticket, area, quote }: PairTimingProps) {
  const { draft, change, said } = ticket;
  return (
    <>
      <div class="timing">
        {draft.kind === "limit" ? (
          <TimeInForceField
            value={draft.timeInForce}
            change={(timeInForce) => change({ timeInForce })}
            complaint={said("timeInForce")}
          />
        ) : null}
        {area === "spot" ? (
          <PickField
            label="Trigger"
            options={PLACES}
            value={draft.isStop ? "stop" : "now"}
            change={(next) => change({ isStop: next === "stop" })}
          />
        ) : null}
      </div>
      {draft.isStop ? <Trigger ticket={ticket} quote={quote} /> : null}
    </>
  );
}

function Trigger({ ticket, quote }: Pick<PairTimingProps, "ticket" | "quote">) {
  const { draft, change, said, marketView, assessed } = ticket;
  const waits = sayWaits(assessed.triggerPrice, marketView.last);
  return (
    <FigureField
      name="triggerPrice"
      label="Trigger price"
      unit={quote}
      value={draft.triggerPrice}
      change={(triggerPrice) => change({ triggerPrice })}
      complaint={said("triggerPrice")}
      hint={waits ?? sayTriggerSource({ source: "last", price: marketView.last })}
    />
  );
}

/** Few traders need it: what was chosen is told also while it is folded away. */
export function OwnOrders({ ticket }: Pick<PairTimingProps, "ticket">) {
  const { draft, change, marketView } = ticket;
  const options = selfTradeOptions(marketView.terms.selfTrade);
  const chosen = options.find(({ value }) => value === draft.selfTrade);
  return (
    <details class="more">
      <summary>
        More options
        {draft.selfTrade === "as_market" ? null : (
          <span class="more-chosen">{`own orders: ${chosen?.label.toLowerCase()}`}</span>
        )}
      </summary>
      <PickField
        label="If it meets an order of your own"
        options={options}
        value={draft.selfTrade}
        change={(selfTrade) => change({ selfTrade })}
      />
    </details>
  );
}
