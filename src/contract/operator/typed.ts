/**
 * How a parameter of the operator is typed on the command line: as a word behind the command, as an option, or not at all, which
 * is then said with its reason. A parameter without one of the three does not compile. The help, the request that a
 * command sends and the lines that the operator's page shows follow from it.
 */
import type { Parameter } from "../parameter.ts";

/** How the typed text becomes the value, where it is not sent as it is. */
export type TypedForm =
  | "capitals"
  | "days"
  | "duration"
  | "moment"
  | "tiers"
  /** Words of the command line for values of the API. */
  | { readonly called: string; readonly means: Readonly<Record<string, string | boolean>> };

export interface TypedWord {
  readonly kind: "word";
  /** In capitals, as the help has it. */
  readonly word: string;
  readonly as?: TypedForm | undefined;
}

export type Flag = `--${string}`;

export interface TypedOption {
  readonly kind: "option";
  readonly flag: Flag;
  /** What stands behind it, in capitals; without one it is a switch. */
  readonly value?: string | undefined;
  readonly says: string;
  /** What holds without it, in words; a command that changes what there is does not tell it. */
  readonly usual?: string | undefined;
  readonly as?: TypedForm | undefined;
  /** What is meant where nothing is typed, in the words of the command line. */
  readonly otherwise?: string | undefined;
  /** The command line draws one where none is typed. */
  readonly isDrawn?: true | undefined;
  /** The help tells it before the others. */
  readonly isFirst?: true | undefined;
}

interface Untyped {
  readonly kind: "untyped";
  readonly why: string;
}

type Typed = TypedWord | TypedOption | Untyped;

/** A parameter, with what the command line has of it. */
export interface TypedParameter<T> extends Parameter<T> {
  readonly typed: Typed;
}

export type TypedTable = Readonly<Record<string, TypedParameter<unknown>>>;

/** A word behind the command, by its place among the others. */
export function at<T>(word: string, parameter: Parameter<T>, as?: TypedForm): TypedParameter<T> {
  return { ...parameter, typed: { kind: "word", word, as } };
}

type OptionTerms = Pick<TypedOption, "usual" | "as" | "otherwise" | "isDrawn" | "isFirst">;

/** `--scale N`; a switch has no value. */
export function option<T>(
  written: Flag,
  says: string,
  parameter: Parameter<T>,
  terms: OptionTerms = {},
): TypedParameter<T> {
  const [flag, value] = written.split(" ") as [Flag, string?];
  return { ...parameter, typed: { kind: "option", flag, value, says, ...terms } };
}

/** Not on the command line. */
export function untyped<T>(why: string, parameter: Parameter<T>): TypedParameter<T> {
  return { ...parameter, typed: { kind: "untyped", why } };
}
