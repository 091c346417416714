/**
 * The market's clockwork: a step, its answers, a pause, the next step. Nothing is sent before the
 * step ahead of it is answered, so a sequencer that is slow or refuses meets no more than the usual pace,
 * and what was refused is not sent again: the next step looks at what there is. A timer is handed
 * in, so a test runs an hour of market in a moment.
 */

import type { Timer } from "../../../core/base/timer.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { Exchange } from "../../../runtime/replica/submission.ts";
import { DemoError, type KeyTools } from "../ensure.ts";
import { LiveMarket } from "../live-traders/live-market.ts";
import { CalmMarket, type Market, type MarketProgress } from "../market/market.ts";
import { ensureTraders } from "../market/traders.ts";

export interface MarketTools extends KeyTools {
  readonly timer: Timer;
  readonly seed?: number;
  /** SANDBOX-MARKET-2; without it the market is calm. */
  readonly isLive?: boolean;
  /** A sentence for the operator. */
  readonly report: (sentence: unknown) => void;
}

/** Five steps a second; the opening has a second for itself. */
const STEP_MS = 200;
const OPENING_MS = 1_000;
/** A quote that has waited longer than this is out of date. */
const PATIENCE_MS = 1_000;
const SEED = 1;

/** Brings the traders and makes the first market; it stands when this resolves, and then it starts. */
export async function openMarket(tools: MarketTools): Promise<MarketPace> {
  const { exchange, seed = SEED, isLive = false } = tools;
  if (exchange.state.kind !== "sandbox") throw new DemoError("Only a sandbox has a demo market.");
  const traders = await ensureTraders(tools);
  const options = { state: exchange.state, traders, seed };
  const market = isLive ? new LiveMarket(options) : new CalmMarket(options);
  const pace = new MarketPace(tools, market);
  await pace.open();
  return pace;
}

/** SANDBOX-FORK-3: the market of another exchange goes on in this one, which is as that one was. */
export function goOnWithMarket(
  tools: Pick<MarketTools, "exchange" | "timer" | "seed" | "isLive" | "report">,
  progress: MarketProgress,
): MarketPace {
  const { exchange, seed = SEED, isLive = false } = tools;
  const options = { state: exchange.state, traders: progress.traders, seed, progress };
  return new MarketPace(tools, isLive ? new LiveMarket(options) : new CalmMarket(options));
}

export class MarketPace {
  /** While the clock is led by hand, the market acts at every multiple of this. */
  readonly everyMs: number;
  readonly #exchange: Exchange;
  readonly #tools: Pick<MarketTools, "timer" | "report">;
  readonly #market: Market;
  #callOff: () => void = () => undefined;
  #running: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(tools: Pick<MarketTools, "exchange" | "timer" | "report">, market: Market) {
    this.#exchange = tools.exchange;
    this.#tools = tools;
    this.#market = market;
    this.everyMs = STEP_MS * market.stepsAtOnce;
  }

  /** Undefined of a market that has ended. */
  get progress(): MarketProgress | undefined {
    return this.#isStopped ? undefined : this.#market.progress;
  }

  async open(): Promise<void> {
    for (const commands of this.#market.opening()) await this.#submit(commands);
  }

  /** SANDBOX-CLOCK-3: the steps of one stop, for the manual clock, which hands them to the sequencer. */
  follow(): readonly Command[] {
    const commands: Command[] = [];
    for (let step = 0; step < this.#market.stepsAtOnce && !this.#isStopped; step++) {
      commands.push(...this.#next());
    }
    return commands;
  }

  /** A bug of the traders ends the demo's market and not the exchange. */
  #next(): readonly Command[] {
    try {
      return this.#market.next();
    } catch (error) {
      this.#isStopped = true;
      this.#tools.report(error);
      return [];
    }
  }

  start(): void {
    this.#ringAfter(OPENING_MS);
  }

  /** No step begins after this; resolves when the last one is answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#callOff();
    await this.#running;
  }

  #ringAfter(delayMs: number): void {
    if (this.#isStopped) return;
    this.#callOff = this.#tools.timer(delayMs, () => {
      // SANDBOX-CLOCK-1: no time passes, so there is nothing to do.
      if (this.#exchange.state.clock.frozen === 1) this.#ringAfter(STEP_MS);
      else this.#running = this.#submit(this.#next()).finally(() => this.#ringAfter(STEP_MS));
    });
  }

  /** Handed over together, so that they are carried out as close to each other as can be. */
  async #submit(commands: readonly Command[]): Promise<void> {
    const notAfterMs = this.#exchange.now() + PATIENCE_MS;
    await this.#exchange.submitAll(commands, notAfterMs);
  }
}
