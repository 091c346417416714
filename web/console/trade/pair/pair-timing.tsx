/** The fields of a pair's order that say when it trades and for how long. */
import { FigureField, PickField } from "../form/field.tsx";
import { TimeInForceField } from "../form/time-in-force-field.tsx";
import { sayTriggerSource } from "../ticket/trigger-source.ts";
import { sayTrails, sayWaits } from "./pair-outcome.ts";
import { asksToTrail } from "./pair-tactics.ts";
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

/** SPOT-TRAIL-1: with a distance it is a stop that trails, at once where there is no price to trail from. */
function Trigger({ ticket, quote }: Pick<PairTimingProps, "ticket" | "quote">) {
  const { draft, change, said, marketView, assessed } = ticket;
  const trails = asksToTrail(draft);
  return (
    <>
      <div class="protection">
        <FigureField
          name="triggerPrice"
          label={trails ? "From price, if any" : "Trigger price"}
          unit={quote}
          value={draft.triggerPrice}
          change={(triggerPrice) => change({ triggerPrice })}
          complaint={said("triggerPrice")}
          isOptional={trails}
        />
        <FigureField
          name="trailBy"
          label="Trail by, if any"
          unit="%"
          value={draft.trailBy}
          change={(trailBy) => change({ trailBy })}
          complaint={said("trailBy")}
          isOptional
        />
      </div>
      <p class="field-said field-hint" aria-live="polite">
        {sayStop(draft.side, assessed, marketView.last)}
      </p>
    </>
  );
}

function sayStop(
  side: "buy" | "sell",
  { delta, triggerPrice }: PairTicket["assessed"],
  last: string,
): string | undefined {
  if (delta !== undefined) return sayTrails({ side, delta, triggerPrice }, last);
  return sayWaits(triggerPrice, last) ?? sayTriggerSource({ source: "last", price: last });
}
