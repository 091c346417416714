/** What is typed into the text fields of a form, which are empty again once its action is done. */
import { useState } from "preact/hooks";

interface TypedFields<Values> {
  readonly values: Values;
  readonly change: (field: keyof Values) => (value: string) => void;
  readonly done: () => void;
}

export function useFields<Values extends Readonly<Record<keyof Values, string>>>(
  empty: Values,
  onDone?: () => void,
): TypedFields<Values> {
  const [values, setValues] = useState(empty);
  const change = (field: keyof Values) => (value: string) =>
    setValues({ ...values, [field]: value });
  const done = () => {
    setValues(empty);
    onDone?.();
  };
  return { values, change, done };
}
