import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GENERATED } from "../../scripts/contract/generated.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each(GENERATED)("$path is what the contract makes; npm run generate writes it", (file) => {
  expect(readFileSync(join(ROOT, file.path), "utf8")).toBe(file.text());
});
