/**
 * Orders for a cluster that is tried: a few clients that place an order and cancel it, one after the other, each through the next node
 * when one does not take it. What was answered is counted, and what became of a lost answer is asked for.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { BourseClient, OutcomeUnknown } from "../../src/client/client.ts";
import type { DemoLogin } from "./local-cluster.ts";
import { type LostFigures, LostOrders } from "./lost-orders.ts";

const ORDER = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.01",
  price: "100",
} as const;
/** So long an answer is waited for; a node that was paused gives none. */
const PATIENCE_MS = 3_000;
const PAUSE_MS = 50;
const LOOK_MS = 500;

export interface LoadPlan {
  readonly ports: readonly number[];
  readonly login: DemoLogin;
  readonly clients: number;
}

export interface LoadFigures {
  /** Orders that were acknowledged, by the node that answered. */
  readonly acknowledged: readonly number[];
  readonly refused: number;
  readonly lost: LostFigures;
  /** Since the last acknowledgement. */
  readonly silentMs: number;
  /** The longest time without one. */
  readonly longestGapMs: number;
  /** What was refused last, and why. */
  readonly lastRefusal: string;
}

export class OrderLoad {
  readonly #clients: readonly BourseClient[];
  readonly #acknowledged: number[];
  #refused = 0;
  readonly #lost = new LostOrders(ORDER.symbol);
  #lastAt = performance.now();
  #longestGapMs = 0;
  #lastRefusal = "";
  #isOver = false;
  readonly #ended: Promise<unknown>;

  constructor({ ports, login, clients }: LoadPlan) {
    const tries = { retries: 0, timeoutMs: PATIENCE_MS, outcomeMs: 0 };
    this.#clients = ports.map((port) => {
      return new BourseClient({ baseUrl: `http://127.0.0.1:${port}`, ...login, ...tries });
    });
    this.#acknowledged = ports.map(() => 0);
    const runs = Array.from({ length: clients }, (_, index) => this.#run(index));
    this.#ended = Promise.all([...runs, this.#lookAfterLost()]);
  }

  get figures(): LoadFigures {
    const silentMs = performance.now() - this.#lastAt;
    return {
      acknowledged: [...this.#acknowledged],
      refused: this.#refused,
      lost: this.#lost.figures,
      silentMs,
      longestGapMs: Math.max(this.#longestGapMs, silentMs),
      lastRefusal: this.#lastRefusal,
    };
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#ended;
  }

  async #run(first: number): Promise<void> {
    let node = first % this.#clients.length;
    while (!this.#isOver) {
      if (await this.#order(node)) continue;
      node = (node + 1) % this.#clients.length;
      await sleep(PAUSE_MS);
    }
  }

  async #lookAfterLost(): Promise<void> {
    for (let look = 0; !this.#isOver; look++) {
      const client = this.#clients[look % this.#clients.length];
      if (client) await this.#lost.look(client.spot);
      await sleep(LOOK_MS);
    }
  }

  async #order(node: number): Promise<boolean> {
    const client = this.#clients[node];
    if (!client) return false;
    try {
      const { orderId } = await client.spot.createOrder(ORDER);
      this.#acknowledge(node);
      await client.spot.cancelOrder({ symbol: ORDER.symbol, orderId });
      return true;
    } catch (error) {
      if (error instanceof OutcomeUnknown) this.#lost.add(error);
      else this.#refused++;
      this.#lastRefusal = (error as Error).message;
      return false;
    }
  }

  #acknowledge(node: number): void {
    const now = performance.now();
    this.#longestGapMs = Math.max(this.#longestGapMs, now - this.#lastAt);
    this.#lastAt = now;
    this.#acknowledged[node] = (this.#acknowledged[node] ?? 0) + 1;
  }
}
