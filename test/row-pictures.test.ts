/**
 * The picture of a row in a comment is the row: a file that lays rows out shows in its opening comment what the declaration
 * makes, column by column, and ARCHITECTURE.md shows the same. So a column that moves cannot leave a picture behind.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { LEVEL_ROW } from "../src/core/engine/book/side-filling.ts";
import { ENTRY_ROW } from "../src/core/engine/ledger/journal.ts";
import { WALLET_ROW } from "../src/core/engine/ledger/wallet-table.ts";
import { NAME_ROW } from "../src/core/engine/orders/ended-names.ts";
import { ORDER_REST, ORDER_ROW } from "../src/core/engine/orders/order-cells.ts";
import { ORDER_CELLS, TRADE_CELLS } from "../src/runtime/history/record-cells.ts";
import { RECORD_ROW } from "../src/runtime/history/unarchived-rows.ts";

const ROOT = join(import.meta.dirname, "..");

/** The rows of each file, in the order in which its comment shows them. */
const ROWS: Readonly<Record<string, readonly { readonly picture: string }[]>> = {
  "core/engine/book/side-filling.ts": [LEVEL_ROW],
  "core/engine/ledger/journal.ts": [ENTRY_ROW],
  "core/engine/ledger/wallet-table.ts": [WALLET_ROW],
  "core/engine/orders/ended-names.ts": [NAME_ROW],
  "core/engine/orders/order-cells.ts": [ORDER_ROW, ORDER_REST],
  "runtime/history/record-cells.ts": [ORDER_CELLS, TRADE_CELLS],
  "runtime/history/unarchived-rows.ts": [RECORD_ROW],
};

/** The rows of section 3 of ARCHITECTURE.md, and what stands there before each. */
const TOLD = [
  ["wallet  ", WALLET_ROW],
  ["order   ", ORDER_ROW],
  ["   rest ", ORDER_REST],
  ["name    ", NAME_ROW],
  ["record  ", RECORD_ROW],
] as const;

function sourceOf(path: string): string {
  return readFileSync(join(ROOT, "src", path), "utf8");
}

/** The lines of a file's opening comment that are pictures. */
function picturesIn(path: string): string[] {
  const [comment = ""] = sourceOf(path).split("*/");
  return [...comment.matchAll(/^ \*\s+(\|.*\|)$/gm)].map(([, picture = ""]) => picture);
}

test.each(Object.entries(ROWS))("%s shows its rows as they are", (path, rows) => {
  expect(picturesIn(path)).toEqual(rows.map(({ picture }) => picture));
});

test("every table of rows is looked at here, and none counts its cells by hand", () => {
  const paths = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .filter((path) => path !== "core/base/rows/row-layout.ts")
    .filter((path) => /\blayOutRow\(|\bnew RowSpace\(/.test(sourceOf(path)));

  expect(paths.sort()).toEqual(Object.keys(ROWS).sort());
});

test("every row that a file lays out is in its list here", () => {
  for (const [path, rows] of Object.entries(ROWS)) {
    expect(sourceOf(path).match(/\blayOutRow\(/g), path).toHaveLength(rows.length);
  }
});

test("a constant of a table bears the name of the column that it is taken from", () => {
  for (const path of Object.keys(ROWS)) {
    for (const [, names = ""] of sourceOf(path).matchAll(/^const \{([^}]*)\} = \w+\.at;$/gm)) {
      const wanted = names.replace(/(\w+): \w+/g, (_, column) => `${column}: ${nameOf(column)}`);
      expect(names, path).toBe(wanted);
    }
  }
});

/** `expectedLock` is EXPECTED_LOCK. */
function nameOf(column: string): string {
  return column.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
}

test("ARCHITECTURE.md shows the same rows", () => {
  const text = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
  const [, shown = ""] = /^### Rows$[\s\S]*?^```\n([\s\S]*?)^```$/m.exec(text) ?? [];

  expect(shown).toBe(TOLD.map(([name, { picture }]) => `${name}${picture}\n`).join(""));
});
