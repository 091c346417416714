/**
 * docs/bot-testing.md: its programs are run and checked as they stand, in a project that has Bourse from a
 * clone, and its tables have every option and method, no less and no more. Its Python is run by
 * integrations/python/tests.
 */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { SandboxOperator } from "../../src/app/in-process/sandbox-operator.ts";
import { InProcessExchange } from "../../src/create-exchange.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { blocksOf, ROOT, readPage, tableUnder } from "./pages.ts";

const PAGE = readPage("docs/bot-testing.md");
const project = directoryOfFile();

/** What `npm install /path/to/bourse` makes of a project: a link to the clone. */
beforeAll(() => {
  mkdirSync(join(project, "node_modules/@types"), { recursive: true });
  symlinkSync(ROOT, join(project, "node_modules/bourse"));
  for (const name of ["@types/node", "undici-types"]) {
    symlinkSync(join(ROOT, "node_modules", name), join(project, "node_modules", name));
  }
  writeFileSync(join(project, "package.json"), JSON.stringify({ type: "module" }));
  for (const { mark, text } of blocksOf(PAGE)) {
    if (mark.startsWith("exchange.")) writeFileSync(join(project, mark), text);
  }
});

function run(...args: string[]) {
  return runToEnd([process.execPath, ...args], { directory: project });
}

test("every block is a file that is run or checked here, or is for people", () => {
  const kinds = blocksOf(PAGE).map(({ language, mark }) => `${language} ${mark}`);

  expect(kinds).toEqual([
    ...["js exchange.mjs", "sh by-hand", "python test_exchange.py", "sh by-hand"],
    ...["js exchange.test.mjs", "ts exchange.ts", "sh by-hand"],
  ]);
});

test("the smallest exchange fills an order whose reply is lost", async () => {
  const { output } = await run("exchange.mjs");

  expect(output).toBe("FILLED\n");
});

test("the whole example passes in a project of its own", async () => {
  const { code, output } = await run("--test", "exchange.test.mjs");

  expect(code, output).toBe(0);
  expect(output).toMatch(/^[#ℹ] pass 5\n[#ℹ] fail 0$/m);
});

test("the TypeScript has no errors under the strictest settings", async () => {
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const settings = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"];

  const { code, output } = await run(tsc, ...settings, "--types", "node", "exchange.ts");

  expect(code, output).toBe(0);
});

function wordsIn(rows: readonly string[][], pattern: RegExp): string[] {
  return rows.flatMap(([first = ""]) => first.match(pattern) ?? []).sort();
}

test("the tables have every option, and every member of the exchange and its operator", () => {
  const source = readFileSync(join(ROOT, "src/create-exchange.ts"), "utf8");
  const [, options = ""] = /interface CreateExchangeOptions \{([\s\S]*?)\n\}/.exec(source) ?? [];
  const fields = source.match(/^ {2}readonly (\w+)(?=:)/gm)?.map((line) => line.slice(11)) ?? [];
  const methodsOf = ({ prototype }: { prototype: object }) =>
    Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor");

  expect(wordsIn(tableUnder(PAGE, "The options of `createExchange`"), /\w+/g)).toEqual(
    (options.match(/\w+(?=\?:)/g) ?? []).sort(),
  );
  expect(wordsIn(tableUnder(PAGE, "What `exchange` has"), /(?<=`)\w+/g)).toEqual(
    [...fields, ...methodsOf(InProcessExchange)].sort(),
  );
  expect(wordsIn(tableUnder(PAGE, "What `exchange.operator` has"), /(?<=`)\w+(?=\()/g)).toEqual(
    methodsOf(SandboxOperator).sort(),
  );
});
