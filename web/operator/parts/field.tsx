/** A field with its name above it, and a form that never leaves the page. */
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly type?: "text" | "search";
  readonly isRequired?: boolean;
  readonly isFigure?: boolean;
  /** What may be meant, for the browser to offer. */
  readonly offers?: readonly string[];
  readonly placeholder?: string;
}

/** Read as text on the other side, never as a number: only what it may look like is said here. */
const FIGURE = {
  inputMode: "decimal",
  pattern: "[0-9]+([.][0-9]+)?",
  title: "A plain decimal, as 1250.5",
} as const;

/** More offers than a person reads. */
const OFFERS_MAX = 200;

export function Field({ label, value, onValue, offers = [], ...rest }: FieldProps) {
  const id = useId();
  const { type = "text", isRequired = true, isFigure = false, placeholder } = rest;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type={type}
        value={value}
        required={isRequired}
        placeholder={placeholder}
        {...(isFigure ? FIGURE : {})}
        autoComplete="off"
        spellcheck={false}
        list={offers.length > 0 ? `${id}-offers` : undefined}
        onInput={(event) => onValue(event.currentTarget.value)}
      />
      {offers.length > 0 && (
        <datalist id={`${id}-offers`}>
          {offers.slice(0, OFFERS_MAX).map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
    </div>
  );
}

type SecretFieldProps = Pick<FieldProps, "label" | "value" | "onValue">;

/** What is not shown while it is typed; no password manager is asked to keep it either. */
export function SecretField({ label, value, onValue }: SecretFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="password"
        value={value}
        required
        autoComplete="off"
        onInput={(event) => onValue(event.currentTarget.value)}
      />
    </div>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [value: T, says: string])[];
  readonly onValue: (value: T) => void;
  /** The empty choice will not do. */
  readonly isRequired?: boolean;
}

export function Choice<T extends string>(props: ChoiceProps<T>) {
  const { label, value, choices, onValue, isRequired = false } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        required={isRequired}
        onChange={(event) => {
          const chosen = choices[event.currentTarget.selectedIndex];
          if (chosen) onValue(chosen[0]);
        }}
      >
        {choices.map(([choice, says]) => (
          <option key={choice} value={choice}>
            {says}
          </option>
        ))}
      </select>
    </div>
  );
}

interface FormProps {
  readonly label: string;
  readonly onSubmit: () => void;
  readonly isDisabled?: boolean;
  readonly children: ComponentChildren;
}

export function Form({ label, onSubmit, isDisabled = false, children }: FormProps) {
  const submit = (event: Event) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form aria-label={label} onSubmit={submit}>
      <fieldset class="row" disabled={isDisabled}>
        {children}
      </fieldset>
    </form>
  );
}
