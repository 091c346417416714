/** The fields that every order has: its kind, its price where it has a limit, and its quantity. */
import { Choice, type ChoiceOption } from "../../parts/choice.tsx";
import { FigureField, type UnitChoice } from "../form/field.tsx";
import { PresetRow } from "../form/figures.tsx";
import type { Share } from "./presets.ts";
import type { OrderTicket } from "./use-order-ticket.ts";

export const KINDS = [
  { value: "limit", label: "Limit" },
  { value: "market", label: "Market" },
] as const;

/** Which kinds there are, and how one is chosen. */
export interface KindChoice {
  readonly options: readonly ChoiceOption<string>[];
  readonly chosen: string;
  choose(kind: string): void;
}

interface SizeFieldsProps {
  readonly ticket: OrderTicket;
  /** Where there are more than a limit and a market order. */
  readonly kinds?: KindChoice;
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

export function SizeFields({ ticket, kinds, priceUnit, quantity, presetOf }: SizeFieldsProps) {
  const { draft, change, said, isSignedIn } = ticket;
  return (
    <>
      {kinds ? (
        <Choice label="Kind of order" {...kinds} />
      ) : (
        <Choice
          label="Kind of order"
          options={KINDS}
          chosen={draft.kind}
          choose={(kind) => change({ kind })}
        />
      )}
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
