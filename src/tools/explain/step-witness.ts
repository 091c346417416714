/**
 * Sees the commands that are asked about: the state of their user and the market before, what was
 * decided, and the state after.
 */

import type { Command } from "../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { Area } from "../../core/engine/ledger/area.ts";
import { clientIdOf } from "../../core/engine/orders/order.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { CommandWitness } from "../../runtime/replica/replay.ts";
import type { EngineOutcome } from "../../runtime/replica/submission.ts";
import type { CommandVerdict, Effect, Step } from "./words/explanation.ts";
import { type Debtors, debtorsBefore, levelsAtPrice } from "./words/level-at-price.ts";
import { Names } from "./words/names.ts";
import { causeOf } from "./words/say-command.ts";
import { effectOf } from "./words/say-event.ts";
import { limitsOf, standingOf } from "./words/standing.ts";
import { type Subject, subjectOf } from "./words/subject.ts";
import { VOID, verdictOf } from "./words/verdict.ts";

/** A funding or a delisting may have done thousands of things. */
export const EFFECTS_MAX = 200;

export interface Wanted {
  readonly positions: ReadonlySet<number>;
  /** The user concerned, where that is not the sender of the command: an order that was forced. */
  readonly subject?: Subject | undefined;
  /** Whether an order had ended before this replay began: history knows. */
  readonly hadEnded: (cancel: CancelName, state: ExchangeState) => boolean;
}

/** The order that a cancel names. */
export interface CancelName {
  readonly area: Area;
  readonly user: number;
  readonly pair: number;
  /** 0: by client id. */
  readonly order: number;
  readonly clientId: string;
}

interface Open {
  readonly command: Command;
  readonly subject: Subject;
  readonly debtors: Debtors;
  readonly told: Pick<Step, "before" | "limits"> & ReturnType<typeof causeOf>;
}

export class StepWitness implements CommandWitness {
  readonly #state: ExchangeState;
  readonly #wanted: Wanted;
  readonly #cancels: readonly CancelName[];
  readonly #ended = new Set<CancelName>();
  #open: Open | undefined;
  readonly steps: Step[] = [];

  /** `commands` are those at the positions, where they are known: needed to see cancels. */
  constructor(state: ExchangeState, wanted: Wanted, commands: readonly Command[] = []) {
    this.#state = state;
    this.#wanted = wanted;
    this.#cancels = commands.flatMap((command) => cancelNameOf(command) ?? []);
  }

  get isOver(): boolean {
    return this.steps.length === this.#wanted.positions.size;
  }

  meets(command: Command, timeMs: number): void {
    const position = this.#state.position + 1;
    if (!this.#wanted.positions.has(position)) return;
    const subject = this.#wanted.subject ?? subjectOf(this.#state, command);
    const told = {
      ...causeOf(this.#state, { command, position, timeMs }),
      before: standingOf(this.#state, subject),
      limits: isPlacing(command) ? limitsOf(this.#state, subject) : {},
    };
    const debtors = debtorsBefore(this.#state, command);
    this.#open = { command, subject, debtors, told };
  }

  leaves(outcome: EngineOutcome | undefined, events: readonly ExchangeEvent[]): void {
    if (this.#open) this.steps.push(this.#stepOf(this.#open, outcome, events));
    this.#open = undefined;
    if (this.#cancels.length > 0) this.#noteEnded(events);
  }

  #stepOf(
    { command, subject, debtors, told }: Open,
    outcome: EngineOutcome | undefined,
    events: readonly ExchangeEvent[],
  ): Step {
    const names = new Names(this.#state);
    const hadEnded = outcome !== undefined && !outcome.ok && this.#hadEnded(command);
    const isTalkative = this.#state.kind === "sandbox";
    const about = { names, command, place: subject.place, hadEnded, isTalkative };
    const verdict = outcome ? verdictOf(about, outcome) : VOID;
    const levels = levelsAtPrice(debtors, events);
    const effects = events.flatMap((event) => effectOf(names, event, levels) ?? []);
    const own = effects.filter((effect) => isOwn(effect, verdict));
    const followUps = effects.filter((effect) => !isOwn(effect, verdict));
    return {
      ...told,
      verdict,
      effects: own.slice(0, EFFECTS_MAX),
      followUps: followUps.slice(0, EFFECTS_MAX),
      untold: Math.max(0, own.length - EFFECTS_MAX) + Math.max(0, followUps.length - EFFECTS_MAX),
      after: standingOf(this.#state, subject),
    };
  }

  #hadEnded(command: Command): boolean {
    const name = cancelNameOf(command);
    if (!name) return false;
    const isSeen = [...this.#ended].some((one) => isSameName(one, name));
    return isSeen || this.#wanted.hadEnded(name, this.#state);
  }

  #noteEnded(events: readonly ExchangeEvent[]): void {
    for (const event of events) {
      if (event.type !== "OrderEnded") continue;
      const { id, area, user, market: pair } = event;
      const clientId = clientIdOf(event);
      for (const name of this.#cancels) {
        const isNamed = name.order === 0 ? name.clientId === clientId : name.order === id;
        if (isNamed && name.area === area && name.user === user && name.pair === pair) {
          this.#ended.add(name);
        }
      }
    }
  }
}

function isSameName(one: CancelName, other: CancelName): boolean {
  const isSameOwner = one.area === other.area && one.user === other.user && one.pair === other.pair;
  return isSameOwner && one.order === other.order && one.clientId === other.clientId;
}

/** What happened to the orders that the command was answered with, and the money it moved. */
function isOwn({ type, order, trade }: Effect, { orders }: CommandVerdict): boolean {
  if (order !== undefined) return orders.includes(order);
  if (trade) return orders.includes(trade.taker.order) || orders.includes(trade.maker.order);
  if (type === "OrderListOpened") return true;
  return type === "Moved" || type === "Transferred" || type === "Repaid" || type === "Borrowed";
}

function isPlacing({ type }: Command): boolean {
  return type.startsWith("Place");
}

/** Whether a command names an order that it would end. */
export function isCancel(command: Command): boolean {
  return cancelNameOf(command) !== undefined;
}

function cancelNameOf(command: Command): CancelName | undefined {
  switch (command.type) {
    case "CancelOrder":
      return { ...command, area: "spot" };
    case "CancelMarginOrder":
      return { ...command, area: "margin" };
    case "CancelFuturesOrder":
      return { ...command, area: "futures", pair: command.contract };
    default:
      return undefined;
  }
}
