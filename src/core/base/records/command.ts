/**
 * One declaration per command: its fields in the log with their versions, why it may be rejected, what it
 * answers with and which events its handler may write. Codec, types, tables of codes and the simulation's
 * lists are made from it, or checked against it. The notes for the bundler are those of record.ts.
 */

import type { Outcome } from "../outcome.ts";
import { compileHasAny, compileReader, compileWriter } from "./compile-record.ts";
import type { Field, FieldValue, RecordFields, RecordOf } from "./record.ts";

/** One version of a command's bytes. */
export interface Version<C> extends Field<C> {
  readonly version: number;
}

/** Stands for the type of an answer; there is no value behind it. */
export interface AnswerType<Answer> {
  readonly of?: Answer;
}

/** A command's declaration: its name, its number in the log, and its versions, the first one first. */
export interface Declaration<
  Type extends string,
  Command,
  Answer,
  Reason extends string,
  Event extends string,
> {
  readonly type: Type;
  readonly code: number;
  readonly versions: readonly Version<Command>[];
  /** The first version that holds all that the command has: bytes of earlier versions stay as they were. */
  versionFor(command: Command): Version<Command>;
  readonly answer: AnswerType<Answer>;
  readonly rejects: readonly Reason[];
  readonly events: readonly Event[];
}

export type CommandOf<D> =
  D extends Declaration<string, infer Command, unknown, string, string> ? Command : never;

export type DeclaredAnswer<D> = D extends { readonly answer: AnswerType<infer Answer> }
  ? Answer
  : never;

export type DeclaredReject<D> = D extends { readonly rejects: readonly (infer Reason)[] }
  ? Reason
  : never;

/** What the handler of a command returns. */
export type DeclaredOutcome<D> = Outcome<DeclaredAnswer<D>, DeclaredReject<D>>;

/** What a command's declaration says. */
interface Declared<
  Fields extends RecordFields,
  Added extends readonly RecordFields[],
  Answer,
  Reason extends string,
  Event extends string,
> {
  readonly fields: Fields;
  /**
   * Fields that came with the second version, the third and so on. A command is written as the first version
   * that has all of its fields, and one that is read from there has no others.
   */
  readonly added?: Added;
  readonly answer: AnswerType<Answer>;
  /** Why the command may be rejected, in the order of the checks where there is one. */
  readonly rejects: readonly Reason[];
  /** The events that its handler may write; what follows from any command is not repeated here. */
  readonly events: readonly Event[];
}

type CommandRecord<
  Type extends string,
  Fields extends RecordFields,
  Added extends readonly RecordFields[],
> = { readonly type: Type } & RecordOf<Fields> & AddedFields<Added>;

type AddedFields<Added extends readonly RecordFields[]> = Added extends readonly [
  infer First,
  ...infer Rest extends readonly RecordFields[],
]
  ? { readonly [K in keyof First]?: FieldValue<First[K]> } & AddedFields<Rest>
  : unknown;

/* @__NO_SIDE_EFFECTS__ */
export function command<
  Type extends string,
  Fields extends RecordFields,
  Answer,
  Reason extends string,
  Event extends string,
  const Added extends readonly RecordFields[] = [],
>(
  type: Type,
  code: number,
  { fields, added, answer, rejects, events }: Declared<Fields, Added, Answer, Reason, Event>,
): Declaration<Type, CommandRecord<Type, Fields, Added>, Answer, Reason, Event> {
  type Command = CommandRecord<Type, Fields, Added>;
  const groups: readonly RecordFields[] = added ?? [];
  const first = versionOf<Command>(1, type, fields);
  const said = { type, code, answer, rejects, events };
  if (groups.length === 0) return { ...said, versions: [first], versionFor: () => first };
  const later = groups.map((group, at) => {
    const all = Object.assign({}, fields, ...groups.slice(0, at + 1));
    return { hasAny: compileHasAny(group), version: versionOf<Command>(at + 2, type, all) };
  });
  const newestFirst = later.toReversed();
  const versionFor = (given: Command) => {
    for (const { hasAny, version } of newestFirst) if (hasAny(given)) return version;
    return first;
  };
  return { ...said, versions: [first, ...later.map(({ version }) => version)], versionFor };
}

/** Says the type of a command's answer in its declaration. */
/* @__NO_SIDE_EFFECTS__ */
export function answers<Answer>(): AnswerType<Answer> {
  return NO_VALUE;
}

const NO_VALUE = {};

function versionOf<C>(version: number, type: string, fields: RecordFields): Version<C> {
  return { version, write: compileWriter(fields), read: compileReader<C>(fields, type) };
}
