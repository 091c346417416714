/** The names by which the Python package tells figures from other values, in replies and in requests. */
import { ADD_FAULT, FAULT_RULE } from "../../src/contract/operator/sandbox/faults.ts";
import type { ParameterTable } from "../../src/contract/parameter.ts";
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { exactFieldsIn, isDecimal } from "../../src/contract/public/exact-fields.ts";
import { MY_CHANNELS, PUBLIC_CHANNELS } from "../../src/contract/streams/channels.ts";
import { docstring } from "./python-text.ts";

const CHANNELS = Object.values({ ...PUBLIC_CHANNELS, ...MY_CHANNELS });

/**
 * Of the operator's replies those of fault rules are in it alone: others have figures under names that mean something else
 * elsewhere (`margin`, `spot`), and stay text.
 */
export function pythonExactFields(): string {
  const replies = ENDPOINTS.map(({ reply }) => reply);
  const messages = CHANNELS.flatMap(({ snapshot, update }) => [snapshot.shape, update.shape]);
  const { decimals } = exactFieldsIn([...replies, ...messages, FAULT_RULE]);
  const asked: readonly ParameterTable[] = [...ENDPOINTS, ADD_FAULT].map((one) => one.parameters);
  const sent = new Set(asked.flatMap((parameters) => [...figuresIn(parameters)]));
  return `${docstring("Which fields are figures, by their names: what is read as a `Decimal`, and sent as text.")}
#: Of replies and messages: money, prices, quantities and rates.
DECIMAL_FIELDS = ${setOf(decimals)}

#: Of requests: a whole number is written as text, too.
FIGURES_SENT = ${setOf([...sent].sort())}
`;
}

/** Those of the items of a list, too. */
function* figuresIn(parameters: ParameterTable): Iterable<string> {
  for (const [name, { shape, inside }] of Object.entries(parameters)) {
    if (isDecimal(shape)) yield name;
    if (inside) yield* figuresIn(inside);
  }
}

/** A line for each, so that a change is one line. */
function setOf(names: readonly string[]): string {
  return `frozenset(\n    [\n${names.map((name) => `        "${name}",\n`).join("")}    ]\n)`;
}
