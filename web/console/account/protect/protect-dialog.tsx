/** A stop loss and a take profit for a position that is held: two prices, and for how many contracts. */
import { useState } from "preact/hooks";
import { isPositive } from "../../../../src/core/preview/exact-decimals.ts";
import type { ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Notice } from "../../parts/notice.tsx";
import { compareDecimals, decimalsOf } from "../../text/exact.ts";
import { formatPlain } from "../../text/format.ts";
import { readFields } from "../../trade/form/check-form.ts";
import { FigureField } from "../../trade/form/field.tsx";
import type { Complaint } from "../../trade/form/refusal-words.ts";
import type { Submission } from "../../trade/form/use-submission.ts";
import { contractTermsOf } from "../../trade/listed-terms.ts";
import { contractOf } from "../../trade/market-views.ts";
import { placeProtection, sayPlaced } from "../../trade/protect/place-protection.ts";
import { NO_PROTECTION, readProtection } from "../../trade/protect/protection.ts";
import { ProtectionFields } from "../../trade/protect/protection-fields.tsx";
import { sayRealised } from "../../trade/protect/say-realised.ts";
import { triggerPriceBy } from "../../trade/ticket/trigger-source.ts";
import { useKnown } from "../../trade/use-known.ts";
import type { ShownPosition } from "../position-columns.tsx";
import { titleIn } from "../use-closing.ts";

interface ProtectDialogProps {
  readonly exchange: ConsoleExchange;
  readonly position: ShownPosition | undefined;
  /** Whose words stay beside the positions when the dialog is gone. */
  readonly submission: Submission;
  close(): void;
}

export function ProtectDialog(props: ProtectDialogProps) {
  const { position, close } = props;
  const market = position?.market;
  const title = position ? `Protect ${titleIn(position)} ${sideOf(position)}` : "";
  return (
    <Dialog title={title} isOpen={market !== undefined} close={close} dismiss="Back">
      {position && market ? <ProtectForm {...props} position={position} market={market} /> : null}
    </Dialog>
  );
}

function sideOf({ side }: ShownPosition): "long" | "short" {
  return side === "BUY" ? "long" : "short";
}

interface ProtectFormProps extends ProtectDialogProps {
  readonly position: ShownPosition;
  readonly market: ShownMarket;
}

function ProtectForm({ exchange, position: held, market, submission, close }: ProtectFormProps) {
  const known = useKnown(exchange, market);
  const [draft, setDraft] = useState(NO_PROTECTION);
  const [typed, setTyped] = useState(held.canCloseVolume);
  const position = sideOf(held);
  const { contractName, positionType } = held;
  const { pricePrecision } = market;
  const { triggerSource } = contractTermsOf(contractOf(market));
  const judgedBy = triggerPriceBy(triggerSource, known);
  const { legs, complaints } = readProtection(draft, { position, pricePrecision, judgedBy });
  const { volume, complaint } = readVolume(typed, held.canCloseVolume);
  const isGood = legs.length > 0 && complaints.length === 0 && volume !== undefined;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isGood) return;
    submission.run(async () => {
      const { futures } = exchange.sender.value;
      const asked = { contractName, position, positionType, volume };
      const placed = await placeProtection(futures, legs, asked);
      // Pressed once more, the button sends only what was refused.
      for (const { leg, isPlaced } of placed) {
        if (isPlaced) setDraft((before) => ({ ...before, [leg.field]: "" }));
      }
      if (placed.some(({ isPlaced }) => !isPlaced)) throw new Error(sayPlaced(placed));
      return sayPlaced(placed);
    }, close);
  };
  const change = (part: Partial<typeof draft>) => {
    submission.forget();
    setDraft((before) => ({ ...before, ...part }));
  };
  return (
    <form class="sheet" onSubmit={submit} noValidate>
      <ProtectionFields
        draft={draft}
        change={change}
        unit={market.quote}
        judgedBy={judgedBy}
        said={(field) => complaints.find((one) => one.field === field)}
        hintOf={(field) =>
          sayRealised(known, held, { ...legOf(legs, field), quantity: volume ?? "0" })
        }
      />
      <FigureField
        name="quantity"
        label="Contracts"
        unit={`of ${formatPlain(held.canCloseVolume)}`}
        value={typed}
        change={setTyped}
        complaint={complaint}
        hint="Each closes at market. If less than this is held when it triggers, it is rejected."
      />
      {submission.refusal ? <Notice tone="bad">{submission.refusal.text}</Notice> : null}
      <div class="dialog-actions">
        <button type="submit" class="button" disabled={submission.isBusy || !isGood}>
          {submission.isBusy ? submission.progress : `Place ${wordsOf(legs)}`}
        </button>
      </div>
    </form>
  );
}

function legOf<Leg extends { readonly field: string }>(legs: readonly Leg[], field: string) {
  return legs.find((leg) => leg.field === field);
}

function wordsOf(legs: readonly { readonly field: string }[]): string {
  if (legs.length === 2) return "both";
  return legs[0]?.field === "takeProfit" ? "take profit" : "stop loss";
}

/** Whole contracts, and no more than can be closed. */
function readVolume(typed: string, closable: string) {
  const { values, complaints } = readFields([
    { field: "quantity", text: typed, what: "a quantity" },
  ]);
  const volume = values.get("quantity");
  const wrong = (text: string): Complaint => ({ field: "quantity", text, isWarning: false });
  if (volume === undefined) return { volume: undefined, complaint: complaints[0] };
  if (!isPositive(volume) || decimalsOf(volume) > 0) {
    return { volume: undefined, complaint: wrong("Whole contracts, above zero, please.") };
  }
  if (compareDecimals(volume, closable) > 0) {
    const text = `Only ${formatPlain(closable)} contracts can be closed.`;
    return { volume: undefined, complaint: wrong(text) };
  }
  return { volume, complaint: undefined };
}
