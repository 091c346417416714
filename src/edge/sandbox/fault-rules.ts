/**
 * Fault rules: what goes wrong on purpose, so that a client's handling of it can be tried. They are
 * kept in memory and asked by the public API for each request that its checks let in, and by the streams for each
 * update to each client. What a rule strikes follows from its seed and what it was asked about alone. Rules
 * SANDBOX-FAULT-1 to SANDBOX-FAULT-12.
 */

import { CHANCE_DEFAULT } from "../../contract/operator/sandbox/fault-words.ts";
import { accept, type Outcome, reject } from "../../core/base/outcome.ts";
import type { FaultSource, PlannedFault } from "../http/fault.ts";
import { requestIdOf } from "../http/request.ts";
import type { Route } from "../http/route.ts";
import type { AskedMessage, MessageFaults } from "../ws/message-fault.ts";
import { formatSeq } from "../ws/seq.ts";
import { faultOf, fitsRoute, isMessageKind, isRequestKind, messageFaultOf } from "./fault-kinds.ts";
import {
  FAULT_RULES_MAX,
  type FaultRule,
  type FaultRuleAsk,
  type FaultRuleReject,
  problemOf,
  strikesAt,
} from "./fault-rule.ts";
import {
  isChannelNamed,
  isKnownStream,
  isNamed,
  isOfStream,
  type NamedRoute,
} from "./fault-target.ts";
import { type Strike, Strikes } from "./strikes.ts";

export interface FaultRulesOptions {
  /** The routes that a rule may name. */
  readonly routes: readonly NamedRoute[];
  /** Whether a stream has a channel of this name. */
  readonly hasChannel?: (name: string) => boolean;
  /** The name of a user. */
  readonly nameOf?: (user: number) => string | undefined;
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
  /** How many of them are about streams. */
  #ofStreams = 0;
  /** How many tell what was told before. */
  #ofReads = 0;
  readonly strikes = new Strikes();
  /** SANDBOX-FAULT-9: the rules as the streams ask them. */
  readonly messages: MessageFaults;

  constructor(options: FaultRulesOptions) {
    this.#options = options;
    const isActive = () => this.#ofStreams > 0;
    this.messages = {
      get isActive() {
        return isActive();
      },
      next: (asked) => {
        const struck = this.strikeMessage(asked);
        return struck && isMessageKind(struck.kind)
          ? messageFaultOf({ ...struck, kind: struck.kind })
          : undefined;
      },
    };
  }

  /** SANDBOX-FORK-2: takes over the rules of another exchange, each as far as it has come. */
  takeOver({ list, idLast, strikes }: Pick<FaultRules, "list" | "idLast" | "strikes">): void {
    this.#rules = list.map((rule) => ({ ...rule }));
    this.#idLast = idLast;
    for (const strike of strikes.list) this.strikes.add(strike);
    this.#changed();
  }

  /** The id of the rule that was added last. */
  get idLast(): number {
    return this.#idLast;
  }

  /** In the order of adding. */
  get list(): readonly FaultRule[] {
    return this.#rules;
  }

  /** SANDBOX-FAULT-14 */
  get remembers(): boolean {
    return this.#ofReads > 0;
  }

  /** How many rules are about streams. */
  get ofStreams(): number {
    return this.#ofStreams;
  }

  add(ask: FaultRuleAsk): Outcome<FaultRule, FaultRuleReject> {
    const no = problemOf(ask) ?? this.#unknownOf(ask);
    if (no) return reject(no);
    if (this.#rules.length === FAULT_RULES_MAX) return reject("too_many_rules"); // SANDBOX-FAULT-6
    const id = ++this.#idLast;
    const { chance = CHANCE_DEFAULT, seed = id } = ask;
    const rule = { ...ask, id, chance, seed, asked: 0, struck: 0 };
    this.#rules.push(rule);
    this.#changed();
    return accept(rule);
  }

  #unknownOf({ route: target, kind }: FaultRuleAsk): FaultRuleReject | undefined {
    const { routes, hasChannel = () => false } = this.#options;
    if (isOfStream(target)) {
      return isKnownStream(target, hasChannel) ? undefined : "channel_not_found"; // SANDBOX-FAULT-8
    }
    // SANDBOX-FAULT-2
    const named = routes.filter((route) => isNamed(target, route));
    if (named.length === 0) return "route_not_found";
    if (named.some((route) => fitsRoute(kind, route))) return undefined;
    return kind === "stale" ? "kind_of_reads" : "kind_of_cancels";
  }

