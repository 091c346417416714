/**
 * Exchanges that get the same commands and must do the same. One looks at every account with debt
 * and every user in futures after every command: bounds spare work and change nothing (MARG-WATCH-1,
 * FUT-WATCH-1). In the other the users came in another order: which accounts a price ruins, and at what cost,
 * does not depend on it (MARG-LIQ-8). That one is for runs without futures, where cross accounts
 * are assessed by user id (FUT-RISK-3).
 */

import type { Digest } from "../../src/core/base/records/digest.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { apply } from "../../src/core/engine/engine.ts";
import type { ExchangeEvent } from "../../src/core/engine/events.ts";
import { allContractAccounts } from "../../src/core/engine/futures/contract-account.ts";
import { reassess } from "../../src/core/engine/futures/watch.ts";
import type { ExchangeState } from "../../src/core/engine/state.ts";
import { substanceOf } from "../support/substance.ts";
import { NAMES } from "./crowd/market.ts";
import { eventText, moneyText, textOf } from "./plain-text.ts";
import { claim } from "./referee/claim.ts";

/** What a command did: its outcome and its events. */
export interface Done {
  readonly outcome: string;
  readonly events: readonly string[];
}

type Outcome = ReturnType<typeof apply>;

/** The answer of a command, without the id of a new user, which says nothing. */
export function outcomeText(state: ExchangeState, command: Command, outcome: Outcome): string {
  if (!outcome.ok) return `${outcome.reason} ${outcome.had} ${outcome.needed}`;
  return command.type === "AddUser" ? "added" : textOf(state, outcome.answer);
}

export function isSameDigest(one: Digest, other: Digest): boolean {
  return one[0] === other[0] && one[1] === other[1];
}

interface Applied {
  readonly command: Command;
  readonly timeMs: number;
  /** Whole events, or their types alone. */
  readonly isWhole: boolean;
}

function applyTo(state: ExchangeState, { command, timeMs, isWhole }: Applied) {
  const events: ExchangeEvent[] = [];
  const outcome = apply(state, command, { timeMs, events });
  const texts = events.map((event) => (isWhole ? eventText(state, event) : event.type));
  const done: Done = { outcome: outcomeText(state, command, outcome), events: texts };
  return { events, done };
}

/** MARG-WATCH-1, FUT-WATCH-1 */
export class AttentiveTwin {
  private readonly state: ExchangeState;
  private readonly isWhole: boolean;
  private done: Done = { outcome: "", events: [] };

  /** Does it compare whole events, or their types and the digests? */
  constructor(state: ExchangeState, isWhole: boolean) {
    this.state = state;
    this.isWhole = isWhole;
  }

  /** Carries the command out before the real exchange does, and tells what comes of it. */
  apply(command: Command, timeMs: number): readonly ExchangeEvent[] {
    const { margin } = this.state;
    for (const account of margin.accounts.values()) {
      const isWatched = account && account.debts.length > 0 && !account.isLiquidating;
      if (isWatched) margin.touched.add(account.user);
    }
    // FUT-WATCH-1
    for (const contractAccount of allContractAccounts(this.state.futures))
      reassess(this.state.futures, contractAccount);
    const { isWhole } = this;
    const { events, done } = applyTo(this.state, { command, timeMs, isWhole });
    this.done = done;
    return events;
  }

  compare(real: ExchangeState, done: Done): void {
    const own = this.done;
    claim(
      own.outcome === done.outcome,
      `MARG-WATCH-1 FUT-WATCH-1 whoever looks at all answers ${own.outcome}`,
    );
    const isSame = own.events.join("\n") === done.events.join("\n");
    claim(
      isSame,
      `MARG-WATCH-1 FUT-WATCH-1 whoever looks at all sees ${difference(own.events, done.events)}`,
    );
    claim(isSameDigest(this.state.digest, real.digest), "MARG-WATCH-1 the digests are the same");
  }

  inspect(real: ExchangeState): void {
    const isSame = Buffer.compare(substanceOf(this.state), substanceOf(real)) === 0;
    claim(isSame, "MARG-WATCH-1 FUT-WATCH-1 whoever looks at all comes to the same state");
  }
}

/** MARG-LIQ-8 */
export class ReorderedTwin {
  private readonly state: ExchangeState;

  constructor(state: ExchangeState) {
    this.state = state;
  }

  follow(command: Command, real: ExchangeState, done: Done): void {
    const translated = this.translate(command);
    const { timeMs } = real;
    const { done: own } = applyTo(this.state, { command: translated, timeMs, isWhole: true });
    claim(own.outcome === done.outcome, `MARG-LIQ-8 in another order it answers ${own.outcome}`);
    if (command.type === "AddUser") return; // Another user comes.
    for (const isWarning of [false, true]) {
      // Warnings of one command have no order that would matter.
      const [ours, theirs] = [own.events, done.events].map((events) => arranged(events, isWarning));
      const isSame = ours?.join("\n") === theirs?.join("\n");
      claim(isSame, `MARG-LIQ-8 in another order: ${difference(ours ?? [], theirs ?? [])}`);
    }
  }

  /** The last user who came is the first here. */
  private translate(command: Command): Command {
    const { length } = this.state.users.users;
    if (command.type === "AddUser" && NAMES.includes(command.name) && length < NAMES.length) {
      return { ...command, name: NAMES[NAMES.length - 1 - length] ?? "" };
    }
    if (!("user" in command) || command.user < 1 || command.user > NAMES.length) return command;
    return { ...command, user: NAMES.length + 1 - command.user };
  }

  inspect(real: ExchangeState): void {
    const isSame = moneyText(this.state) === moneyText(real);
    claim(isSame, "MARG-LIQ-8 everybody has the same by name, whoever came first");
  }
}

function arranged(events: readonly string[], isWarning: boolean): string[] {
  const chosen = events.filter((text) => text.startsWith(" MarginCalled") === isWarning);
  return isWarning ? chosen.sort() : chosen;
}

function difference(ours: readonly string[], theirs: readonly string[]): string {
  const at = ours.findIndex((text, index) => text !== theirs[index]);
  const where = at < 0 ? ours.length : at;
  return `${ours[where]} instead of ${theirs[where]}`;
}
