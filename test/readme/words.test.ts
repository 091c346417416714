/** What the pages say about endpoints, answers, commands and places is so; and nothing is left out. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { OUTCOMES } from "../../src/edge/http/docs/trouble.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { PICTURE_BYTES_MAX } from "../support/picture-bytes.ts";
import { blocksOf, PAGES, ROOT, readPage, tableUnder } from "./pages.ts";

const README = readPage("README.md");
const API = readPage("docs/api.md");
const README_BYTES_MAX = 7_000;

const KINDS = new Set([
  "sh",
  "sh stopped",
  "sh by-hand",
  "ts order.mts",
  "js client.mjs",
  "js listen.mjs",
  "python order.py",
]);

function wordsIn(texts: readonly string[], pattern: RegExp): string[] {
  return [...new Set(texts.flatMap((text) => text.match(pattern) ?? []))].sort();
}

test.each(["README.md", "docs/first-steps.md"])("every block of %s says what it is for", (path) => {
  const kinds = blocksOf(readPage(path)).map(({ language, mark }) => `${language} ${mark}`.trim());

  expect(kinds.length).toBeGreaterThan(2);
  expect(kinds.filter((kind) => !KINDS.has(kind))).toEqual([]);
});

test("the README is one page, and its picture is a small PNG", () => {
  const [, path = ""] = /!\[[^\]]+\]\(([^)]+)\)/.exec(README) ?? [];
  const picture = readFileSync(join(ROOT, path));

  expect(Buffer.byteLength(README)).toBeLessThanOrEqual(README_BYTES_MAX);
  expect(picture.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  expect(picture.length).toBeLessThan(PICTURE_BYTES_MAX);
});

test("the table of endpoints has every route", () => {
  const shown = wordsIn(
    tableUnder(API, "Endpoints").map(([cell = ""]) => cell),
    /(?:GET|POST) [^`]+/g,
  );

  expect(shown).toEqual(ROUTES.map(({ method, path }) => `${method} ${path}`).sort());
});

test("what a status promises is the same on the page that the server has", () => {
  const rows = [...OUTCOMES.body.text.matchAll(/<tr>(<td>.*?)<\/tr>/g)];
  const served = rows.map(([, row = ""]) => row.split(/<\/?td>/).filter((cell) => cell !== ""));

  expect(served.length).toBeGreaterThan(4);
  expect(tableUnder(API, "What an answer means")).toEqual(served);
});

test("every bourse command and npm script that a page names is there", () => {
  const names = COMMANDS.map(({ name }) => name);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const texts = PAGES.map(readPage);
  const commands = texts.flatMap((text) => [
    ...text.matchAll(/npx bourse ([a-z-]+)(?: ([a-z]+))?/g),
  ]);

  const isKnown = (noun = "", verb = "") =>
    noun === "help" || names.includes(noun) || names.includes(`${noun} ${verb}`);
  expect(commands.length).toBeGreaterThan(40);
  expect(
    commands.filter(([, noun, verb]) => !isKnown(noun, verb)).map(([command]) => command),
  ).toEqual([]);
  expect(wordsIn(texts, /(?<=npm run )[a-z:-]+/g).filter((name) => !(name in scripts))).toEqual([]);
});

test("every folder and room of the architecture's tables is there", () => {
  const page = readPage("ARCHITECTURE.md");
  const quoted = (cell = "") => wordsIn([cell], /(?<=`)[\w/-]+(?=`)/g);
  const outside = tableUnder(page, "Outside src").flatMap(([folders]) => quoted(folders));
  const missing = tableUnder(page, "The folders of src").flatMap(([folder, , rooms]) => {
    const place = join(ROOT, "src", ...quoted(folder));
    const there = readdirSync(place, { recursive: true, encoding: "utf8" });
    return quoted(rooms).filter((room) => !there.some((path) => path.endsWith(room)));
  });

  expect(outside.length).toBeGreaterThan(8);
  expect(outside.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(missing).toEqual([]);
});
