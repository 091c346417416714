/**
 * From a request of the operator to the command that sends it: its words, options and help, and the parameters that were typed. All
 * of it follows from the declaration, so the command line has no parameter, no default and no text of its own.
 */
import { randomUUID } from "node:crypto";
import type { DeclaredRequest, TypedCommand } from "../../contract/operator/request.ts";
import type {
  Flag,
  TypedOption,
  TypedParameter,
  TypedWord,
} from "../../contract/operator/typed.ts";
import type { Option, Options } from "../terminal/command.ts";
import { UsageError } from "../terminal/usage.ts";
import { readingOf } from "./typed-forms.ts";

/** What was typed: words by their names in capitals, options by their flags. */
export type TypedValues = Readonly<Record<string, string | undefined>>;

export function commandOf<W extends string>(
  { commands }: DeclaredRequest<object & DeclaredRequest["parameters"], unknown, W>,
  words: W,
): TypedCommand<W> {
  const found = commands.find((command) => command.words === words);
  if (!found) throw new Error(`no request is typed as ${words}`);
  return found;
}

type Entry<T> = readonly [name: string, parameter: TypedParameter<unknown>, typed: T];

/** The parameters that a command takes, in the order of their declaration. */
function entriesOf<K extends "word" | "option">(
  { parameters }: DeclaredRequest,
  { fixed = {}, without = [] }: TypedCommand,
  kind: K,
) {
  type Found = Entry<K extends "word" ? TypedWord : TypedOption>;
  return Object.entries(parameters).flatMap(([name, parameter]): Found[] => {
    const isTyped = parameter.typed.kind === kind && !(name in fixed) && !without.includes(name);
    return isTyped ? [[name, parameter, parameter.typed as Found[2]]] : [];
  });
}

export function takesOf(request: DeclaredRequest, command: TypedCommand): readonly string[] {
  return [...new Set(entriesOf(request, command, "word").map(([, , { word }]) => word))];
}

export function optionsOf(request: DeclaredRequest, command: TypedCommand): Options {
  const entries = entriesOf(request, command, "option");
  const first = entries.filter(([, , { isFirst }]) => isFirst);
  const ordered = [...first, ...entries.filter((entry) => !first.includes(entry))];
  return Object.fromEntries(
    ordered.map(([, { isRequired }, option]): [Flag, Option] => {
      const { value, otherwise } = option;
      const isNeeded = isRequired && otherwise === undefined;
      const says = saysOf(option, command);
      return [
        option.flag,
        { says, ...(value && { value }), ...(isNeeded && { isRequired: true }) },
      ];
    }),
  );
}

function saysOf({ says, usual }: TypedOption, { isChange }: TypedCommand): string {
  return usual === undefined || isChange ? says : `${says}; ${usual}`;
}

/** The parameters of the request; what was not typed is undefined. */
export function parametersOf(
  request: DeclaredRequest,
  command: TypedCommand,
  typed: TypedValues,
): Readonly<Record<string, unknown>> {
  const words = entriesOf(request, command, "word");
  const said = words.map(([name, , { word, as }]) => {
    return [name, readingOf(as).read(typed[word] ?? "", word)];
  });
  demandUnderstood(words, Object.fromEntries(said), typed);
  const chosen = entriesOf(request, command, "option").map(([name, , option]) => {
    return [name, chosenBy(option, typed[option.flag])];
  });
  const given = { ...command.fixed, ...Object.fromEntries([...said, ...chosen]) };
  // In the order of the declaration, whichever way they were typed.
  const names = Object.keys(request.parameters).filter((name) => name in given);
  return Object.fromEntries(names.map((name) => [name, given[name]]));
}

function chosenBy(
  { flag, value, as, otherwise, isDrawn }: TypedOption,
  typed = otherwise,
): unknown {
  if (value === undefined) return typed !== undefined;
  if (typed !== undefined) return readingOf(as).read(typed, flag);
  return isDrawn ? randomUUID() : undefined;
}

/** A word that may be one of several parameters is at least one of them. */
function demandUnderstood(
  words: readonly Entry<TypedWord>[],
  said: Readonly<Record<string, unknown>>,
  typed: TypedValues,
): void {
  for (const [, , { word }] of words) {
    const same = words.filter(([, , other]) => other.word === word);
    if (same.some(([name]) => said[name] !== undefined)) continue;
    const forms = same.map(([, , { as }]) => readingOf(as).is);
    throw new UsageError(`${forms.join("; ")}; not ${typed[word]}`);
  }
}
