/** A symbol is listed: two assets, and how fine its prices and quantities are (SPOT-SYM-1). */
import { useState } from "preact/hooks";
import { ActionForm } from "../../parts/action-form.tsx";
import { Choice, Field } from "../../parts/field.tsx";
import { AssetPick } from "../../parts/picks.tsx";
import { useFields } from "../../parts/use-fields.ts";
import type { MarketRow } from "../../session/words.ts";

const EMPTY = { base: "", quote: "", pricePrecision: "2", quantityPrecision: "5" };

const MARGIN = [
  ["no", "no"],
  ["yes", "yes"],
] as const;

export function AddSymbol({ onDone }: { readonly onDone: () => void }) {
  const { values: terms, change, done } = useFields(EMPTY, onDone);
  const [margin, setMargin] = useState<"yes" | "no">("no");
  // As people and the index know it (PRICE-INDEX-3).
  const name = terms.base + terms.quote;
  const body = { name, ...terms, marginEnabled: margin === "yes" };
  return (
    <ActionForm
      label="Add a symbol"
      verb="Add symbol"
      action={{ path: "/symbols", body }}
      asks="A symbol is listed for ever, and trades at once. What is not said here has its default."
      says={({ name: added, status }: MarketRow) => `Added symbol ${added}, ${status}.`}
      onDone={done}
    >
      <AssetPick label="Base" value={terms.base} onValue={change("base")} />
      <AssetPick label="Quote" value={terms.quote} onValue={change("quote")} />
      <Field
        label="Decimals of prices"
        value={terms.pricePrecision}
        onValue={change("pricePrecision")}
        isFigure
      />
      <Field
        label="Decimals of quantities"
        value={terms.quantityPrecision}
        onValue={change("quantityPrecision")}
        isFigure
      />
      <Choice label="Margin" value={margin} choices={MARGIN} onValue={setMargin} />
    </ActionForm>
  );
}
