/**
 * Cancel on disconnect: what a connection wants cancelled when it ends, and the cancelling. The cancels are
 * commands in the log like any other. While the exchange takes none they wait and are tried every second;
 * after a stop they are forgotten. Rules STREAM-CANCEL-1 to STREAM-CANCEL-5.
 */

import { Refusal } from "../../../contract/refusal.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import { openOrdersOf } from "../../../core/engine/read/orders.ts";
import { isBeforeItsRules } from "../../../core/engine/spot/manage-commands.ts";
import type { Exchange } from "../../../runtime/replica/submission.ts";
import type { KeyTable } from "../../auth/keys.ts";
import { requestIdOf } from "../../http/request.ts";
import { stillIn } from "../../http/sign-in.ts";
import type { CancelDesk, CancelNames, CancelWish } from "../socket/cancel-wish.ts";
import type { Member } from "../socket/connection.ts";

interface DueCancel extends Omit<CancelWish, "markets" | "requestId"> {
  readonly area: Area;
  readonly market: number;
}

export interface DisconnectCancelsOptions {
  readonly exchange: Exchange;
  readonly keys: KeyTable;
  readonly nextRequest: () => number;
  readonly report: (error: unknown) => void;
}

/** STREAM-CANCEL-2: of a connection. */
export const CANCEL_MARKETS_MAX = 100;
/** STREAM-CANCEL-5: a user's market is in it once. */
export const DUE_CANCELS_MAX = 100_000;
/** How many are handed to the sequencer at a time. */
const AT_A_TIME = 64;
/** Orders may come while others are cancelled one by one; then there is another look. */
const LOOKS_MAX = 3;

export class DisconnectCancels implements CancelDesk {
  readonly #options: DisconnectCancelsOptions;
  readonly #due = new Map<string, DueCancel>();
  #isWorking = false;

  constructor(options: DisconnectCancelsOptions) {
    this.#options = options;
  }

  /** How many are still to be done. */
  get due(): number {
    return this.#due.size;
  }

  /** STREAM-CANCEL-1: throws a refusal, also for a key that could not cancel. */
  wishOf({ user, key, apiKey }: Member, address: string, names: CancelNames): CancelWish {
    stillIn(this.#options.keys, { apiKey, security: "TRADE", address });
    const all = AREAS.flatMap((area) => names[area].map((name) => ({ area, name })));
    if (all.length > CANCEL_MARKETS_MAX) {
      const msg = `More than ${CANCEL_MARKETS_MAX} symbols and contracts.`;
      throw new Refusal("TOO_MANY_PARAMETERS", { msg });
    }
    const markets = all.map(({ area, name }) => ({ area, market: this.#marketNamed(area, name) }));
    const request = this.#options.nextRequest();
    return { user, key, request, requestId: requestIdOf(request), markets };
  }

  #marketNamed(area: Area, name: string): number {
    const { pairsByName, contractsByName } = this.#options.exchange.state.catalogue;
    const market = (area === "futures" ? contractsByName : pairsByName).get(name);
    if (market && market.status !== "delisted") return market.id;
    throw new Refusal("BAD_SYMBOL", { msg: "There is no such symbol or contract." });
  }

  /** STREAM-CANCEL-3: the connection has ended. */
  run({ markets, user, key, request }: CancelWish): void {
    for (const { area, market } of markets) {
      const name = `${user} ${area} ${market}`;
      if (this.#due.size >= DUE_CANCELS_MAX && !this.#due.has(name)) {
        this.#options.report(new Error("alarm: orders of a lost stream were not cancelled"));
        break;
      }
      this.#due.set(name, { user, key, request, area, market });
    }
    this.second();
  }

  /** Every second besides: what could not be done is tried again. */
  second(): void {
    if (this.#isWorking || this.#due.size === 0) return;
    this.#isWorking = true;
    this.#work()
      .catch(this.#options.report)
      .finally(() => {
        this.#isWorking = false;
      });
  }

  async #work(): Promise<void> {
    for (let isTaking = true; isTaking && this.#due.size > 0; ) {
      const some = this.#first(AT_A_TIME);
      const done = await Promise.all(some.map(([, cancel]) => this.#cancel(cancel)));
      for (const [at, [name, cancel]] of some.entries()) {
        // A connection that ended meanwhile has put its own in this place.
        if (done[at] && this.#due.get(name) === cancel) this.#due.delete(name);
      }
      isTaking = done.every(Boolean);
    }
  }

  #first(count: number): [name: string, cancel: DueCancel][] {
    const some: [string, DueCancel][] = [];
    for (const entry of this.#due) {
      if (some.length === count) break;
      some.push(entry);
    }
    return some;
  }

  /** False when the exchange takes no commands now. */
  async #cancel(cancel: DueCancel): Promise<boolean> {
    const { exchange } = this.#options;
    const command = cancelAllOf(cancel);
    // CORE-RULES-3: older rules do not know it, and it must not get into their log.
    if (isBeforeItsRules(exchange.state, command)) return await this.#cancelEach(cancel);
    for (;;) {
      const submitted = await exchange.submit(command);
      if (submitted.kind === "unavailable") return false;
      if (submitted.kind !== "done") return this.#giveUp();
      const { outcome } = submitted;
      // STREAM-CANCEL-4: a key that was revoked cancels nothing any more; the exchange does it.
      if (!outcome.ok) return await this.#cancelEach(cancel);
      // SPOT-CANCEL-3: one command cancels so many of a symbol.
      if (!("more" in outcome.answer && outcome.answer.more)) return true;
    }
  }

  /** The log has failed, and with it the exchange: a cancel that may be in it is not sent again. */
  #giveUp(): true {
    this.#options.report(new Error("alarm: orders of a lost stream may not have been cancelled"));
    return true;
  }

  async #cancelEach({ user, area, market, request }: DueCancel): Promise<boolean> {
    const { exchange } = this.#options;
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const own = [...openOrdersOf(exchange.state.orders, { area, user, market })];
      const commands = own.map(
        ({ id: order }) => ({ type: "CancelByOperator", order, request }) as const,
      );
      if (commands.length === 0) return true;
      const submitted = await exchange.submitAll(commands);
      if (submitted.some(({ kind }) => kind === "unavailable")) return false;
      if (submitted.some(({ kind }) => kind === "unknown")) return this.#giveUp();
    }
    return true;
  }
}

const AREAS = ["spot", "margin", "futures"] as const satisfies readonly Area[];

function cancelAllOf({ user, key, request, area, market }: DueCancel) {
  const by = { user, key, request };
  return area === "futures"
    ? ({ type: "CancelAllFutures", ...by, contract: market } as const)
    : ({ type: "CancelAllOrders", ...by, pair: market, area } as const);
}
