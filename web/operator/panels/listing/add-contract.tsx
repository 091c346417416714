/** A contract is listed by its two assets; everything else has a default that works (OPER-FUT-6). */
import { ActionForm } from "../../parts/action-form.tsx";
import { Field } from "../../parts/field.tsx";
import { AssetPick } from "../../parts/picks.tsx";
import { useFields } from "../../parts/use-fields.ts";
import type { Row } from "../../session/words.ts";

const EMPTY = { base: "", quote: "USDT", multiplier: "", pricePrecision: "" };

export function AddContract() {
  const { values, change, done } = useFields(EMPTY);
  const { base, quote, multiplier, pricePrecision } = values;
  const body = {
    name: base === "" ? "" : `E-${base}-${quote.trim()}`,
    multiplier: multiplier || undefined,
    pricePrecision: pricePrecision || undefined,
  };
  const usual = { placeholder: "by the index", isRequired: false, isFigure: true };
  return (
    <ActionForm
      label="Add a contract"
      verb="Add contract"
      action={{ path: "/contracts", body }}
      asks="A contract is listed for ever, and trades at once. Face value, risk tiers, fees and funding have defaults; the tiers can be changed later."
      says={sayAdded}
      onDone={done}
    >
      <AssetPick label="Base" value={base} onValue={change("base")} />
      <Field label="Quote (USD: inverse)" value={quote} onValue={change("quote")} />
      <Field label="Multiplier" value={multiplier} onValue={change("multiplier")} {...usual} />
      <Field
        label="Decimals of prices"
        value={pricePrecision}
        onValue={change("pricePrecision")}
        {...usual}
      />
    </ActionForm>
  );
}

/** What was chosen where nothing was said. */
function sayAdded({ name, kind, multiplier, marginCoin, tiers }: Row): string {
  const [first] = tiers as readonly Row[];
  const risk = `leverage up to ${first?.["maxLeverage"]}`;
  return `Added contract ${name}: ${kind}, multiplier ${multiplier}, margin in ${marginCoin}, ${risk}.`;
}
