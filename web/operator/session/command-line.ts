/**
 * What the operator does on the page, as the line of the command line that does the same. A test types
 * each of them and finds the same command in the log. The lines themselves are made from the operator's table.
 */
import { LINES } from "./lines.ts";

/** A request that changes something: a path of the operator's API and its parameters. */
export interface OperatorAction {
  readonly path: string;
  readonly body: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** A command, as the table has it. */
export interface Line {
  /** The command, without `bourse`. */
  readonly words: string;
  /** Parameters that are arguments, in their order. */
  readonly takes?: readonly string[];
  /** Parameters that are options. */
  readonly options?: Readonly<Record<string, string>>;
  /** Parameters that the words themselves say. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Parameters for whose values the command line has other words. */
  readonly means?: Readonly<Record<string, "duration" | Readonly<Record<string, string>>>>;
  /** OPER-ASK-1: the command line would ask; the page has asked already. */
  readonly isFinal?: true;
}

/** Every path whose line is known. */
export const PATHS: readonly string[] = Object.keys(LINES);

/** `bourse user freeze alice`; what is not filled in yet stands in capitals. */
export function commandLineOf({ path, body }: OperatorAction): string {
  const { words, takes = [], options = {}, fixed = {}, means, isFinal } = lineFor(path, body);
  const typed = (name: string) => typedAs(body[name], means?.[name]);
  const places = takes.map((name) => wordOf(typed(name)) ?? capitals(name));
  const given = Object.entries(options).flatMap(([name, flag]) => {
    return name in fixed ? [] : optionOf(typed(name), name, flag);
  });
  return ["bourse", words, ...places, ...given, ...(isFinal ? ["--yes"] : [])].join(" ");
}

/** Of several commands of one request, the one whose words say what is sent. */
function lineFor(path: string, body: OperatorAction["body"]): Line {
  const lines = LINES[path] ?? [];
  const said = lines.find(({ fixed = {} }) => {
    return Object.entries(fixed).every(([name, value]) => body[name] === value);
  });
  return said ?? { words: "help" };
}

type Value = OperatorAction["body"][string];

/** Where the command line has other words than the API. */
function typedAs(value: Value, means: NonNullable<Line["means"]>[string] | undefined): Value {
  if (means === undefined || value === undefined) return value;
  return means === "duration" ? durationOf(Number(value)) : means[`${value}`];
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
  ["ms", 1],
] as const;

/** In the largest unit that counts it whole. */
function durationOf(ms: number): string | undefined {
  const fits = UNITS.find(([, size]) => ms > 0 && ms % size === 0);
  return fits && `${ms / fits[1]}${fits[0]}`;
}

/** A switch is there or not; an option that is empty is still to be filled in, one without a value is left out. */
function optionOf(value: Value, name: string, flag: string): string[] {
  if (typeof value === "boolean") return value ? [flag] : [];
  return value === undefined ? [] : [flag, wordOf(value) ?? capitals(name)];
}

const PLAIN = /^[A-Za-z0-9._:/,=@%+-]+$/;

/** As a shell reads it as one word. */
function wordOf(value: Value): string | undefined {
  const text = `${value ?? ""}`.trim();
  if (text === "") return undefined;
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** `apiKey` as `API_KEY`. */
function capitals(name: string): string {
  return name.replaceAll(/[A-Z]/g, "_$&").toUpperCase();
}
