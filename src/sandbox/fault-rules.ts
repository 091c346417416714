/**
 * Fault rules: what goes wrong on purpose, so that a client's handling of it can be tried. They are
 * kept in memory and asked by the public API for each request that its checks let in. Which
 * requests a rule strikes follows from its seed and the requests alone. Rules SANDBOX-FAULT-1 to
 * SANDBOX-FAULT-6.
 */
import { Draws } from "../base/draws.ts";
import { accept, type Outcome, reject } from "../base/outcome.ts";
import type { FaultSource, PlannedFault } from "../http/fault.ts";
import type { Route } from "../http/route.ts";
import { RATE_ONE, RATE_ONE_BIG } from "../money/rate.ts";
import { type FaultKind, faultOf, isLatency } from "./fault-kinds.ts";

/** SANDBOX-FAULT-6 */
export const FAULT_RULES_MAX = 100;
/** Below the time after which the listener cuts a connection without a byte. */
export const LATENCY_MS_MAX = 25_000;
export const SEED_MAX = 2 ** 32 - 1;

/** Every route there is. */
export const ANY_ROUTE = "*";

/** A rule as it is asked for. */
export interface FaultRuleAsk {
  /** `POST /sapi/v1/order`, a path for all its methods, or `*`. */
  readonly route: string;
  readonly kind: FaultKind;
  /** The user whose requests it strikes; without one, all users. */
  readonly user?: number | undefined;
  /** Only for a latency. */
  readonly delayMs?: number | undefined;
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
  /** How many requests it was asked about, and how many of them it struck. */
  readonly asked: number;
  readonly struck: number;
}

export type FaultRuleReject =
  | "route_not_found"
  | "latency_out_of_range"
  | "latency_of_another_kind"
  | "chance_out_of_range"
  | "seed_out_of_range"
  | "count_out_of_range"
  | "too_many_rules";

export interface FaultRulesOptions {
  /** The routes that a rule may name. */
  readonly routes: readonly Pick<Route, "method" | "path">[];
  /** Calls `ring` once after a delay. */
  readonly timer: (delayMs: number, ring: () => void) => unknown;
  /** Called when there are more rules or fewer. */
  readonly onChange?: () => void;
}

type Changing<T> = { -readonly [K in keyof T]: T[K] };

export class FaultRules implements FaultSource {
  readonly #options: FaultRulesOptions;
  #rules: Changing<FaultRule>[] = [];
  #idLast = 0;

  constructor(options: FaultRulesOptions) {
    this.#options = options;
  }

  /** In the order of adding. */
  get list(): readonly FaultRule[] {
    return this.#rules;
  }

  add(ask: FaultRuleAsk): Outcome<FaultRule, FaultRuleReject> {
    const no = problemOf(ask);
    if (no) return reject(no);
    const isKnown = this.#options.routes.some((route) => isNamed(ask.route, route));
    if (!isKnown) return reject("route_not_found"); // SANDBOX-FAULT-2
    if (this.#rules.length === FAULT_RULES_MAX) return reject("too_many_rules"); // SANDBOX-FAULT-6
    const id = ++this.#idLast;
    const { chance = RATE_ONE, seed = id } = ask;
    const rule = { ...ask, id, chance, seed, asked: 0, struck: 0 };
    this.#rules.push(rule);
    this.#options.onChange?.();
    return accept(rule);
  }

  /** False when there is no such rule. */
  remove(id: number): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
    if (this.#rules.length === before) return false;
    this.#options.onChange?.();
    return true;
  }

  /** How many there were. */
  clear(): number {
    const count = this.#rules.splice(0).length;
    this.#options.onChange?.();
    return count;
  }

  next(route: Route, user: number): PlannedFault | undefined {
    const struck = this.strike(route, user);
    return struck && faultOf(struck, waiter(this.#options.timer));
  }

  /** SANDBOX-FAULT-5: the first that strikes, in the order of adding. */
  strike(route: Route, user: number): FaultRule | undefined {
    const struck = this.#rules.find((rule) => isAbout(rule, route, user) && strikes(rule));
    if (!struck) return undefined;
    struck.struck++;
    if (struck.struck === struck.count) this.remove(struck.id);
    return struck;
  }
}

/** Waits with a timer. */
export function waiter(timer: FaultRulesOptions["timer"]): (delayMs: number) => Promise<void> {
  return (delayMs) =>
    new Promise<void>((resolve) => {
      timer(delayMs, resolve);
    });
}

/** SANDBOX-FAULT-6: what no rule may be. */
function problemOf(ask: FaultRuleAsk): FaultRuleReject | undefined {
  const { kind, delayMs = 0, chance = RATE_ONE, seed = 0, count = 1 } = ask;
  if (isLatency(kind) && !isWholeIn(delayMs, 1, LATENCY_MS_MAX)) return "latency_out_of_range";
  if (!isLatency(kind) && ask.delayMs !== undefined) return "latency_of_another_kind";
  if (!isWholeIn(chance, 1, RATE_ONE)) return "chance_out_of_range";
  if (!isWholeIn(seed, 0, SEED_MAX)) return "seed_out_of_range";
  if (!isWholeIn(count, 1, Number.MAX_SAFE_INTEGER)) return "count_out_of_range";
  return undefined;
}

function isWholeIn(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

/** SANDBOX-FAULT-2 */
function isNamed(named: string, { method, path }: Pick<Route, "method" | "path">): boolean {
  return named === ANY_ROUTE || named === path || named === `${method} ${path}`;
}

/** SANDBOX-FAULT-3: a rule with a user is about that user's signed requests. */
function isAbout(rule: FaultRule, route: Route, user: number): boolean {
  return (rule.user === undefined || rule.user === user) && isNamed(rule.route, route);
}

/** SANDBOX-FAULT-4: the n-th request it is asked about always gets the n-th draw of its seed. */
function strikes(rule: Changing<FaultRule>): boolean {
  const drawn = new Draws(rule.seed, rule.asked).below(DRAWS);
  rule.asked++;
  return drawn < thresholdOf(rule.chance);
}

/** How many numbers there are to draw: all that a word holds, so that each is as likely. */
const DRAWS = 2 ** 32;

/** How many of all draws the rule strikes at. */
function thresholdOf(chance: number): number {
  return Number((BigInt(chance) * BigInt(DRAWS)) / RATE_ONE_BIG);
}
