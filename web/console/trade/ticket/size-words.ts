/** How the unit of a size is chosen, and what is said of a size that is typed in another unit than it is sent in. */
import { formatPlain } from "../../text/format.ts";
import type { UnitChoice } from "../form/field.tsx";
import type { SizeUnit } from "./size-units.ts";
import { type SizedDraft, type Sizing, unitOf } from "./sizing.ts";

interface SizedTicket<Draft extends SizedDraft> {
  readonly draft: Draft;
  readonly sizing: Sizing<Draft>;
  change(part: { readonly sizeIn: SizeUnit }): void;
}

export function unitChoiceOf<Draft extends SizedDraft>(
  { draft, sizing, change }: SizedTicket<Draft>,
  names: Readonly<Record<SizeUnit, string>>,
): UnitChoice {
  return {
    label: "What the size is typed in",
    options: sizing.units.map((value) => ({ value, label: names[value] })),
    chosen: unitOf(draft, sizing),
    choose: (value) => {
      const sizeIn = sizing.units.find((unit) => unit === value);
      if (sizeIn) change({ sizeIn });
    },
  };
}

/** Undefined where it is typed as it is sent, and while it cannot be told. */
export function saySent<Draft extends SizedDraft>(
  {
    draft,
    sizing,
    assessed,
  }: Pick<SizedTicket<Draft>, "draft" | "sizing"> & {
    readonly assessed: { readonly asked?: { readonly quantity: string } | undefined };
  },
  unit: string,
): string | undefined {
  const { asked } = assessed;
  if (!asked || unitOf(draft, sizing) === sizing.sentIn(draft)) return undefined;
  return `sends ${formatPlain(asked.quantity)} ${unit}`;
}

export function sayAll(...texts: readonly (string | undefined)[]): string | undefined {
  const said = texts.filter((text) => text !== undefined && text !== "");
  return said.length === 0 ? undefined : said.join(" · ");
}
