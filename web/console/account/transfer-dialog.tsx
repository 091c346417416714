/** Money from one of the user's accounts to another. */
import { useState } from "preact/hooks";
import type { AccountName } from "../../../src/client/client.ts";
import { isPositive } from "../../../src/core/preview/exact-decimals.ts";
import type { AccountArea, ConsoleExchange } from "../exchange/exchange.ts";
import { useLive } from "../exchange/use-live.ts";
import { Dialog } from "../parts/dialog.tsx";
import { compareDecimals } from "../text/exact.ts";
import { formatPlain } from "../text/format.ts";
import { complaintFor, maySend, readFields } from "../trade/form/check-form.ts";
import { FigureField, PickField } from "../trade/form/field.tsx";
import type { Complaint } from "../trade/form/refusal-words.ts";
import { useSubmission } from "../trade/form/use-submission.ts";
import { assetsOf, movableOf } from "./movable.ts";

const ACCOUNTS: Readonly<Record<AccountArea, AccountName>> = {
  spot: "EXCHANGE",
  margin: "MARGIN",
  futures: "FUTURE",
};
const OPTIONS = [
  { value: "spot", label: "Spot" },
  { value: "margin", label: "Margin" },
  { value: "futures", label: "Futures" },
] as const;

interface TransferDialogProps {
  readonly exchange: ConsoleExchange;
  readonly isOpen: boolean;
  close(): void;
}

export function TransferDialog({ exchange, isOpen, close }: TransferDialogProps) {
  return (
    <Dialog title="Transfer between accounts" isOpen={isOpen} close={close}>
      {isOpen ? <TransferForm exchange={exchange} close={close} /> : null}
    </Dialog>
  );
}

function assess(amount: string, movable: string): readonly Complaint[] {
  const { values, complaints } = readFields([
    { field: "quantity", text: amount, what: "an amount" },
  ]);
  const value = values.get("quantity");
  if (value === undefined) return complaints;
  const say = (text: string, isWarning: boolean) => [
    { field: "quantity" as const, text, isWarning },
  ];
  if (!isPositive(value)) return say("The amount must be above zero.", false);
  if (compareDecimals(value, movable) > 0)
    return say(`Only ${formatPlain(movable)} is free.`, true);
  return [];
}

function TransferForm({ exchange, close }: Omit<TransferDialogProps, "isOpen">) {
  const balances = useLive(exchange.account.balances);
  const submission = useSubmission(exchange);
  const [from, setFrom] = useState<AccountArea>("spot");
  const [to, setTo] = useState<AccountArea>("futures");
  const [asset, setAsset] = useState("USDT");
  const [amount, setAmount] = useState("");
  const movable = movableOf(balances, from, asset);
  const complaints = assess(amount, movable);
  const isSame = from === to;
  const submit = (event: Event) => {
    event.preventDefault();
    if (amount.trim() === "" || isSame || !maySend(complaints)) return;
    submission.run(async () => {
      const way = { fromAccount: ACCOUNTS[from], toAccount: ACCOUNTS[to] };
      await exchange.sender.value.wallet.transfer({
        coinSymbol: asset,
        amount: amount.trim(),
        ...way,
      });
      return `Moved ${formatPlain(amount.trim())} ${asset} from ${from} to ${to}`;
    }, close);
  };
  const assets = assetsOf(balances).map((name) => ({ value: name, label: name }));
  const same = {
    field: "order" as const,
    text: "Choose two different accounts.",
    isWarning: false,
  };
  return (
    <form class="sheet" onSubmit={submit} noValidate>
      <PickField label="From" options={OPTIONS} value={from} change={(next) => setFrom(next)} />
      <PickField
        label="To"
        options={OPTIONS}
        value={to}
        change={(next) => setTo(next)}
        complaint={isSame ? same : undefined}
      />
      <PickField label="Asset" options={assets} value={asset} change={setAsset} />
      <FigureField
        name="amount"
        label="Amount"
        unit={asset}
        value={amount}
        change={setAmount}
        complaint={complaintFor("quantity", complaints, refusalHere(submission.refusal))}
        hint={`${formatPlain(movable)} ${asset} can be moved`}
      />
      <div class="dialog-actions">
        <button type="button" class="button-quiet" onClick={() => setAmount(movable)}>
          All of it
        </button>
        <button type="submit" class="button" disabled={submission.isBusy}>
          Transfer
        </button>
      </div>
    </form>
  );
}

/** There is one field that a no can be about. */
function refusalHere(refusal: Complaint | undefined): Complaint | undefined {
  return refusal && { ...refusal, field: "quantity" };
}
