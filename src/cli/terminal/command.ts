/**
 * What a command of the command line is. Its arguments and options are declared as data: they are
 * read by it, and the help is written from it, so the help cannot lie.
 */

import type { ProgressUnit } from "../../app/instance/progress-line.ts";
import type { Environment } from "../../app/settings/config.ts";
import type { OnProgress } from "../../core/base/progress.ts";
import { demandRetyped, type Questions, type Retyped, YES, yesOption } from "./consent.ts";
import { UsageError } from "./usage.ts";

export interface Option {
  /** The value behind the option, in capitals; without one it is a switch. */
  readonly value?: string;
  readonly says: string;
  readonly isRequired?: true;
}

export type Options = Readonly<Record<`--${string}`, Option>>;

/** The option `--json` of a command that works without a server. */
export const JSON_OPTION = {
  "--json": { says: "print the result as one line of JSON" },
} as const satisfies Options;

/** Where a command writes, asks, and reads what no flag says. */
export interface Terminal extends Questions {
  out(line: string): void;
  err(line: string): void;
  /** A long work begins; absent where there is no terminal. */
  progress?(title: string, unit: ProgressUnit): OnProgress;
  readonly environment?: Environment;
}

export interface CliCommand {
  /** The name: one word or two. */
  readonly name: string;
  readonly says: string;
  readonly takes: readonly string[];
  readonly options: Options;
  /** Of one that cannot be undone: what is typed again on a terminal (OPER-ASK-1). */
  readonly retyped?: string;
  /** What no other command brings back then. */
  readonly gone?: string;
  run(args: readonly string[], terminal: Terminal): Promise<void>;
}

/** Arguments by their names in capitals, options by theirs; a switch that is set is "". */
export type Values<T extends readonly string[], O extends Options> = {
  readonly [K in T[number]]: string;
} & {
  readonly [K in keyof O]: O[K] extends { isRequired: true } ? string : string | undefined;
};

interface Declared<T extends readonly string[], O extends Options> {
  readonly name: string;
  readonly says: string;
  readonly takes: T;
  readonly options: O;
  /** The command cannot be undone: it wants `--yes`, or this typed again (OPER-ASK-1). */
  readonly retyped?: Retyped<Values<T, O>> | undefined;
  run(values: Values<T, O>, terminal: Terminal): Promise<void>;
}

export function command<const T extends readonly string[], const O extends Options>(
  declared: Declared<T, O>,
): CliCommand {
  const { name, says, takes, retyped } = declared;
  const options = retyped ? { ...yesOption(retyped.says), ...declared.options } : declared.options;
  return {
    name,
    says,
    takes,
    options,
    ...(retyped && { retyped: retyped.says, gone: retyped.gone }),
    run: async (args, terminal) => {
      const read = readArguments({ name, takes, options }, args);
      const values = read as Values<T, O>;
      if (retyped && read[YES] === undefined) {
        await demandRetyped({ name, says }, retyped.of(values, terminal.environment), terminal);
      }
      await declared.run(values, terminal);
    },
  };
}

export type CommandShape = Pick<CliCommand, "name" | "takes" | "options">;

/** `user add NAME`, with the options that must be given, and a word for the others. */
export function usageOf({ name, takes, options }: CommandShape): string {
  const all = Object.entries(options);
  const needed = all.filter(([, { isRequired }]) => isRequired);
  const others = all.length > needed.length ? ["[OPTIONS]"] : [];
  return [name, ...takes, ...needed.map(([flag, option]) => flagOf(flag, option)), ...others].join(
    " ",
  );
}

export function flagOf(flag: string, { value }: Option): string {
  return value === undefined ? flag : `${flag} ${value}`;
}

type Read = Record<string, string>;

function readArguments(shape: CommandShape, args: readonly string[]): Read {
  const { places, read } = sortArguments(shape, args);
  if (places.length > shape.takes.length) throw wrongly(shape);
  const missing = [...shape.takes.slice(places.length), ...missingOptions(shape, read)];
  if (missing.length > 0) throw wrongly(shape, sayMissing(missing));
  for (const [at, name] of shape.takes.entries()) read[name] = places[at] ?? "";
  return read;
}

function missingOptions({ options }: CommandShape, read: Read): string[] {
  const needed = Object.entries(options).filter(([, { isRequired }]) => isRequired);
  return needed.map(([flag]) => flag).filter((flag) => read[flag] === undefined);
}

/** All of them at once, so that the user types the line again only once. */
function sayMissing(names: readonly string[]): string {
  if (names.length === 1) return `${names[0]} is missing`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are missing`;
}

/** `--scale 8` and `--scale=8` both; a number below zero is no flag. */
function sortArguments(
  shape: CommandShape,
  args: readonly string[],
): { places: readonly string[]; read: Read } {
  const places: string[] = [];
  const read: Read = Object.create(null);
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (!arg.startsWith("--")) {
      places.push(arg);
      continue;
    }
    const [flag = "", ...inline] = arg.split(/=(.*)/s, 2);
    const option = Object.hasOwn(shape.options, flag) && shape.options[flag as `--${string}`];
    if (!option) throw wrongly(shape, `there is no option ${flag}`);
    if (read[flag] !== undefined) throw wrongly(shape, `${flag} is given twice`);
    read[flag] = option.value === undefined ? "" : (inline[0] ?? args[++at] ?? "");
    const isWrong = option.value === undefined ? inline.length > 0 : isNoValue(read[flag]);
    const problem =
      option.value === undefined ? "takes no value" : `needs ${option.value}: ${option.says}`;
    if (isWrong) throw wrongly(shape, `${flag} ${problem}`);
  }
  return { places, read };
}

function isNoValue(written: string | undefined): boolean {
  return !written || written.startsWith("--");
}

function wrongly(shape: CommandShape, problem?: string): UsageError {
  const usage = `usage: bourse ${usageOf(shape)}; --help says more`;
  return new UsageError(problem === undefined ? usage : `${problem} (${usage})`);
}
