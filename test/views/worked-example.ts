/** The worked examples of the rulebook, as they stand in test/rulebook-examples.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { present } from "../../src/core/base/assert.ts";

interface WorkedExample {
  readonly id: string;
  readonly given: unknown;
  readonly expect: unknown;
}

const FILE = join(import.meta.dirname, "../rulebook-examples.json");
const { examples } = JSON.parse(readFileSync(FILE, "utf8")) as { examples: WorkedExample[] };

/** The caller says what the example holds. */
export function getExample<Given, Expect>(id: string): { given: Given; expect: Expect } {
  const example = present(
    examples.find((each) => each.id === id),
    `example ${id}`,
  );
  return { given: example.given as Given, expect: example.expect as Expect };
}
