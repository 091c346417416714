/**
 * A labelled input of an order, with what it counts behind it and what is wrong with it beneath. The
 * sentence is tied to the input, so that it is read out with it; a warning does not mark it as wrong.
 */
import { useId } from "preact/hooks";
import type { Complaint } from "./refusal-words.ts";

/** What a figure may be typed in. */
export interface UnitChoice {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: string;
  choose(value: string): void;
}

interface FigureFieldProps {
  readonly label: string;
  readonly unit: string;
  /** Where there are several. */
  readonly units?: UnitChoice;
  readonly value: string;
  change(value: string): void;
  readonly complaint?: Complaint | undefined;
  /** What else is known of it; shown while nothing is wrong. */
  readonly hint?: string | undefined;
  readonly name: string;
  /** It may stay empty: the eye is not led to it for that. */
  readonly isOptional?: boolean;
}

export function FigureField(props: FigureFieldProps) {
  const { label, unit, units, value, change, complaint, hint, name, isOptional = false } = props;
  const id = useId();
  const said = complaint?.text ?? hint;
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <div class="field-box">
        <input
          id={id}
          class="input figure"
          name={name}
          type="text"
          inputMode="decimal"
          autocomplete="off"
          spellcheck={false}
          value={value}
          data-optional={isOptional}
          aria-invalid={complaint !== undefined && !complaint.isWarning}
          aria-describedby={said === undefined ? undefined : `${id}-said`}
          onInput={(event) => change(event.currentTarget.value)}
        />
        {units ? <UnitPick {...units} /> : <span class="field-unit">{unit}</span>}
      </div>
      <Said id={`${id}-said`} complaint={complaint} hint={hint} />
    </div>
  );
}

function UnitPick({ label, options, chosen, choose }: UnitChoice) {
  return (
    <select
      class="field-unit unit-pick"
      aria-label={label}
      value={chosen}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface SaidProps {
  readonly id: string;
  readonly complaint: Complaint | undefined;
  readonly hint?: string | undefined;
}

/** A screen reader says it when it changes, wherever the focus is. */
export function Said({ id, complaint, hint }: SaidProps) {
  const tone = complaint === undefined ? "hint" : complaint.isWarning ? "warning" : "error";
  return (
    <p id={id} class={`field-said field-${tone}`} aria-live="polite">
      {complaint?.text ?? hint}
    </p>
  );
}

interface PickFieldProps<Value extends string> {
  readonly label: string;
  /** What a label that is short stands for. */
  readonly title?: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  change(value: Value): void;
  readonly complaint?: Complaint | undefined;
}

export function PickField<Value extends string>(props: PickFieldProps<Value>) {
  const { label, title, options, value, change, complaint } = props;
  const id = useId();
  const pick = (text: string) => {
    const found = options.find((option) => option.value === text);
    if (found) change(found.value);
  };
  return (
    <div class="field">
      <label class="field-label" for={id} title={title}>
        {label}
      </label>
      <select
        id={id}
        class="input"
        value={value}
        aria-describedby={complaint ? `${id}-said` : undefined}
        onChange={(event) => pick(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {complaint ? <Said id={`${id}-said`} complaint={complaint} /> : null}
    </div>
  );
}
