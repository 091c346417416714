/** One of a few, all in sight: intervals, grouping, side, type. Radio buttons that look like a row. */
import { useId } from "preact/hooks";

export interface ChoiceOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Said instead of a label that is only a sign, such as `1m`. */
  readonly spoken?: string;
  readonly isDisabled?: boolean;
}

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly ChoiceOption<Value>[];
  /** None while it is not known. */
  readonly chosen: Value | undefined;
  choose(value: NoInfer<Value>): void;
  readonly class?: string;
}

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, chosen, choose, class: name = "" } = props;
  const group = useId();
  return (
    <fieldset class={`choice ${name}`}>
      <legend class="unseen">{label}</legend>
      {options.map(({ value, label: text, spoken, isDisabled }) => (
        <label key={value} class="choice-option">
          <input
            type="radio"
            class="unseen"
            name={group}
            value={value}
            checked={value === chosen}
            disabled={isDisabled ?? false}
            aria-label={spoken}
            onChange={() => choose(value)}
          />
          <span class="choice-face">{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
