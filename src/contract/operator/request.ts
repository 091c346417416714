/**
 * A request of the operator, told once: where it is sent, what it takes, what it answers, and by which words it is typed. It is
 * data: the route that serves it, the command, the line on the operator's page, the help and the documents are made from it.
 */
import type { Shape } from "../field.ts";
import type { AnyCodeName } from "./codes.ts";
import type { TypedTable } from "./typed.ts";

/** What the documents are ordered by. */
export const OPERATOR_TAGS = {
  users: "Users and their API keys, and what one user has and does.",
  money: "Money in and out: of what users have free, and of the funds of the exchange.",
  catalogue: "Assets, symbols and their fees. Nothing of them is ever removed.",
  contracts: "Perpetual contracts. Like symbols they are never removed.",
  lending: "Loans, the levels of margin accounts, index prices, and what insures the exchange.",
  orders: "Open orders of any user.",
  bans: "Addresses that the public listener keeps out for a while.",
  sandbox: "What only a sandbox has: fault rules, a manual clock, saved states, a past.",
  watching: "How the exchange is, what it decided, and that its sums add up.",
} as const;

export type OperatorTag = keyof typeof OPERATOR_TAGS;

/** What the documents say of it; no request that is served touches it. */
export interface OperatorAbout<R = unknown> {
  /** The name that programs know it by. */
  readonly operation: string;
  readonly tag: OperatorTag;
  readonly summary: string;
  readonly description?: string;
  /** The body of a 200, its fields in the order of the wire. */
  readonly reply: Shape<R>;
  /** The refusals of its own, besides those of every route of its kind. */
  readonly codes?: readonly AnyCodeName[];
  /** A command has an outcome that may stay unknown. */
  readonly waitsFor?: "command";
}

/** OPER-ASK-1: a command that cannot be undone asks first. */
export interface AskedFirst {
  /** What is typed again: "the name of the symbol". */
  readonly says: string;
  /** The parameter whose value it is, the first of them that is given, or the data directory. */
  readonly of: readonly string[] | "directory";
  /** The question where none of several is given. */
  readonly asks?: string;
  /** What no other command brings back. */
  readonly gone: string;
}

/** The words by which a request is typed. */
export interface TypedCommand<W extends string = string> {
  /** The command, without `bourse`. */
  readonly words: W;
  readonly says: string;
  readonly asksFirst?: AskedFirst;
  /** Parameters that the words themselves say. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Parameters that another command of the same request takes. */
  readonly without?: readonly string[];
  /** It changes what there is: what is not typed stays, and no default is told. */
  readonly isChange?: true;
}

export interface DeclaredRequest<
  P extends TypedTable = TypedTable,
  R = unknown,
  W extends string = string,
> {
  readonly method: "GET" | "POST";
  /** Behind the prefix that all paths of the operator have. */
  readonly path: string;
  readonly parameters: P;
  readonly about: OperatorAbout<R>;
  /** Most requests have one command; those that only a program sends have none. */
  readonly commands: readonly TypedCommand<W>[];
}

export function request<P extends TypedTable, R, const W extends string>(
  declared: DeclaredRequest<P, R, W>,
): DeclaredRequest<P, R, W> {
  return declared;
}

/** What a request that changes one thing in one of a few ways says of each way. */
export type OperationWords = Pick<OperatorAbout, "operation" | "summary" | "description">;
