/**
 * What the operator's page has of the operator's table: the line of the command line for each request that changes something, and what
 * a form begins with. The page compiles nothing and reads no table when it runs, so it is a file of data:
 * `npm run generate` writes it, and a test holds it to the table.
 */
import type { TypedCommand } from "../../src/contract/operator/request.ts";
import type { TypedForm, TypedParameter } from "../../src/contract/operator/typed.ts";
import { OPERATOR_ROUTES } from "../../src/edge/operator/routes.ts";
import type { OperatorRoute } from "../../src/edge/operator/v1/operator.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";

export const LINES_FILE = "web/operator/session/lines.ts";

const AS_CONST = " as const";
/** What stands around it on a line. */
const USUAL_TYPED = `export const USUAL = ${AS_CONST}`;

const HEAD = `/** Made by \`npm run generate\` from the operator's table. */
import type { Line } from "./command-line.ts";

`;

/** Values that the page never sends have no way back into typed words. */
const NOT_ON_THE_PAGE: readonly (TypedForm | undefined)[] = ["capitals", "days", "moment", "tiers"];

export function linesFile(): string {
  const posts = OPERATOR_ROUTES.filter(isTyped);
  const lines = posts.map((route) => [pathOf(route), linesOf(route)] as const);
  const usual = posts.map((route) => [pathOf(route), usualOf(route)] as const);
  const typed = "Readonly<Record<string, readonly Line[]>>";
  const given = usual.filter(([, values]) => Object.keys(values).length > 0);
  return [
    `${HEAD}/** By path, the commands that send the request. */`,
    `export const LINES: ${typed} = ${written(Object.fromEntries(lines))};\n`,
    "/** What holds where nothing is given. */",
    `export const USUAL = ${written(Object.fromEntries(given), "", USUAL_TYPED)}${AS_CONST};\n`,
  ].join("\n");
}

/** What a file is needed for is no line of a page. */
function isTyped({ method, parameters }: OperatorRoute): boolean {
  const needsMore = Object.values(parameters).some(({ typed, isRequired }) => {
    return isRequired && typed.kind === "untyped";
  });
  return method === "POST" && !needsMore;
}

function pathOf({ path }: OperatorRoute): string {
  return path.slice(PREFIX.length);
}

function linesOf({ commands, parameters }: OperatorRoute): object[] {
  return commands.map((command) => lineOf(command, parameters));
}

type Entry = readonly [name: string, parameter: TypedParameter<unknown>];

function lineOf(command: TypedCommand, parameters: OperatorRoute["parameters"]): object {
  const { words, fixed = {}, without = [], asksFirst } = command;
  const taken = Object.entries(parameters).filter(([name, { typed }]) => {
    const isSaid = name in fixed || without.includes(name) || typed.kind === "untyped";
    return !isSaid && !NOT_ON_THE_PAGE.includes(typed.as);
  });
  const takes = taken.flatMap(([name, { typed }]) => (typed.kind === "word" ? [name] : []));
  return {
    words,
    ...(takes.length > 0 && { takes }),
    ...filled("options", optionsOf(taken)),
    ...filled("fixed", fixed),
    ...filled("means", meaningsOf(taken)),
    ...(asksFirst && { isFinal: true }),
  };
}

function filled(name: string, values: object): object {
  return Object.keys(values).length === 0 ? {} : { [name]: values };
}

function optionsOf(taken: readonly Entry[]): Record<string, string> {
  return Object.fromEntries(
    taken.flatMap(([name, { typed }]) => (typed.kind === "option" ? [[name, typed.flag]] : [])),
  );
}

/** By parameter, the typed word of each value; a length of time is written by the page. */
function meaningsOf(taken: readonly Entry[]): Record<string, unknown> {
  return Object.fromEntries(
    taken.flatMap(([name, { typed }]) => {
      const as = typed.kind === "untyped" ? undefined : typed.as;
      if (typeof as !== "object") return as === undefined ? [] : [[name, as]];
      return [[name, Object.fromEntries(Object.entries(as.means).map(([word, to]) => [to, word]))]];
    }),
  );
}

function usualOf({ parameters }: OperatorRoute): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, { shape }]) =>
      shape.default === undefined ? [] : [[name, `${shape.default}`]],
    ),
  );
}

const PLAIN_NAME = /^[a-zA-Z_]+$/;
const WIDTH = 100;

/** As the formatter would leave it: on one line what has room there; `before` is what stands on the line already. */
function written(value: unknown, indent = "", before = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inline = onOneLine(value);
  const isShort = indent.length + before.length + inline.length + 1 <= WIDTH;
  if (isShort && !isListOfObjects(value)) return inline;
  const deeper = `${indent}  `;
  const rows = Array.isArray(value)
    ? value.map((item) => written(item, deeper))
    : Object.entries(value).map(([name, inner]) => {
        const key = `${keyOf(name)}: `;
        return `${key}${written(inner, deeper, key)}`;
      });
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${rows.map((row) => `${deeper}${row},\n`).join("")}${indent}${close}`;
}

function isListOfObjects(value: object): boolean {
  return Array.isArray(value) && value.length > 1 && typeof value[0] === "object";
}

function onOneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  const rows = Object.entries(value).map(([name, inner]) => `${keyOf(name)}: ${onOneLine(inner)}`);
  return `{ ${rows.join(", ")} }`;
}

function keyOf(name: string): string {
  return PLAIN_NAME.test(name) ? name : JSON.stringify(name);
}