  #changed(): void {
    this.#ofStreams = this.#rules.filter(({ route }) => isOfStream(route)).length;
    this.#ofReads = this.#rules.filter(({ kind }) => kind === "stale").length;
    this.#options.onChange?.();
  }

  /** False when there is no such rule. */
  remove(id: number): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
    if (this.#rules.length === before) return false;
    this.#changed();
    return true;
  }

  /** How many there were. */
  clear(): number {
    const count = this.#rules.splice(0).length;
    this.#changed();
    return count;
  }

  next(route: Route, user: number, request = 0, hasEarlier = false): PlannedFault | undefined {
    const struck = this.strike(route, user, request, hasEarlier);
    if (!struck || !isRequestKind(struck.kind)) return undefined;
    const told = (note: string) => this.noteCrossed(struck, user, request, note);
    return faultOf({ ...struck, kind: struck.kind }, { wait: waiter(this.#options.timer), told });
  }

  /** SANDBOX-FAULT-3: a rule with a user is about that user's signed requests. */
  strike(route: Route, user: number, request = 0, hasEarlier = false): FaultRule | undefined {
    const struck = this.#first((rule) => {
      const isAbout = isOf(rule, user) && isNamed(rule.route, route) && fitsRoute(rule.kind, route);
      return isAbout && (hasEarlier || rule.kind !== "stale");
    });
    // What came of a crossed cancel is known later.
    const isKnown = struck && struck.kind !== "fill-before-cancel";
    if (isKnown) this.#note(struck, user, { request: requestIdOf(request) });
    return struck;
  }

  /** SANDBOX-FAULT-15: a cancel was crossed, or could not be. */
  noteCrossed(rule: StruckRule, user: number, request: number, note: string): void {
    this.#note(rule, user, { request: requestIdOf(request), note });
  }

  /** SANDBOX-FAULT-8: a rule with a user is about the connections that logged in as that user. */
  strikeMessage({ channel, user, seq, prev }: AskedMessage): FaultRule | undefined {
    const struck = this.#first((rule) => isOf(rule, user) && isChannelNamed(rule.route, channel));
    if (struck) {
      this.#note(struck, user, { channel, seq: formatSeq(seq), prev: formatSeq(prev) });
    }
    return struck;
  }

  /** SANDBOX-FAULT-5: the first that strikes, in the order of adding. */
  #first(isAbout: (rule: FaultRule) => boolean): FaultRule | undefined {
    const struck = this.#rules.find((rule) => isAbout(rule) && strikesAt(rule, rule.asked++));
    if (!struck) return undefined;
    struck.struck++;
    if (struck.struck === struck.count) this.remove(struck.id);
    return struck;
  }

  /** SANDBOX-FAULT-12 */
  #note(rule: StruckRule, user: number, what: Partial<Strike>): void {
    const name = user === 0 ? undefined : (this.#options.nameOf?.(user) ?? `user ${user}`);
    this.strikes.add({
      time: new Date().toISOString(),
      rule: rule.id,
      route: rule.route,
      kind: rule.kind,
      ...(name !== undefined && { user: name }),
      ...(rule.delayMs !== undefined && { ms: rule.delayMs }),
      ...what,
    });
  }
}

/** What a note tells of a rule. */
export type StruckRule = Pick<FaultRule, "id" | "route" | "kind" | "delayMs">;

function isOf({ user }: FaultRule, asked: number): boolean {
  return user === undefined || user === asked;
}

/** Waits with a timer. */
export function waiter(timer: FaultRulesOptions["timer"]): (delayMs: number) => Promise<void> {
  return (delayMs) =>
    new Promise<void>((resolve) => {
      timer(delayMs, resolve);
    });
}
