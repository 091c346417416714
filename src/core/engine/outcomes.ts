/**
 * What becomes of a command, by its type: its answer, its refusals and its events, as they stand in its
 * declaration. The rooms around the engine name commands and outcomes with these types, and the handlers are
 * held against them.
 */

import type { CommandContext } from "../base/command-context.ts";
import type { Outcome } from "../base/outcome.ts";
import type { CommandOf, DeclaredAnswer, DeclaredReject } from "../base/records/command.ts";
import type { Command, TABLES } from "./codec.ts";
import type { ExchangeEvent } from "./events.ts";
import type { ExchangeState } from "./state.ts";

type Table = (typeof TABLES)[number];

/** CORE-DIR-1: any command but the first record is refused while the directory is not open. */
type UnopenedReject<Type> = Type extends "OpenDirectory" ? never : "directory_not_open";

type Commands = { readonly [T in Table as T["type"]]: CommandOf<T> };
type Answers = { readonly [T in Table as T["type"]]: DeclaredAnswer<T> };
type Rejects = {
  readonly [T in Table as T["type"]]: DeclaredReject<T> | UnopenedReject<T["type"]>;
};

/** The command of a type. */
export type CommandNamed<Type extends Command["type"]> = Commands[Type];
export type AnswerOf<C extends Command> = Answers[C["type"]];
export type RejectOf<C extends Command> = Rejects[C["type"]];
export type OutcomeOf<C extends Command> = Outcome<AnswerOf<C>, RejectOf<C>>;

/** Every reason of a refusal. */
export type Reject = RejectOf<Command>;

/** A command that a user signed. */
export type UserCommand = Extract<Command, { readonly user: number; readonly key: number }>;
/** A command that came with a request of the operator, or of the program on behalf of the operator. */
export type OperatorCommand = Exclude<Extract<Command, { readonly request: number }>, UserCommand>;
/** A command that the exchange writes itself: it came with no request. */
export type LogCommand = Exclude<Command, { readonly request: number }>;

/** A handler makes the checks of its command, then its changes. */
export type Handler<C extends Command> = (
  state: ExchangeState,
  command: C,
  context: CommandContext<ExchangeEvent>,
) => OutcomeOf<C>;

/** One handler for each of the commands; one that gives another answer or refusal does not compile. */
export type Handlers<C extends Command> = {
  readonly [Type in C["type"]]: Handler<CommandNamed<Type>>;
};
