/**
 * The commands about the log and its time: what the directory is, the hour's tick, the record that
 * passes over a command which faulted, and the one that names the saved state a log begins at. Rules
 * CORE-DIR-1, CORE-TICK-1, LOG-VOID-1, SANDBOX-STATE-2.
 */

import { accept, reject } from "../base/outcome.ts";
import { answers, type CommandOf, command, type DeclaredOutcome } from "../base/records/command.ts";
import { foldNumber, foldText } from "../base/records/digest.ts";
import { oneOf, raw, text, uint } from "../base/records/record.ts";
import { RULES } from "./rule-versions.ts";
import type { ExchangeState } from "./state.ts";

export const FORMAT = 1;
export const HOUR_MS = 3_600_000;

export const OpenDirectory = command("OpenDirectory", 1, {
  fields: { kind: oneOf("production", "sandbox"), format: uint, rules: uint },
  answer: answers<{ kind: string }>(),
  rejects: ["directory_already_open", "format_not_supported"],
  events: [],
});
export type OpenDirectory = CommandOf<typeof OpenDirectory>;
export const HourTick = command("HourTick", 2, {
  fields: { hourMs: uint },
  answer: answers<{ hourMs: number }>(),
  rejects: ["tick_not_due"],
  events: [],
});
export type HourTick = CommandOf<typeof HourTick>;
/** A replay reads this record ahead; when it is applied itself it does nothing. */
export const VoidCommand = command("VoidCommand", 3, {
  fields: { position: uint },
  answer: answers<{ position: number }>(),
  rejects: [],
  events: [],
});
export type VoidCommand = CommandOf<typeof VoidCommand>;

/** SANDBOX-STATE-2: the first record of a log that begins at a saved state names it. */
export const LoadState = command("LoadState", 8, {
  fields: { name: text, stateHash: raw, request: uint },
  answer: answers<{ name: string }>(),
  rejects: ["not_a_sandbox"],
  events: [],
});
export type LoadState = CommandOf<typeof LoadState>;

/** CORE-DIR-1: the first record, once. */
export function openDirectory(
  state: ExchangeState,
  { kind, format, rules }: OpenDirectory,
  timeMs: number,
): DeclaredOutcome<typeof OpenDirectory> {
  if (state.kind !== "unopened") return reject("directory_already_open");
  if (format !== FORMAT || rules > RULES) return reject("format_not_supported");

  state.kind = kind;
  state.format = format;
  state.rules = rules;
  state.hourMs = timeMs - (timeMs % HOUR_MS);
  foldNumber(state.digest, format);
  return accept({ kind });
}

/**
 * CORE-TICK-1: only the next full hour, and not before its time, so each hour ticks once. What an hour brings
 * (funding, interest, risk) follows in `followUp` of engine.ts.
 */
export function tickHour(
  state: ExchangeState,
  { hourMs }: HourTick,
  timeMs: number,
): DeclaredOutcome<typeof HourTick> {
  if (hourMs !== state.hourMs + HOUR_MS || hourMs > timeMs) return reject("tick_not_due");

  state.hourMs = hourMs;
  foldNumber(state.digest, hourMs);
  return accept({ hourMs });
}

/** SANDBOX-STATE-2: the state is loaded already; this command gives its name. */
export function loadState(
  state: ExchangeState,
  { name }: LoadState,
): DeclaredOutcome<typeof LoadState> {
  if (state.kind !== "sandbox") return reject("not_a_sandbox");

  foldText(state.digest, name);
  return accept({ name });
}
