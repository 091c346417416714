/** Fields that offer what there is: an asset, a symbol, a user. */
import { useNames } from "../session/names.ts";
import { Choice, Field } from "./field.tsx";

interface PickProps {
  readonly label?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function AssetPick({ label = "Asset", ...rest }: PickProps) {
  return <Pick label={label} names={useNames("assets")} {...rest} />;
}

export function SymbolPick({ label = "Symbol", ...rest }: PickProps) {
  return <Pick label={label} names={useNames("symbols")} {...rest} />;
}

interface NamedPickProps extends PickProps {
  readonly label: string;
  readonly names: readonly string[];
}

/** What is chosen stays offered while the list is asked for. */
function Pick({ label, value, onValue, names }: NamedPickProps) {
  const shown = value === "" || names.includes(value) ? names : [value, ...names];
  const choices = [["", "choose"], ...shown.map((name) => [name, name])] as [string, string][];
  return <Choice label={label} value={value} choices={choices} onValue={onValue} isRequired />;
}

interface UserFieldProps extends PickProps {
  readonly isRequired?: boolean;
}

/** There may be more users than a list can hold: one is picked from the first, or typed. */
export function UserField({ label = "User", isRequired = true, ...rest }: UserFieldProps) {
  return <Field label={label} offers={useNames("users")} isRequired={isRequired} {...rest} />;
}
