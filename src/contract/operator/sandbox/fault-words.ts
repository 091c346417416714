/** The kinds of fault that a sandbox knows, and the bounds of its rules (SANDBOX-FAULT-1, SANDBOX-FAULT-9). */
import { RATE_ONE } from "../../../core/money/rate.ts";

/** What can happen to a request. */
export const REQUEST_KINDS = [
  "latency",
  "429",
  "418",
  "503",
  "504-executed",
  "504-not-executed",
  "late-reply",
  "stale",
  "fill-before-cancel",
] as const;

/** SANDBOX-FAULT-9: what can happen to a message of a stream. */
export const MESSAGE_KINDS = ["latency", "drop", "skip", "double", "silent", "close"] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];
export type MessageKind = (typeof MESSAGE_KINDS)[number];
export type FaultKind = RequestKind | MessageKind;

export const FAULT_KINDS: readonly FaultKind[] = [
  ...new Set<FaultKind>([...REQUEST_KINDS, ...MESSAGE_KINDS]),
];

/** Below the time after which the listener cuts a connection without a byte. */
export const LATENCY_MS_MAX = 25_000;

/** How likely a rule strikes that says nothing of it: always. */
export const CHANCE_DEFAULT = RATE_ONE;

/** `latency, drop or close` */
export function eitherOf(kinds: readonly FaultKind[]): string {
  return `${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`;
}
