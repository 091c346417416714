/** What the README says about flags, endpoints, commands and places is so; and nothing is left out. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { start } from "../../src/cli/start.ts";
import { ROUTES } from "../../src/http/routes.ts";
import { blocksOf, ROOT, readPage, tableUnder } from "./pages.ts";

const README = readPage("README.md");
const BLOCKS = blocksOf(README);

const KINDS = new Set([
  "sh",
  "sh stopped",
  "sh by-hand",
  "ts order.mts",
  "js client.mjs",
  "js exchange.mjs",
  "js listen.mjs",
  "python order.py",
]);

function wordsIn(texts: readonly string[], pattern: RegExp): string[] {
  return [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))].sort();
}

test("every block says what is to be done with it", () => {
  const kinds = BLOCKS.map(({ language, mark }) => `${language} ${mark}`.trim());

  expect(kinds.filter((kind) => !KINDS.has(kind))).toEqual([]);
});

test("the table of settings has every flag of start and every variable of config.ts", () => {
  const rows = tableUnder(README, "Settings");
  const config = readFileSync(join(ROOT, "src/config.ts"), "utf8");

  expect(
    wordsIn(
      rows.map(([flag = ""]) => flag),
      /--[a-z-]+/g,
    ),
  ).toEqual(Object.keys(start.options).sort());
  expect(
    wordsIn(
      rows.map(([, name = ""]) => name),
      /BOURSE_[A-Z_]+/g,
    ),
  ).toEqual(wordsIn([config], /BOURSE_[A-Z_]+/g));
});

test("the table of endpoints has every route", () => {
  const shown = wordsIn(
    tableUnder(README, "The API").map(([cell = ""]) => cell),
    /(?:GET|POST) [^`]+/g,
  );

  expect(shown).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
});

test("every bourse command, npm script, link and folder that it names is there", () => {
  const names = COMMANDS.map(({ name }) => name);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const commands = [...README.matchAll(/npx bourse ([a-z-]+)(?: ([a-z]+))?/g)];
  const links = [...README.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
  const folders = wordsIn(
    tableUnder(README, "Where things are").map(([cell = ""]) => cell),
    /[^`, ]+/g,
  );

  const isKnown = (noun = "", verb = "") =>
    noun === "help" || names.includes(noun) || names.includes(`${noun} ${verb}`);
  expect(commands.filter(([, noun, verb]) => !isKnown(noun, verb))).toEqual([]);
  expect(wordsIn([README], /(?<=npm run )[a-z]+/g).filter((name) => !(name in scripts))).toEqual(
    [],
  );
  expect([...links, ...folders].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
