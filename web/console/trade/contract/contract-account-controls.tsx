/** Leverage and margin mode of a contract, as the exchange has them; a change is sent there. */
import { useEffect, useState } from "preact/hooks";
import type { ShownMarket } from "../../exchange/exchange.ts";
import { Choice } from "../../parts/choice.tsx";
import { Said } from "../form/field.tsx";
import type { Complaint } from "../form/refusal-words.ts";
import type { ContractAccountEditor } from "./use-contract-account.ts";

const MODES = [
  { value: "cross", label: "Cross", spoken: "Cross margin: the whole account stands behind it" },
  {
    value: "isolated",
    label: "Isolated",
    spoken: "Isolated margin: only its own margin is at risk",
  },
] as const;

interface ContractAccountControlsProps {
  readonly market: ShownMarket;
  readonly contractAccount: ContractAccountEditor;
  readonly complaint: Complaint | undefined;
}

export function ContractAccountControls({
  market,
  contractAccount,
  complaint,
}: ContractAccountControlsProps) {
  const { submission } = contractAccount;
  const said = submission.refusal ?? complaint;
  return (
    <div class="contract-account">
      <Choice
        label="Margin mode"
        options={MODES.map((mode) => ({
          ...mode,
          isDisabled: contractAccount.isModeFixed || !contractAccount.isKnown || submission.isBusy,
        }))}
        chosen={contractAccount.isKnown ? contractAccount.mode : undefined}
        choose={contractAccount.setMode}
      />
      <LeverageField
        leverage={contractAccount.isKnown ? `${contractAccount.leverage}` : ""}
        max={market.contract?.maxLever ?? 1}
        isDisabled={submission.isBusy || !contractAccount.isKnown}
        refusal={submission.refusal}
        set={contractAccount.setLeverage}
      />
      {said ? <Said id="contract-account-said" complaint={said} /> : null}
    </div>
  );
}

/** It stays what it was until it is a good one. */
function wrongLeverage(leverage: string, max: number): Complaint {
  const text = `A whole number from 1 to ${max}; it is still ${leverage}.`;
  return { field: "mode", text, isWarning: false };
}

interface LeverageFieldProps {
  /** That of the exchange; empty while it is not known. */
  readonly leverage: string;
  readonly max: number;
  readonly isDisabled: boolean;
  /** Why the last change was not made: the field shows again what holds. */
  readonly refusal: Complaint | undefined;
  set(leverage: number): void;
}

/** Typed, stepped or slid; it is set when the field is left, Enter is pressed or the slider let go, not at every digit. */
function LeverageField({ leverage, max, isDisabled, refusal, set }: LeverageFieldProps) {
  const [text, setText] = useState(leverage);
  useEffect(() => setText(leverage), [leverage, refusal]);
  const isGood = text === leverage || isLeverage(text, max);
  const take = () => {
    if (isGood && text !== leverage) set(Number(text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    take();
  };
  return (
    <>
      <label class="leverage">
        <span class="field-label">Leverage</span>
        <input
          class="input"
          type="number"
          min={1}
          max={max}
          step={1}
          value={text}
          disabled={isDisabled}
          aria-invalid={!isGood}
          aria-describedby={isGood ? undefined : "leverage-said"}
          title={`1 to ${max}`}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={take}
        />
        <span class="dim" aria-hidden="true">
          ×
        </span>
      </label>
      <input
        class="leverage-slider"
        type="range"
        min={1}
        max={max}
        step={1}
        value={isGood ? text : leverage}
        disabled={isDisabled}
        aria-label="Multiple of the margin"
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={take}
      />
      {isGood ? null : <Said id="leverage-said" complaint={wrongLeverage(leverage, max)} />}
    </>
  );
}

function isLeverage(text: string, max: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
}
