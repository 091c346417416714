/**
 * The exchange as a cancel sees it that a fault rule lets be crossed: before the cancel is handed over, something else
 * is done. SANDBOX-FAULT-15.
 */
import type { Command } from "../../core/engine/codec.ts";
import type { OutcomeOf } from "../../core/engine/outcomes.ts";
import type { Exchange, Submitted } from "../../runtime/replica/submission.ts";

export type BeforeCommand = (exchange: Exchange, command: Command) => Promise<void>;

export class CrossingExchange implements Exchange {
  readonly #exchange: Exchange;
  readonly #before: BeforeCommand;

  constructor(exchange: Exchange, before: BeforeCommand) {
    this.#exchange = exchange;
    this.#before = before;
  }

  async submit<C extends Command>(
    command: C,
    notAfterMs?: number,
  ): Promise<Submitted<OutcomeOf<C>>> {
    await this.#before(this.#exchange, command);
    return await this.#exchange.submit(command, notAfterMs);
  }

  submitAll<C extends Command>(commands: readonly C[], notAfterMs?: number) {
    return this.#exchange.submitAll(commands, notAfterMs);
  }

  now(): number {
    return this.#exchange.now();
  }

  get state() {
    return this.#exchange.state;
  }

  get views() {
    return this.#exchange.views;
  }

  get notReady() {
    return this.#exchange.notReady;
  }

  get lines() {
    return this.#exchange.lines;
  }

  current() {
    return this.#exchange.current();
  }

  onEvent(listener: Parameters<Exchange["onEvent"]>[0]): void {
    this.#exchange.onEvent(listener);
  }

  onPosted(listener: Parameters<Exchange["onPosted"]>[0]): () => void {
    return this.#exchange.onPosted(listener);
  }
}
