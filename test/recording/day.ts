/**
 * A simulated day, recorded: the crowd of the simulation trades in spot, margin and futures through the
 * API, the operator rules and the index moves, while clients listen to every channel and ask everything now
 * and then. From one seed, hence the same bytes in every run. Only texts that leave the exchange are
 * written down: how the engine says things to itself may change.
 */

import type { Command } from "../../src/core/engine/codec.ts";
import { type ExchangeState, emptyState } from "../../src/core/engine/state.ts";
import { sealSecret } from "../../src/edge/auth/seal.ts";
import { Crowd } from "../simulation/crowd/crowd.ts";
import { drawLimits } from "../simulation/crowd/market.ts";
import { Dice } from "../simulation/dice.ts";
import { settle } from "../support/virtual-time.ts";
import { DayClients, secretOf } from "./day-clients.ts";
import { DayExchange, MASTER_KEY } from "./day-exchange.ts";
import { Recording } from "./recording.ts";
import { requestOf } from "./requests.ts";

export interface DayPlan {
  readonly seed: number;
  /** Ends when so much time has passed, */
  readonly hours: number;
  /** or when the crowd has drawn so many commands. */
  readonly commandsMax: number;
  /** Everything is asked so often. */
  readonly askEveryMs: number;
}

/** What was recorded, and how often what happened. */
export interface RecordedDay {
  readonly recording: Recording;
  /** By the names of the events. */
  readonly events: ReadonlyMap<string, number>;
  readonly commands: number;
  readonly passedMs: number;
}

const HOUR_MS = 3_600_000;
/** Every so many rounds of questions the archive catches up: before and behind it, pages are made otherwise. */
const ROUNDS_PER_ARCHIVING = 3;

/** The sequencer itself makes hours and seconds; a day has no frozen clock, and its log is not repaired. */
const NOT_SENT: ReadonlySet<Command["type"]> = new Set([
  "HourTick",
  "SecondTick",
  "FreezeClock",
  "AdvanceClock",
  "ReachTime",
  "ResumeClock",
  "LoadState",
  "VoidCommand",
  "AcceptLoss",
  "ResealKey",
]);

/** A guest comes at the end of the day, while the exchange is still open. */
export type Guest = (exchange: DayExchange, clients: DayClients) => Promise<void>;

export async function recordDay(plan: DayPlan, guest?: Guest): Promise<RecordedDay> {
  const day = new Day(plan);
  await day.run(guest);
  return day;
}

class Day implements RecordedDay {
  readonly recording = new Recording();
  readonly events = new Map<string, number>();
  commands = 0;
  readonly #plan: DayPlan;
  readonly #state: ExchangeState;
  readonly #crowd: Crowd;
  readonly #exchange: DayExchange;
  readonly #clients: DayClients;
  readonly #startMs: number;
  #askedAtMs = 0;
  #rounds = 0;

  constructor(plan: DayPlan) {
    const dice = new Dice(plan.seed);
    this.#plan = plan;
    this.#state = emptyState(drawLimits(dice, false));
    this.#crowd = new Crowd(dice, this.#state, {
      isLong: false,
      hasFutures: true,
      hasOrderSet: false,
    });
    this.#startMs = this.#crowd.timeMs;
    this.#exchange = new DayExchange(this.#state, this.#startMs);
    this.#clients = new DayClients(this.#exchange, this.recording);
    this.#exchange.sequencer.onEvent(({ type }) => {
      this.events.set(type, (this.events.get(type) ?? 0) + 1);
    });
  }

  get passedMs(): number {
    return this.#exchange.time.wallMs() - this.#startMs;
  }

  async run(guest?: Guest): Promise<void> {
    const { hours, commandsMax } = this.#plan;
    while (this.passedMs < hours * HOUR_MS && this.#crowd.drawn < commandsMax) await this.#step();
    await this.#askRound();
    await guest?.(this.#exchange, this.#clients);
    await this.#exchange.close();
  }

  async #step(): Promise<void> {
    const command = this.#crowd.next();
    await this.#exchange.goTo(this.#crowd.timeMs, () => this.#passed());
    if (NOT_SENT.has(command.type)) return;
    this.commands++;
    await this.#send(command);
    await settle();
    await this.#clients.listen();
  }

  async #passed(): Promise<void> {
    if (this.passedMs - this.#askedAtMs < this.#plan.askEveryMs) return;
    this.#askedAtMs = this.passedMs;
    await this.#askRound();
  }

  async #askRound(): Promise<void> {
    this.#rounds++;
    if (this.#rounds % ROUNDS_PER_ARCHIVING === 0) this.#exchange.archive.catchUp();
    await this.#clients.askAll();
  }

  async #send(command: Command): Promise<void> {
    const request = requestOf(command, this.#state);
    const key = "key" in command ? this.#state.users.keys[command.key - 1] : undefined;
    const isOwn = key && "user" in command && key.user === command.user;
    if (request && isOwn) await this.#clients.send(request, key);
    else await this.#exchange.sequencer.submit(withSecret(command));
  }
}

/** The keys of the crowd have secrets that sign. */
function withSecret(command: Command): Command {
  if (command.type !== "AddKey") return command;
  const { apiKey } = command;
  return { ...command, sealedSecret: sealSecret(MASTER_KEY, { apiKey, secret: secretOf(apiKey) }) };
}
