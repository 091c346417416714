/** What trading a symbol costs: of orders from now on; open ones keep their rates. */
import { useState } from "preact/hooks";
import { ActionForm } from "../../parts/action-form.tsx";
import { Field } from "../../parts/field.tsx";
import { SymbolPick } from "../../parts/picks.tsx";

interface Fees {
  readonly symbol: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

const EMPTY: Fees = { symbol: "", makerFeeRate: "", takerFeeRate: "" };

export function SetFees() {
  const [fees, setFees] = useState(EMPTY);
  const change = (field: keyof Fees) => (value: string) => setFees({ ...fees, [field]: value });
  const says = ({ symbol, makerFeeRate, takerFeeRate }: Fees) =>
    `Fees of ${symbol}: maker ${makerFeeRate}, taker ${takerFeeRate}.`;
  return (
    <ActionForm
      label="Set fees"
      verb="Set fees"
      action={{ path: "/fees", body: { ...fees } }}
      asks="Orders from now on pay these rates. Open orders keep theirs."
      says={says}
      onDone={() => setFees(EMPTY)}
    >
      <SymbolPick value={fees.symbol} onValue={change("symbol")} />
      <Field label="Rate of makers" value={fees.makerFeeRate} onValue={change("makerFeeRate")} />
      <Field label="Rate of takers" value={fees.takerFeeRate} onValue={change("takerFeeRate")} />
    </ActionForm>
  );
}
