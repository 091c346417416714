/**
 * Every field of every shape of the contract says what it is: the documents, the page at `/docs` and the tables of the
 * papers have no other words for it.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Shape } from "../../src/contract/field.ts";

const CONTRACT = join(import.meta.dirname, "../../src/contract");

const paths = readdirSync(CONTRACT, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
  .sort();

function isShape(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && ("type" in value || "oneOf" in value);
}

/** The places below a shape that hold a value and do not say which. */
function* silentIn(shape: Shape, place: string): Generator<string> {
  for (const [field, one] of Object.entries(shape.properties ?? {})) {
    if ((one.description ?? "") === "") yield `${place}.${field}`;
    yield* silentIn(one, `${place}.${field}`);
  }
  for (const [at, one] of (shape.prefixItems ?? []).entries()) {
    if ((one.description ?? "") === "") yield `${place}[${at}]`;
    yield* silentIn(one, `${place}[${at}]`);
  }
  if (shape.items) yield* silentIn(shape.items, `${place}[]`);
  for (const one of shape.oneOf ?? []) yield* silentIn(one, place);
}

test("every field of every shape in the contract has a description", async () => {
  const silent: string[] = [];
  let shapes = 0;
  for (const path of paths) {
    const exported: Readonly<Record<string, unknown>> = await import(join(CONTRACT, path));
    for (const [name, value] of Object.entries(exported)) {
      if (!isShape(value)) continue;
      shapes++;
      silent.push(...silentIn(value, `${path} ${name}`));
    }
  }

  expect(silent).toEqual([]);
  expect(shapes).toBeGreaterThan(60);
});
