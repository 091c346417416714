/** docs/accidents.md: its recipes are run as they stand, and there is one for each kind of fault. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FAULT_KINDS } from "../../src/contract/operator/sandbox/fault-words.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { blocksOf, ROOT, readPage, tableUnder } from "./pages.ts";

const PAGE = readPage("docs/accidents.md");
const FILE = "accidents.test.mjs";

test("every block is a part of one file, or is for people", () => {
  const kinds = new Set(blocksOf(PAGE).map(({ language, mark }) => `${language} ${mark}`));

  expect(kinds).toEqual(new Set(["sh by-hand", `js ${FILE}`]));
});

test("the bot survives every accident", async () => {
  const project = temporaryDirectory();
  mkdirSync(join(project, "node_modules"));
  symlinkSync(ROOT, join(project, "node_modules/bourse"));
  symlinkSync(join(ROOT, "node_modules/ws"), join(project, "node_modules/ws"));
  const recipes = blocksOf(PAGE).filter(({ mark }) => mark === FILE);
  writeFileSync(join(project, FILE), recipes.map(({ text }) => text).join("\n"));

  const { code, output } = await runToEnd([process.execPath, "--test", FILE], {
    directory: project,
  });

  expect(code, output).toBe(0);
  const tests = recipes.reduce((count, { text }) => count + text.split(/^ *test\(/m).length - 1, 0);
  // The first recipe is two tests.
  expect(output).toMatch(new RegExp(`^[#ℹ] pass ${tests + 1}\\n[#ℹ] fail 0$`, "m"));
});

test("there is a recipe for every kind of fault", () => {
  const rows = tableUnder(PAGE, "Accidents to rehearse");
  const named = rows.flatMap(([, , kinds = ""]) => kinds.match(/(?<=`)[^`, ]+(?=`)/g) ?? []);

  expect(new Set(named)).toEqual(new Set(FAULT_KINDS));
});
