/**
 * Orders and cancels under random fault rules, by a bot that has the typed client and does what the
 * documents say: a refusal was not executed, and whatever is called unknown is asked for until it is
 * known. At the end what it believes is held against what the engine did.
 */

import type { ClientOptions } from "../../src/client/client.ts";
import { BourseClient, BourseError, OutcomeUnknown } from "../../src/client/client.ts";
import type { FaultKind } from "../../src/contract/operator/sandbox/fault-words.ts";
import type { FaultRuleAsk } from "../../src/edge/sandbox/fault-rule.ts";
import { seededRandom } from "../support/random.ts";
import { FaultyDesk } from "./faulty-desk.ts";

const SYMBOL = "BTCUSDT";
/** What can become of any request, whatever it asks. */
export const KINDS = [
  ...(["latency", "429", "418", "503"] as const),
  ...(["504-executed", "504-not-executed"] as const),
];
const ROUTES = [
  ...["POST /sapi/v1/order", "POST /sapi/v1/cancel", "/sapi/v1/order", "/sapi/v1/time", "*"],
];
const LATENCIES_MS = [40, 700, 3_000, 8_000, 25_000];
/** How many orders one set of rules is good for. */
const STRETCH = 50;
const PAUSE_MS = 1_000;
const ASKS_MAX = 200;

/** What the bot believes of one order; its quantity is its own, so it is known by that. */
interface Belief {
  readonly quantity: string;
  /** Undefined: not placed. */
  orderId: number | undefined;
  clientId: string | undefined;
  isCanceled: boolean;
}

export interface CampaignOptions {
  readonly seed: number;
  readonly orders: number;
  /** What a client is made of that does otherwise than the documents say. */
  readonly change?: (options: ClientOptions) => ClientOptions;
}

export interface Campaign {
  /** Where belief and truth differ. */
  readonly findings: readonly string[];
  readonly struck: ReadonlyMap<FaultKind, number>;
  readonly placed: number;
  readonly canceled: number;
  /** Outcomes that even the client could not tell at once. */
  readonly unknown: number;
}

export async function runCampaign(options: CampaignOptions): Promise<Campaign> {
  const bot = new Bot(await FaultyDesk.open(), options);
  return bot.run(options.orders);
}

class Bot {
  readonly #desk: FaultyDesk;
  readonly #client: BourseClient;
  readonly #random: () => number;
  readonly #beliefs: Belief[] = [];
  readonly #struck = new Map<FaultKind, number>();
  #unknown = 0;

  constructor(desk: FaultyDesk, { seed, change = (usual) => usual }: CampaignOptions) {
    this.#desk = desk;
    this.#random = seededRandom(seed);
    const recvWindow = seed % 2 === 0 ? 5_000 : 30_000;
    const usual: ClientOptions = { ...desk.options(), recvWindow, onRateLimit: "wait" };
    this.#client = new BourseClient(change(usual));
  }

  async run(orders: number): Promise<Campaign> {
    await this.#openMarket();
    for (let at = 0; at < orders; at++) {
      if (at % STRETCH === 0) this.#drawRules();
      await this.#trade(at);
    }
    this.#countStrikes();
    // What is still on its way arrives, or comes too late.
    await this.#desk.pass(120_000);
    return {
      findings: this.#findings(),
      struck: this.#struck,
      placed: this.#beliefs.filter(({ orderId }) => orderId !== undefined).length,
      canceled: this.#beliefs.filter(({ isCanceled }) => isCanceled).length,
      unknown: this.#unknown,
    };
  }

