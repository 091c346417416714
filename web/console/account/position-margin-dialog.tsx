/** Margin into an isolated position, or out of it as far as the rest bears it (FUT-MARGIN-1, FUT-MARGIN-2). */
import { useState } from "preact/hooks";
import { isPositive } from "../../../src/core/preview/exact-decimals.ts";
import type { AccountPosition, ConsoleExchange } from "../exchange/exchange.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { formatPlain } from "../text/format.ts";
import { readFields } from "../trade/form/check-form.ts";
import { FigureField } from "../trade/form/field.tsx";
import type { Complaint } from "../trade/form/refusal-words.ts";
import { useSubmission } from "../trade/form/use-submission.ts";

interface PositionMarginDialogProps {
  readonly exchange: ConsoleExchange;
  readonly position: AccountPosition | undefined;
  /** What people call its contract. */
  readonly title: string;
  readonly coin: string;
  close(): void;
}

export function PositionMarginDialog(props: PositionMarginDialogProps) {
  const { position, title, close } = props;
  return (
    <Dialog
      title={`Margin of ${title}`}
      isOpen={position !== undefined}
      close={close}
      dismiss="Back"
    >
      {position ? <MarginForm {...props} position={position} /> : null}
    </Dialog>
  );
}

const WAYS = [
  { value: "add", label: "Add" },
  { value: "remove", label: "Take out" },
] as const;

interface MarginFormProps extends PositionMarginDialogProps {
  readonly position: AccountPosition;
}

function MarginForm({ exchange, position, title, coin, close }: MarginFormProps) {
  const submission = useSubmission(exchange);
  const [way, setWay] = useState<"add" | "remove">("add");
  const [typed, setTyped] = useState("");
  const { values, complaints } = readFields([
    { field: "quantity", text: typed, what: "an amount" },
  ]);
  const amount = values.get("quantity");
  const isGood = amount !== undefined && isPositive(amount);
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isGood) return;
    submission.run(async () => {
      const moved = way === "add" ? amount : `-${amount}`;
      await exchange.sender.value.futures.movePositionMargin({
        positionId: position.id,
        amount: moved,
      });
      const verb = way === "add" ? "Added" : "Took out";
      return `${verb} ${formatPlain(amount)} ${coin} of margin: ${title}`;
    }, close);
  };
  const wrong: Complaint = { field: "quantity", text: "Above zero, please.", isWarning: false };
  const own = amount !== undefined && !isGood ? wrong : complaints[0];
  return (
    <form class="sheet" onSubmit={submit} noValidate>
      <Choice label="Which way" options={WAYS} chosen={way} choose={(next) => setWay(next)} />
      <FigureField
        name="amount"
        label="Amount"
        unit={coin}
        value={typed}
        change={setTyped}
        complaint={submission.refusal ?? own}
        hint={`${formatPlain(position.holdAmount)} ${coin} stands behind it now`}
      />
      <div class="dialog-actions">
        <button type="submit" class="button" disabled={submission.isBusy || !isGood}>
          {way === "add" ? "Add margin" : "Take margin out"}
        </button>
      </div>
    </form>
  );
}
