/** The fields of an order list in the ticket of spot: the stop of an OCO, and the exit of an order. */
import type { ShownMarket } from "../../exchange/exchange.ts";
import { formatPlain } from "../../text/format.ts";
import { formatBasisPoints } from "../../text/percent.ts";
import { FigureField } from "../form/field.tsx";
import type { usePairOrder } from "../pair/use-pair-order.ts";
import { ProtectionFields } from "../protect/protection-fields.tsx";
import { ProtectionFold } from "../protect/protection-fold.tsx";
import { sayTriggerSource, type TriggerPrice } from "../ticket/trigger-source.ts";
import { hasExit } from "./list-draft.ts";
import { sayExit } from "./order-list.ts";

interface ListFieldsProps {
  readonly ticket: ReturnType<typeof usePairOrder>;
  readonly market: ShownMarket;
}

export function OcoFields({ ticket, market }: ListFieldsProps) {
  const { draft, change, said } = ticket;
  return (
    <>
      <div class="protection">
        <FigureField
          name="triggerPrice"
          label="Stop trigger"
          unit={market.quote}
          value={draft.triggerPrice}
          change={(triggerPrice) => change({ triggerPrice })}
          complaint={said("triggerPrice")}
        />
        <StopLimit ticket={ticket} market={market} />
      </div>
      <p class="field-said field-hint">
        {`The first to work ends the other. ${sayTriggerSource(lastPriceIn(ticket))}`}
      </p>
    </>
  );
}

function StopLimit({ ticket, market }: ListFieldsProps) {
  const { draft, change, said } = ticket;
  return (
    <FigureField
      name="stopLimit"
      label="Stop limit, if any"
      unit={market.quote}
      value={draft.stopLimit}
      change={(stopLimit) => change({ stopLimit })}
      complaint={said("stopLimit")}
      isOptional
    />
  );
}

/** Sent with the order in one request. */
export function ExitFields({ ticket, market }: ListFieldsProps) {
  const { draft, change, said, assessed } = ticket;
  const { protection } = draft;
  const { limit, trigger, delta } = assessed.list?.exit ?? {};
  const prices = [trigger, limit].flatMap((price) =>
    price === undefined ? [] : [formatPlain(price)],
  );
  const asked = delta === undefined ? prices : [`trailing ${formatBasisPoints(delta)}`, ...prices];
  const isWrong = (["stopLoss", "takeProfit", "stopLimit", "exitTrailBy"] as const).some(
    (field) => said(field)?.isWarning === false,
  );
  return (
    <ProtectionFold asked={asked} isWrong={isWrong}>
      <ProtectionFields
        draft={protection}
        change={(part) => change({ protection: { ...protection, ...part } })}
        unit={market.quote}
        judgedBy={draft.isStop ? undefined : lastPriceIn(ticket)}
        said={said}
        hintOf={() => undefined}
      >
        <StopLimit ticket={ticket} market={market} />
        <FigureField
          name="exitTrailBy"
          label="Or trail the loss by"
          unit="%"
          value={draft.exitTrailBy}
          change={(exitTrailBy) => change({ exitTrailBy })}
          complaint={said("exitTrailBy")}
          isOptional
        />
      </ProtectionFields>
      {hasExit(draft) ? (
        <p class="field-said field-hint">
          {sayExit({ quantity: assessed.list?.quantity }, draft.side === "buy", market.base)}
        </p>
      ) : null}
    </ProtectionFold>
  );
}

function lastPriceIn({ marketView }: ListFieldsProps["ticket"]): TriggerPrice {
  return { source: "last", price: marketView.last };
}
