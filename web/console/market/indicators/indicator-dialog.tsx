/** Which indicators the chart shows. Every change is seen at once behind the dialog. */
import { useState } from "preact/hooks";
import { useLive } from "../../exchange/use-live.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { PickField } from "../../trade/form/field.tsx";
import {
  AVERAGES_MAX,
  type AverageKind,
  addAverage,
  type ChosenIndicators,
  chooseIndicators,
  chosenIndicators,
  nameOfAverage,
  PERIOD_MAX,
  readPeriod,
} from "./chosen-indicators.ts";

const KINDS = [
  { value: "ma", label: "Moving average (MA)" },
  { value: "ema", label: "Exponential average (EMA)" },
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
          <Averages chosen={chosen} />
          <NewAverage chosen={chosen} />
        </div>
      </Dialog>
    </>
  );
}

interface OfChosen {
  readonly chosen: ChosenIndicators;
}

function Averages({ chosen }: OfChosen) {
  const { averages } = chosen;
  if (averages.length === 0) return <p class="field-hint">No averages are shown.</p>;
  const remove = (name: string) =>
    chooseIndicators({
      ...chosen,
      averages: averages.filter((one) => nameOfAverage(one) !== name),
    });
  return (
    <ul class="averages" aria-label="Averages">
      {averages.map(nameOfAverage).map((name, at) => (
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

function NewAverage({ chosen }: OfChosen) {
  const [kind, setKind] = useState<AverageKind>("ma");
  const [text, setText] = useState("20");
  const period = readPeriod(text);
  const isFull = chosen.averages.length >= AVERAGES_MAX;
  const add = (event: Event) => {
    event.preventDefault();
    if (period !== undefined) chooseIndicators(addAverage(chosen, { kind, period }));
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
          ? `No more than ${AVERAGES_MAX} averages at a time.`
          : "Of closing prices, from the candles that are loaded."}
      </p>
    </form>
  );
}
