/** A fault rule: what it may be, and why one is refused. Rules SANDBOX-FAULT-4, SANDBOX-FAULT-6, SANDBOX-FAULT-9. */

import {
  CHANCE_DEFAULT,
  type FaultKind,
  LATENCY_MS_MAX,
} from "../../contract/operator/sandbox/fault-words.ts";
import { Draws } from "../../core/base/draws.ts";
import { RATE_ONE, RATE_ONE_BIG } from "../../core/money/rate.ts";
import { hasDelay, isMessageKind, isRequestKind } from "./fault-kinds.ts";
import { isOfStream } from "./fault-target.ts";

/** SANDBOX-FAULT-6 */
export const FAULT_RULES_MAX = 100;
export const SEED_MAX = 2 ** 32 - 1;

/** A rule as it is asked for. */
export interface FaultRuleAsk {
  /** `POST /sapi/v1/order`, a path for all its methods, or `*`; `WS my.orders`, `WS depth` or `WS *`. */
  readonly route: string;
  readonly kind: FaultKind;
  /** The user whose requests and connections it is about; without one, all users. */
  readonly user?: number | undefined;
  /** Only for a kind that has a length. */
  readonly delayMs?: number | undefined;
  /** SANDBOX-FAULT-15: the user who trades before a cancel. */
  readonly by?: number | undefined;
  /** How likely it strikes, in 10^-8; without one, always. */
  readonly chance?: number | undefined;
  /** Without one it is the rule's id. */
  readonly seed?: number | undefined;
  /** How many times it strikes before it is gone; without one, it stays. */
  readonly count?: number | undefined;
}

export interface FaultRule extends FaultRuleAsk {
  readonly id: number;
  readonly chance: number;
  readonly seed: number;
  /** How many requests or messages it was asked about, and how many of them it struck. */
  readonly asked: number;
  readonly struck: number;
}

export type FaultRuleReject =
  | "route_not_found"
  | "channel_not_found"
  | "kind_of_requests"
  | "kind_of_messages"
  | "kind_of_reads"
  | "kind_of_cancels"
  | "trader_missing"
  | "trader_of_another_kind"
  | "latency_out_of_range"
  | "latency_of_another_kind"
  | "chance_out_of_range"
  | "seed_out_of_range"
  | "count_out_of_range"
  | "too_many_rules";

/** SANDBOX-FAULT-6: what no rule may be. */
export function problemOf(ask: FaultRuleAsk): FaultRuleReject | undefined {
  const { route, kind, delayMs = 0, chance = CHANCE_DEFAULT, seed = 0, count = 1 } = ask;
  // SANDBOX-FAULT-9
  if (isOfStream(route) && !isMessageKind(kind)) return "kind_of_requests";
  if (!isOfStream(route) && !isRequestKind(kind)) return "kind_of_messages";
  if (hasDelay(kind) && !isWholeIn(delayMs, 1, LATENCY_MS_MAX)) return "latency_out_of_range";
  if (!hasDelay(kind) && ask.delayMs !== undefined) return "latency_of_another_kind";
  if (kind === "fill-before-cancel" && ask.by === undefined) return "trader_missing";
  if (kind !== "fill-before-cancel" && ask.by !== undefined) return "trader_of_another_kind";
  if (!isWholeIn(chance, 1, RATE_ONE)) return "chance_out_of_range";
  if (!isWholeIn(seed, 0, SEED_MAX)) return "seed_out_of_range";
  if (!isWholeIn(count, 1, Number.MAX_SAFE_INTEGER)) return "count_out_of_range";
  return undefined;
}

function isWholeIn(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** SANDBOX-FAULT-4: whether the rule strikes at its n-th question. */
export function strikesAt({ seed, chance }: FaultRule, asked: number): boolean {
  return new Draws(seed, asked).below(DRAWS) < thresholdOf(chance);
}

/** How many numbers there are to draw: all that a word holds, so that each is as likely. */
const DRAWS = 2 ** 32;

/** How many of all draws the rule strikes at. */
function thresholdOf(chance: number): number {
  return Number((BigInt(chance) * BigInt(DRAWS)) / RATE_ONE_BIG);
}
