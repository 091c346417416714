/**
 * Orders whose answers were lost: each is cancelled by its client id, which no other order has, until the answer tells what
 * became of it. A cancel is answered behind all commands before it, so "no such order" is final once the order could only come too late.
 */
import { type BourseClient, BourseError, type OutcomeUnknown } from "../../src/client/client.ts";

/** The clocks of two nodes may be so far apart. */
const MARGIN_MS = 2_000;
/** More than a few clients lose while no node answers. */
const OPEN_MAX = 1_000;

export interface LostFigures {
  readonly open: number;
  readonly done: number;
  readonly notDone: number;
}

interface LostOrder {
  readonly clientOrderId: string;
  /** From then on, on the server's clock, it is refused wherever it comes from. */
  readonly lateFromMs: number;
}

type Lost = Pick<OutcomeUnknown, "clientOrderIds" | "expiresAtMs">;
type Spot = Pick<BourseClient["spot"], "time" | "cancelOrder">;

export class LostOrders {
  readonly #symbol: string;
  #open: readonly LostOrder[] = [];
  #done = 0;
  #notDone = 0;

  constructor(symbol: string) {
    this.#symbol = symbol;
  }

  get figures(): LostFigures {
    return { open: this.#open.length, done: this.#done, notDone: this.#notDone };
  }

  add({ clientOrderIds, expiresAtMs }: Lost): void {
    const lateFromMs = expiresAtMs + MARGIN_MS;
    const lost = clientOrderIds.map((clientOrderId) => ({ clientOrderId, lateFromMs }));
    this.#open = [...this.#open, ...lost].slice(-OPEN_MAX);
  }

  /** Asks a node for each of them, as long as it answers. */
  async look(spot: Spot): Promise<void> {
    for (const lost of this.#open) {
      const isDone = await this.#ask(spot, lost);
      if (isDone === "no answer") return;
      if (isDone === "not yet") continue;
      if (isDone === "done") this.#done++;
      else this.#notDone++;
      this.#open = this.#open.filter((one) => one !== lost);
    }
  }

  async #ask(spot: Spot, { clientOrderId, lateFromMs }: LostOrder) {
    try {
      const { serverTime } = await spot.time();
      const outcome = await this.#cancel(spot, clientOrderId);
      if (outcome === "no such order") return serverTime > lateFromMs ? "not done" : "not yet";
      return "done";
    } catch {
      return "no answer";
    }
  }

  async #cancel(spot: Spot, newClientOrderId: string) {
    try {
      await spot.cancelOrder({ symbol: this.#symbol, newClientOrderId });
    } catch (error) {
      const name = error instanceof BourseError ? error.name : undefined;
      if (name === "NO_SUCH_ORDER") return "no such order";
      if (name !== "ORDER_NOT_SUPPORT_CANCELLATION") throw error;
    }
    return "was there";
  }
}
