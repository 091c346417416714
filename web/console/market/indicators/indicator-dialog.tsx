/** Which indicators the chart shows. Every change is seen at once behind the dialog. */
import { useState } from "preact/hooks";
import { useLive } from "../../exchange/use-live.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { PickField } from "../../trade/form/field.tsx";
import {
  addIndicator,
  type ChosenIndicators,
  chooseIndicators,
  chosenIndicators,
  INDICATORS_MAX,
  type IndicatorKind,
  indicatorOf,
  nameOfIndicator,
  PERIOD_MAX,
  readPeriod,
} from "./chosen-indicators.ts";

const KINDS = [
  { value: "ma", label: "Moving average (MA)" },
  { value: "ema", label: "Exponential average (EMA)" },
  { value: "bb", label: "Bollinger bands (BB)" },
  { value: "rsi", label: "Relative strength (RSI)" },
  { value: "macd", label: "Convergence (MACD 12 26 9)" },
] as const;

export function IndicatorButton() {
  const [isOpen, setOpen] = useState(false);
  const chosen = useLive(chosenIndicators);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" class="act" onClick={() => setOpen(true)}>
        Indicators
      </button>
      <Dialog title="Indicators" isOpen={isOpen} close={close}>
        <div class="sheet">
          <label class="tick">
            <input
              type="checkbox"
              checked={chosen.hasVolume}
              onChange={({ currentTarget: { checked: hasVolume } }) =>
                chooseIndicators({ ...chosen, hasVolume })
              }
            />
            Volume
          </label>
          <Chosen chosen={chosen} />
          <NewIndicator chosen={chosen} />
        </div>
      </Dialog>
    </>
  );
}

interface OfChosen {
  readonly chosen: ChosenIndicators;
}

function Chosen({ chosen }: OfChosen) {
  const { others } = chosen;
  if (others.length === 0) return <p class="field-hint">None but the volume.</p>;
  const remove = (name: string) =>
    chooseIndicators({
      ...chosen,
      others: others.filter((one) => nameOfIndicator(one) !== name),
    });
  return (
    <ul class="averages" aria-label="Indicators">
      {others.map(nameOfIndicator).map((name, at) => (
        <li key={name} class={`average-${at + 1}`}>
          <span>{name}</span>
          <button
            type="button"
            class="act"
            aria-label={`Remove ${name}`}
            onClick={() => remove(name)}
          >
            Remove
          </button>
        </li>
      ))}
    </ul>
  );
}

function NewIndicator({ chosen }: OfChosen) {
  const [kind, setKind] = useState<IndicatorKind>("ma");
  const [text, setText] = useState("20");
  const period = readPeriod(text);
  const isFull = chosen.others.length >= INDICATORS_MAX;
  const add = (event: Event) => {
    event.preventDefault();
    if (period !== undefined) chooseIndicators(addIndicator(chosen, indicatorOf(kind, period)));
  };
  return (
    <form class="new-average" onSubmit={add} noValidate>
      <PickField label="Kind" options={KINDS} value={kind} change={(next) => setKind(next)} />
      <label class="field">
        <span class="field-label">Candles</span>
        <input
          class="input figure"
          type="text"
          inputMode="numeric"
          autocomplete="off"
          value={text}
          aria-invalid={period === undefined}
          title={`1 to ${PERIOD_MAX}`}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="button" disabled={isFull || period === undefined}>
        Add
      </button>
      <p class="field-hint">
        {isFull
          ? `No more than ${INDICATORS_MAX} at a time.`
          : "Of closing prices, from the candles that are loaded."}
      </p>
    </form>
  );
}
