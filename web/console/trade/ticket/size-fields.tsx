/** The fields that every order has: its kind, its price where it has a limit, and its quantity. */
import { Choice } from "../../parts/choice.tsx";
import { FigureField, type UnitChoice } from "../form/field.tsx";
import { PresetRow } from "../form/figures.tsx";
import type { Share } from "./presets.ts";
import type { OrderTicket } from "./use-order-ticket.ts";

const KINDS = [
  { value: "limit", label: "Limit" },
  { value: "market", label: "Market" },
] as const;

interface SizeFieldsProps {
  readonly ticket: OrderTicket;
  /** What prices are in. */
  readonly priceUnit: string;
  readonly quantity: {
    readonly label: string;
    readonly units: UnitChoice;
    /** What is free, or can be closed. */
    readonly hint: string | undefined;
  };
  /** The quantity of a share of what is available; undefined where it cannot be told. */
  presetOf(share: Share): string | undefined;
}

export function SizeFields({ ticket, priceUnit, quantity, presetOf }: SizeFieldsProps) {
  const { draft, change, said, isSignedIn } = ticket;
  return (
    <>
      <Choice
        label="Kind of order"
        options={KINDS}
        chosen={draft.kind}
        choose={(kind) => change({ kind })}
      />
      {draft.kind === "limit" ? (
        <FigureField
          name="price"
          label="Price"
          unit={priceUnit}
          value={draft.price}
          change={(price) => change({ price })}
          complaint={said("price")}
        />
      ) : null}
      <FigureField
        name="quantity"
        unit=""
        {...quantity}
        value={draft.quantity}
        change={(typed) => change({ quantity: typed })}
        complaint={said("quantity")}
      />
      <PresetRow
        isDisabled={!isSignedIn}
        take={(share) => change({ quantity: presetOf(share) ?? "" })}
      />
    </>
  );
}
