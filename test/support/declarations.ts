/**
 * The declarations of all commands, as tests ask about them: which commands there are, why each may be
 * rejected, and which events may come of it.
 */
import { type Command, TABLES } from "../../src/core/engine/codec.ts";
import { FOLLOWING_EVENTS } from "../../src/core/engine/engine.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import type { Reject } from "../../src/core/engine/outcomes.ts";

interface Declared {
  readonly type: Command["type"];
  readonly rejects: readonly Reject[];
  readonly events: readonly ExchangeEvent["type"][];
}

export const DECLARATIONS: readonly Declared[] = TABLES;

export const COMMAND_TYPES: readonly Command["type"][] = DECLARATIONS.map(({ type }) => type);

/** CORE-DIR-1: any command but the first record is refused while the directory is not open. */
const UNOPENED: Reject = "directory_not_open";

/** Why a command may be rejected. */
export const REJECTS: ReadonlyMap<Command["type"], ReadonlySet<Reject>> = new Map(
  DECLARATIONS.map(({ type, rejects }) => [
    type,
    new Set(type === "OpenDirectory" ? rejects : [...rejects, UNOPENED]),
  ]),
);

/** Every reason of a refusal, in the order of the alphabet. */
export const REASONS: readonly Reject[] = [
  ...new Set([...REJECTS.values()].flatMap((rejects) => [...rejects])),
].sort((one, other) => (one < other ? -1 : 1));

/** The events that may come of a command: those of its handler, and what may follow from any. */
export const EVENTS: ReadonlyMap<Command["type"], ReadonlySet<ExchangeEvent["type"]>> = new Map(
  DECLARATIONS.map(({ type, events }) => [type, new Set([...events, ...FOLLOWING_EVENTS])]),
);
