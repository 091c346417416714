import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GENERATED } from "../../scripts/contract/generated.ts";

const ROOT = join(import.meta.dirname, "../..");

test.each(GENERATED.map(({ path, text }) => [path, text] as const))(
  "%s is what the contract makes; npm run generate writes it",
  (path, text) => {
    expect(readFileSync(join(ROOT, path), "utf8")).toBe(text());
  },
);
