/** What trading a symbol costs: of orders from now on; open ones keep their rates. */
import { ActionForm } from "../../parts/action-form.tsx";
import { Field } from "../../parts/field.tsx";
import { SymbolPick } from "../../parts/picks.tsx";
import { useFields } from "../../parts/use-fields.ts";

interface Fees {
  readonly symbol: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

const EMPTY: Fees = { symbol: "", makerFeeRate: "", takerFeeRate: "" };

export function SetFees() {
  const { values: fees, change, done } = useFields(EMPTY);
  const says = ({ symbol, makerFeeRate, takerFeeRate }: Fees) =>
    `Fees of ${symbol}: maker ${makerFeeRate}, taker ${takerFeeRate}.`;
  return (
    <ActionForm
      label="Set fees"
      verb="Set fees"
      action={{ path: "/fees", body: { ...fees } }}
      asks="Orders from now on pay these rates. Open orders keep theirs."
      says={says}
      onDone={done}
    >
      <SymbolPick value={fees.symbol} onValue={change("symbol")} />
      <Field label="Rate of makers" value={fees.makerFeeRate} onValue={change("makerFeeRate")} />
      <Field label="Rate of takers" value={fees.takerFeeRate} onValue={change("takerFeeRate")} />
    </ActionForm>
  );
}
