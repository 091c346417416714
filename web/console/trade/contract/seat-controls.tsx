/** Leverage and margin mode of a contract: set on the server when they are changed here. */
import { useEffect, useState } from "preact/hooks";
import type { ConsoleExchange, Market } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { Choice } from "../../parts/choice.tsx";
import { Said } from "../form/field.tsx";
import { useSubmission } from "../form/use-submission.ts";
import type { Complaint } from "../rehearsal/refusal-words.ts";
import type { KnownSeat } from "./seat-terms.ts";
import type { SeatStore } from "./use-seat.ts";

const MODES = [
  { value: "cross", label: "Cross", spoken: "Cross margin: the whole account stands behind it" },
  {
    value: "isolated",
    label: "Isolated",
    spoken: "Isolated margin: only its own margin is at risk",
  },
] as const;

interface SeatControlsProps {
  readonly exchange: ConsoleExchange;
  readonly market: Market;
  readonly seat: KnownSeat;
  readonly store: SeatStore;
  readonly complaint: Complaint | undefined;
}

export function SeatControls({ exchange, market, seat, store, complaint }: SeatControlsProps) {
  const submission = useSubmission(exchange);
  const isSignedIn = exchange.key.value !== undefined;
  const setMode = (mode: KnownSeat["mode"]) => {
    if (!isSignedIn) return store.learn({ mode });
    submission.run(async () => {
      const marginModel = mode === "cross" ? 1 : 2;
      await exchange.client.value.futures.setMarginModel({
        contractName: market.name,
        marginModel,
      });
      store.learn({ mode });
      return `${titleOf(market)}: ${mode} margin`;
    });
  };
  const setLeverage = (leverage: number) => {
    if (!isSignedIn) return store.learn({ leverage });
    submission.run(async () => {
      await exchange.client.value.futures.setLeverage({
        contractName: market.name,
        nowLevel: leverage,
      });
      store.learn({ leverage });
      return `${titleOf(market)}: leverage ${leverage}x`;
    });
  };
  const said = submission.refusal ?? complaint;
  return (
    <div class="seat">
      <Choice
        label="Margin mode"
        options={MODES.map((mode) => ({ ...mode, isDisabled: seat.isModeFixed }))}
        chosen={seat.mode}
        choose={setMode}
      />
      <LeverageField
        leverage={seat.leverage}
        max={market.contract?.maxLever ?? 1}
        isBusy={submission.isBusy}
        set={setLeverage}
      />
      {said ? <Said id="seat-said" complaint={said} /> : null}
    </div>
  );
}

/** It stays what it was until it is a good one. */
function wrongLeverage(leverage: number, max: number): Complaint {
  const text = `A whole number from 1 to ${max}; it is still ${leverage}.`;
  return { field: "mode", text, isWarning: false };
}

interface LeverageFieldProps {
  readonly leverage: number;
  readonly max: number;
  readonly isBusy: boolean;
  set(leverage: number): void;
}

/** Typed or stepped; it is set when the field is left or Enter is pressed, not at every digit. */
function LeverageField({ leverage, max, isBusy, set }: LeverageFieldProps) {
  const [text, setText] = useState(`${leverage}`);
  useEffect(() => setText(`${leverage}`), [leverage]);
  const isGood = /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max;
  const take = () => {
    if (isGood && Number(text) !== leverage) set(Number(text));
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
          disabled={isBusy}
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
      {isGood ? null : <Said id="leverage-said" complaint={wrongLeverage(leverage, max)} />}
    </>
  );
}
