/** The rulebook's worked examples, as they stand in its file. */
import { present } from "../../src/core/base/assert.ts";
import { normaliseDecimal } from "../../src/core/money/decimal.ts";
import file from "../rulebook-examples.json" with { type: "json" };

export interface Example {
  readonly id: string;
  readonly area: string;
  readonly title: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly expect: Readonly<Record<string, unknown>>;
}

const examples = file.examples as readonly Example[];

export function exampleNamed(id: string): Example {
  return present(
    examples.find((example) => example.id === id),
    `example ${id}`,
  );
}

export function examplesOf(area: "spot" | "margin"): readonly Example[] {
  return examples.filter((example) => example.area === area);
}

/** The same with every number in its one plain form: the file compares as decimals, not as text. */
export function plain(value: unknown): unknown {
  if (typeof value === "string") return normaliseDecimal(value) ?? value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}
