/**
 * A desk for the operator: the operator's API over the real engine, without a port. Requests are
 * those of a good client unless a change says otherwise.
 */

import type { NotReady } from "../../src/contract/not-ready.ts";
import type { ClusterStanding } from "../../src/contract/operator/watching/status.ts";
import { freeOf } from "../../src/core/engine/ledger/ledger.ts";
import { KeyTable } from "../../src/edge/auth/keys.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { OperatorApi, type OperatorApiOptions } from "../../src/edge/operator/operator-api.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import { hasChannel } from "../../src/edge/public/known-channels.ts";
import { accountsOf } from "../../src/edge/public/user-accounts.ts";
import { ledgersOf } from "../../src/edge/public/user-ledgers.ts";
import { FaultRules } from "../../src/edge/sandbox/fault-rules.ts";
import type { Archive } from "../../src/runtime/history/joined-history.ts";
import { solvencyOf } from "../../src/tools/audit/solvency.ts";
import { archiveOnly } from "./archive-only.ts";
import { DirectExchange } from "./direct-exchange.ts";
import "./judged-apis.ts";

export const MASTER_KEY = Buffer.alloc(32, 9);
export const TOKEN = "0123456789abcdef".repeat(4);

type Headers = Readonly<Record<string, readonly string[] | undefined>>;

export interface OperatorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the API wrote.
  readonly json: any;
  readonly isClosing: boolean;
}

/** What the API is given instead of, or besides, the desk's own. */
export type DeskTools = Partial<OperatorApiOptions>;

interface Watched {
  isHalted: boolean;
  pid: number | undefined;
  position: number;
  notReady?: NotReady;
  tornTail?: string;
  cluster?: ClusterStanding;
}

export class OperatorDesk {
  readonly exchange = new DirectExchange();
  readonly keys = new KeyTable(MASTER_KEY);
  readonly faults = new FaultRules({
    routes: ROUTES,
    timer: (_delayMs, ring) => ring(),
    hasChannel: (name) => hasChannel(this.exchange, name),
  });
  readonly reports: unknown[] = [];
  /** What the process says of itself. */
  readonly watched: Watched = { isHalted: false, pid: 4711, position: 3 };
  readonly api: OperatorApi;
  /** HIST-BOUND-1: whether the archive is too far behind to answer. */
  isArchiveBehind = false;
  #request = 0;
  #drawn = 0;

  constructor(tools: DeskTools = {}) {
    this.exchange.onEvent((event) => this.keys.fold(event));
    this.api = new OperatorApi({ ...this.options(), ...tools, token: TOKEN });
  }

  /** What the API is given, but for its token. */
  options() {
    return {
      exchange: this.exchange,
      masterKey: MASTER_KEY,
      faults: this.faults,
      drawId: () => `drawn-${++this.#drawn}`,
      nextRequest: () => ++this.#request,
      report: (error: unknown) => void this.reports.push(error),
      accountOf: accountsOf(this.#parts()),
      ledgerOf: ledgersOf(this.#parts()),
      audit: () => Promise.resolve({ ok: true as const, text: this.#auditText() }),
      watch: {
        uptimeMs: () => 5_000,
        isHalted: () => this.watched.isHalted,
        archivist: () => this.watched,
        waiting: () => 2,
        notReady: () => this.watched.notReady,
        tornTail: () => this.watched.tornTail,
        cluster: () => this.watched.cluster,
      },
    };
  }

  /** Only what nobody keeps for it is archived: all other records are unarchived. */
  #parts() {
    const { exchange } = this;
    const archived = archiveOnly(exchange);
    const ask: Archive["ask"] = async (query, position, join) =>
      this.isArchiveBehind ? undefined : archived.ask(query, position, join);
    return { exchange, unarchived: exchange.unarchived, archive: { ask } };
  }

  #auditText(): string {
    return JSON.stringify(solvencyOf(this.exchange.state));
  }

  get(path: string, headers: Headers = {}): Promise<OperatorAnswer> {
    return this.send("GET", path, "", headers);
  }

  /** `body` is sent as JSON; a string as it is. */
  post(path: string, body: unknown, headers: Headers = {}): Promise<OperatorAnswer> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.send("POST", path, text, headers);
  }

  /** Like `post`, for what must succeed. */
  async done(path: string, body: unknown): Promise<OperatorAnswer["json"]> {
    const { status, json } = await this.post(path, body);
    if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(json)}`);
    return json;
  }

  send(method: string, path: string, body: string, changes?: Headers): Promise<OperatorAnswer> {
    return this.sendTo(method, PREFIX + path, body, changes);
  }

  /** Any path of the listener; what is no JSON is told as its text. */
  async sendTo(
    method: string,
    target: string,
    body: string,
    changes: Headers = {},
  ): Promise<OperatorAnswer> {
    const headers = {
      host: ["127.0.0.1:8081"],
      authorization: [`Bearer ${TOKEN}`],
      "content-type": ["application/json"],
      ...changes,
    };
    const head = { method, target, headers, address: "127.0.0.1" };
    const reply = await this.api.dispatch(head, Buffer.from(body));
    return { ...reply, json: reply.type ? reply.body : JSON.parse(reply.body) };
  }

  /** Two assets, a symbol, and a user with 100 USDT. */
  async provision(): Promise<this> {
    await this.done("/assets", { name: "BTC" });
    await this.done("/assets", { name: "USDT" });
    await this.done("/symbols", BTCUSDT);
    await this.done("/users", { name: "alice" });
    await this.done("/deposits", { user: "alice", asset: "USDT", amount: "100", id: "first" });
    return this;
  }

  /** Lists a contract of BTC, whose index is set first (OPER-FUT-7). */
  async addContract(contract: object = E_BTC_USDT): Promise<OperatorAnswer["json"]> {
    await this.done("/index", { asset: "BTC", price: "20000" });
    return this.done("/contracts", contract);
  }

  freeOf(user: string, asset: string): bigint {
    const { state } = this.exchange;
    const userId = state.users.byName.get(user)?.id ?? 0;
    const assetId = state.catalogue.assetsByName.get(asset)?.id ?? 0;
    return freeOf(state.ledger, "spot", userId, assetId);
  }
}

export const BTCUSDT = {
  name: "BTCUSDT",
  base: "BTC",
  quote: "USDT",
  pricePrecision: 2,
  quantityPrecision: 5,
};

export const E_BTC_USDT = {
  name: "E-BTC-USDT",
  kind: "linear",
  multiplier: "0.0001",
  pricePrecision: 1,
  tiers: [
    { maxPositionValue: "100000", maxLeverage: 50, keepRate: "0.01" },
    { maxPositionValue: "1000000", maxLeverage: 10, keepRate: "0.05" },
  ],
};
