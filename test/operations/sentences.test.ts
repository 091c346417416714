/** What the program says to its operator stands in docs/operating.md, and what stands there is said. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const sources = new Map(
  readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => [path, readFileSync(join(ROOT, "src", path), "utf8")]),
);

/** The sentences of both tables, in pieces: what stands between that which changes. */
function documented(): { sentence: string; pieces: string[] }[] {
  const text = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
  const chapter = text.split(/^## What it says$/m)[1]?.split(/^## /m)[0] ?? "";
  return [...chapter.matchAll(/^\| `([^`]+)`/gm)].map(([, sentence = ""]) => {
    return { sentence, pieces: piecesOf(sentence) };
  });
}

/** Brackets and semicolons stand where a sentence is put together of two. */
function piecesOf(sentence: string): string[] {
  return sentence
    .split(/\.{3}|\$\{[^}]*\}|[();]/)
    .map((piece) => piece.replace(/^[\s.,:]+|[\s.,:]+$/g, ""))
    .filter((piece) => piece !== "");
}

test("every sentence of the tables is in the source", () => {
  const all = [...sources.values()].join("\n");
  const rows = documented();

  expect(rows.length).toBeGreaterThan(25);
  const unsaid = rows.filter(({ pieces }) => pieces.some((piece) => !all.includes(piece)));
  expect(unsaid.map(({ sentence }) => sentence)).toEqual([]);
});

/** The files whose sentences the operator reads. */
const SPEAKERS = [
  ...[
    "main.ts",
    "app/run-server.ts",
    "app/instance/exchange-instance.ts",
    "app/instance/alarms.ts",
    "app/served-archivist.ts",
    "runtime/sequencer/open-exchange.ts",
  ],
  ...["runtime/archivist/archivist-process.ts", "edge/program-log/refusal-file.ts"],
];
/** Calls whose words are for the operator; of alarms.ts, all that it returns. */
const WORDS = '((?:`[^`]*`|"[^"]*"|[^;`"])*?)';
const SPOKEN = new RegExp(
  `\\b(?:report|console\\.error|warn|alarm|fatal)\\(${WORDS}\\)\\s*[;,]|\\breturn ${WORDS};`,
  "g",
);

function spokenIn(path: string): string[] {
  const text = sources.get(path);
  if (text === undefined) throw new Error(`there is no ${path}`);
  return [...text.matchAll(SPOKEN)]
    .filter(([, called]) => called !== undefined || path === "app/instance/alarms.ts")
    .flatMap(([, called, returned]) => [
      ...`${called ?? returned}`.matchAll(/`([^`]*)`|"([^"]*)"/g),
    ])
    .map(([, template, plain]) => template ?? plain ?? "")
    .filter((sentence) => / /.test(sentence.replaceAll(/\$\{[^}]*\}/g, "")));
}

test("every sentence to the operator is in the tables", () => {
  const rows = documented().map(({ pieces }) => pieces.join(" "));
  const said = SPEAKERS.flatMap((path) => spokenIn(path).map((sentence) => ({ path, sentence })));

  expect(said.length).toBeGreaterThan(15);
  const missing = said.filter(({ sentence }) => {
    const pieces = piecesOf(sentence);
    return !rows.some((row) => pieces.every((piece) => row.includes(piece)));
  });
  expect(missing).toEqual([]);
});