  /** Another user sells at 100 as much as any order takes. */
  async #openMarket(): Promise<void> {
    const sale = { symbol: SYMBOL, side: "SELL", type: "LIMIT", price: "100", volume: "50" };
    await this.#desk.http.post("/sapi/v1/order", sale, { user: "demo2" });
    this.#desk.taken.length = 0;
  }

  #drawRules(): void {
    this.#countStrikes();
    this.#desk.rules.clear();
    for (let left = 3 + this.#below(6); left > 0; left--) {
      this.#desk.rules.add(this.#drawRule());
    }
  }

  #drawRule(): FaultRuleAsk {
    const kind = this.#oneOf(KINDS);
    return {
      kind,
      route: this.#oneOf(ROUTES),
      chance: 1_000_000 + this.#below(20_000_000),
      seed: this.#below(2 ** 31),
      delayMs: kind === "latency" ? this.#oneOf(LATENCIES_MS) : undefined,
    };
  }

  #countStrikes(): void {
    for (const { kind, struck } of this.#desk.rules.list) {
      this.#struck.set(kind, (this.#struck.get(kind) ?? 0) + struck);
    }
  }

  /** An order that rests or is filled, most of them canceled soon, by one name or the other. */
  async #trade(at: number): Promise<void> {
    // It ends in 1, so that the exchange shows it as it was sent.
    const quantity = `0.${1_000 + at}1`;
    const named = this.#below(3) > 0 ? `order-${at}` : undefined;
    const price = this.#below(4) === 0 ? "100" : "90";
    const belief: Belief = { quantity, orderId: undefined, clientId: named, isCanceled: false };
    this.#beliefs.push(belief);
    await this.#place(belief, price);
    if (belief.orderId !== undefined && this.#below(10) > 0) await this.#cancel(belief);
  }

  async #place(belief: Belief, price: string): Promise<void> {
    const { quantity: volume, clientId: newClientOrderId } = belief;
    const order = { symbol: SYMBOL, side: "BUY", type: "LIMIT", price, volume } as const;
    try {
      const placed = await this.#client.spot.createOrder({ ...order, newClientOrderId });
      belief.orderId = placed.orderId;
      belief.clientId = placed.clientOrderId;
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) return await this.#takeNo(error);
      belief.clientId = error.clientOrderIds[0] ?? "";
      belief.orderId = (await this.#ask(belief.clientId, error))?.orderId;
    }
  }

  async #cancel(belief: Belief): Promise<void> {
    const { orderId = 0, clientId = "" } = belief;
    const name = this.#below(2) === 0 ? { orderId } : { newClientOrderId: clientId };
    try {
      await this.#client.spot.cancelOrder({ symbol: SYMBOL, ...name });
      belief.isCanceled = true;
    } catch (error) {
      if (!isOver(error)) return await this.#takeNo(error);
      belief.isCanceled = (await this.#ask(clientId, error))?.status === "CANCELED";
    }
  }

  /** A refusal was not executed; a client that is told to wait does. */
  async #takeNo(error: unknown): Promise<void> {
    if (!(error instanceof BourseError)) throw error;
    if (error.retryAfterMs !== undefined) await this.#desk.pass(error.retryAfterMs);
  }

  /** Asks when the lost request can no longer come, until there is an answer. */
  async #ask(newClientOrderId: string, error: BourseError) {
    const expiresAtMs = error instanceof OutcomeUnknown ? error.expiresAtMs : 0;
    if (error instanceof OutcomeUnknown) this.#unknown++;
    await this.#desk.pass(Math.max(0, expiresAtMs + PAUSE_MS - this.#desk.nowMs));
    for (let asks = 0; asks < ASKS_MAX; asks++) {
      try {
        return await this.#client.spot.getOrder({ symbol: SYMBOL, newClientOrderId });
      } catch (no) {
        if (!(no instanceof BourseError)) throw no;
        if (no.name === "NO_SUCH_ORDER") return undefined;
        await this.#desk.pass(no.retryAfterMs ?? PAUSE_MS);
      }
    }
    throw new Error("an unknown outcome is left over");
  }

  #findings(): readonly string[] {
    return this.#beliefs.flatMap(({ quantity, orderId, clientId, isCanceled }) => {
      const taken = this.#desk.taken.filter((order) => order.quantity === quantity);
      const ids = taken.map(({ id }) => id);
      const name = `${quantity} (${clientId})`;
      const wanted = orderId === undefined ? [] : [orderId];
      if (ids.join() !== wanted.join()) return [`${name}: believed ${wanted}, placed ${ids}`];
      if (taken.some((order) => order.clientId !== clientId)) return [`${name}: another's name`];
      const isTrue = orderId === undefined || this.#desk.canceled.includes(orderId) === isCanceled;
      return isTrue ? [] : [`${name}: believed canceled is ${isCanceled}, and it is not so`];
    });
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #oneOf<T>(items: readonly T[]): T {
    const item = items[this.#below(items.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }
}

/** Unknown, or over already: a query tells which order or cancel ended it. */
function isOver(error: unknown): error is BourseError {
  if (error instanceof OutcomeUnknown) return true;
  return error instanceof BourseError && error.name === "ORDER_NOT_SUPPORT_CANCELLATION";
}
