/**
 * The operator of an exchange in this process: the operator's API without a network, and the controls
 * that tests use most in words of their own.
 */

import type { OperatorClient } from "../../client/operator.ts";
import type { FaultKind } from "../../contract/operator/sandbox/fault-words.ts";
import type { Credentials } from "../../edge/auth/seal.ts";
import type { LoadedAt, SavedAt } from "../../edge/sandbox/sandbox.ts";
import type { Strike } from "../../edge/sandbox/strikes.ts";
import type { MemoryHost } from "./memory-host.ts";

/** The operator's API refused. */
export class OperatorError extends Error {
  override readonly name = "OperatorError";
  readonly code: number;
  readonly status: number;

  constructor(status: number, { code, msg }: { code: number; msg: string }) {
    super(msg);
    this.status = status;
    this.code = code;
  }
}

export interface FaultOptions {
  readonly user?: string;
  readonly ms?: number;
  /** Who trades before a cancel. */
  readonly by?: string;
  readonly chance?: string;
  readonly seed?: number;
  readonly count?: number;
}

export interface KeyOptions {
  /** Both unless given. */
  readonly permissions?: readonly ["read"] | readonly ["read", "trade"];
  /** Refuses its requests with a field that they do not take (USER-FIELD-3). */
  readonly strict?: boolean;
}

/** A candle of one minute; `start` in ms, the rest as decimal text. */
export interface ImportedCandle {
  readonly start: number;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly volume: string;
}

/** The candles of one request; far fewer than a body has room for. */
const CANDLES_SENT = 300;

type Body = Readonly<Record<string, unknown>>;

export class SandboxOperator {
  readonly #client: OperatorClient;
  readonly #host: MemoryHost;

  /** @internal */
  constructor(client: OperatorClient, host: MemoryHost) {
    this.#client = client;
    this.#host = host;
  }

  /** Any path of the operator's API, such as `/status`. */
  get(path: string): Promise<unknown> {
    return this.#send({ method: "GET", path });
  }

  /** Any path of the operator's API, such as `/withdrawals`. */
  post(path: string, body: Body = {}): Promise<unknown> {
    return this.#send({ method: "POST", path, body });
  }

  /** A user with nothing; `deposit` gives it money and `addKey` lets it sign. */
  async addUser(name: string): Promise<void> {
    await this.post("/users", { name });
  }

  /** Makes the key that the user signs with from now on: `exchange.client` takes it. */
  async addKey(user: string, { permissions, strict }: KeyOptions = {}): Promise<Credentials> {
    const added = await this.post("/keys", { user, permissions, strict });
    const { apiKey, secret } = added as Credentials;
    return { apiKey, secret };
  }

  /** Money into the spot account. */
  async deposit(user: string, asset: string, amount: string): Promise<void> {
    await this.post("/deposits", { user, asset, amount });
  }

  /** What the asset is worth in USDT, above all other sources; the mark follows within a second. */
  async setIndex(asset: string, price: string): Promise<void> {
    await this.post("/index", { asset, price });
  }

  /** From here on the index follows its other sources, or the trades, again. */
  async withdrawIndex(asset: string): Promise<void> {
    await this.post("/index/withdraw", { asset });
  }

  /** Engine time stands still from here on. */
  async freezeClock(): Promise<void> {
    await this.post("/clock/freeze");
  }

  /** Leads a frozen clock on, boundary by boundary; it has arrived when this resolves. */
  async advanceClock(byMs: number): Promise<void> {
    await this.post("/clock/advance", { byMs });
    await this.#host.instance.arrive();
  }

  async resumeClock(): Promise<void> {
    await this.post("/clock/resume");
  }

  save(name: string): Promise<SavedAt> {
    return this.post("/states/save", { name }) as Promise<SavedAt>;
  }

  load(name: string): Promise<LoadedAt> {
    return this.post("/states/load", { name }) as Promise<LoadedAt>;
  }

  reset(): Promise<LoadedAt> {
    return this.post("/reset") as Promise<LoadedAt>;
  }

  /** Lets requests go wrong on purpose; the number of the rule. */
  async addFault(route: string, kind: FaultKind, options: FaultOptions = {}): Promise<number> {
    const { id } = (await this.post("/faults", { route, kind, ...options })) as { id: number };
    return id;
  }

  /** What the fault rules did: the newest thousand strikes, oldest first. */
  async strikes(): Promise<readonly Strike[]> {
    const { strikes } = (await this.get("/faults/strikes")) as { strikes: readonly Strike[] };
    return strikes;
  }

  async clearFaults(): Promise<void> {
    await this.post("/faults/clear");
  }

  /** SANDBOX-PAST-1: gives a market that has not traded a past, oldest first. */
  async importCandles(market: string, candles: readonly ImportedCandle[]): Promise<void> {
    for (let at = 0; at < candles.length; at += CANDLES_SENT) {
      const lines = candles.slice(at, at + CANDLES_SENT).map((candle) => {
        const { start, open, high, low, close, volume } = candle;
        return [start, open, high, low, close, volume].join();
      });
      await this.post("/candles", { market, candles: lines.join("\n") });
    }
  }

  async #send(request: { method: "GET" | "POST"; path: string; body?: Body }): Promise<unknown> {
    const { status, text } = await this.#client.send(request);
    const reply = JSON.parse(text);
    if (status !== 200) throw new OperatorError(status, reply);
    return reply;
  }
}
