/** The names by which the Python package tells figures from other values, in replies and in requests. */
import type { ParameterTable } from "../../src/contract/parameter.ts";
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { exactFieldsIn, isDecimal } from "../../src/contract/public/exact-fields.ts";
import { docstring } from "./python-text.ts";

export function pythonExactFields(): string {
  const { decimals } = exactFieldsIn(ENDPOINTS.map(({ reply }) => reply));
  const sent = new Set(ENDPOINTS.flatMap(({ parameters }) => [...figuresIn(parameters)]));
  return `${docstring("Which fields are figures, by their names: what is read as a `Decimal`, and sent as text.")}
#: Of replies: money, prices, quantities and rates.
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
