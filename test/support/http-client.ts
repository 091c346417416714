/**
 * A desk for the dialect: the public API over the real engine with one pair and two funded users, and a
 * client that signs as they would. Requests go through `dispatch`, without a port.
 */
import { createHmac } from "node:crypto";
import { completeDemo } from "../../src/app/demo/demo-catalogue.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { BanTable } from "../../src/edge/auth/bans.ts";
import { KeyTable } from "../../src/edge/auth/keys.ts";
import { type Credentials, sealSecret } from "../../src/edge/auth/seal.ts";
import { PublicApi, type PublicApiOptions } from "../../src/edge/http/public-api.ts";
import type { Reply } from "../../src/edge/http/reply.ts";
import type { RequestHead } from "../../src/edge/http/request.ts";
import { rowsWriter } from "../../src/edge/public/rows-writer.ts";
import { JoinedHistory } from "../../src/runtime/history/joined-history.ts";
import { archiveOnly } from "./archive-only.ts";
import { type DeskOptions, emptyArchive, MASTER_KEY } from "./desk-options.ts";
import { DirectExchange } from "./direct-exchange.ts";
import { type DeskApi, GatewayApis, gatewaysFor } from "./gateway-apis.ts";
import "./judged-apis.ts";
import { recorded } from "./reply-recorder.ts";

/** The history of an exchange whose archive has only what nobody keeps for it. */
function historyOn(exchange: DirectExchange): PublicApiOptions["history"] {
  const { state, unarchived } = exchange;
  const archive = archiveOnly(exchange);
  const write = rowsWriter(state.catalogue);
  return new JoinedHistory({ unarchived, archive, write });
}

export { type DeskOptions, emptyArchive, MASTER_KEY };

export type User = "demo1" | "demo2";

export const CREDENTIALS: Readonly<Record<User, Credentials>> = {
  demo1: { apiKey: "key-of-demo1", secret: "secret-of-demo1" },
  demo2: { apiKey: "key-of-demo2", secret: "secret-of-demo2" },
};

/** What a request may say otherwise than a good client would. */
export interface Change {
  readonly user?: User;
  readonly ts?: string;
  readonly secret?: string;
  /** What is signed instead of the target. */
  readonly signedTarget?: string;
  readonly signedBody?: string;
  /** Sent instead of, or besides, the right headers; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, readonly string[] | undefined>>;
  readonly address?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
  readonly isClosing: boolean;
}

/** A request before it is signed. */
export interface Unsigned {
  readonly method: string;
  readonly target: string;
  readonly body: string | Uint8Array;
  readonly change: Change;
}

/** Takes a request to the API by another way; undefined leaves it to the desk. */
export type Carrier = (desk: HttpDesk, request: Unsigned) => Promise<Reply> | undefined;

export class HttpDesk {
  /** For a table of requests that is asked by another way, too. */
  static carrier: Carrier | undefined;
  readonly exchange = new DirectExchange();
  readonly keys = new KeyTable(MASTER_KEY);
  readonly history = historyOn(this.exchange);
  readonly reports: unknown[] = [];
  readonly #direct: DeskApi;
  readonly #gateways: GatewayApis | undefined;
  #isTampered = false;

  private constructor({ hasLimits = false, ...options }: DeskOptions) {
    const { exchange, keys, history } = this;
    const bans = new BanTable();
    exchange.onEvent((event) => keys.fold(event));
    exchange.onEvent((event) => bans.fold(event));
    const report = (error: unknown) => void this.reports.push(error);
    const limits = hasLimits ? { bans } : undefined;
    const made = { report, ...options };
    this.#direct = recorded(new PublicApi({ ...made, exchange, keys, history, limits }));
    const gateways = gatewaysFor({ hasLimits, ...options });
    if (gateways) this.#gateways = new GatewayApis(exchange, gateways, { ...made, hasLimits });
  }

  get #way(): DeskApi {
    return this.#isTampered ? this.#direct : (this.#gateways ?? this.#direct);
  }

  /** The public API, through gateways where the tests are run through them. */
  readonly api: DeskApi = {
    admit: (head) => this.#way.admit(head),
    answer: (admitted, body) => this.#way.answer(admitted, body),
    dispatch: (head, body) => this.#way.dispatch(head, body),
    call: (call) => this.#way.call(call),
    refuse: (request, error, head) => this.#way.refuse(request, error, head),
    nextRequest: () => this.#way.nextRequest(),
  };

  /**
   * The desk itself, for a test that puts something in the place of what is behind the API or changes the
   * state by hand: no gateway could follow that, so from now on there is none.
   */
  get tampered(): this {
    this.#isTampered = true;
    this.#gateways?.close();
    return this;
  }

  static async open(options: DeskOptions = {}): Promise<HttpDesk> {
    const desk = new HttpDesk(options);
    if (options.market) for (const command of options.market) desk.must(command);
    else await desk.#openDemo();
    await desk.#gateways?.caughtUp();
    return desk;
  }

  async #openDemo(): Promise<void> {
    const files = {
      read: () => Buffer.from(JSON.stringify(CREDENTIALS)),
      create: () => undefined,
    };
    const draw = () => CREDENTIALS.demo1;
    const seal = (key: Credentials) => sealSecret(MASTER_KEY, key);
    await completeDemo({ exchange: this.exchange, files, draw, seal });
  }

  /** Does what has to be accepted. */
  must(command: Command): void {
    const outcome = this.exchange.do(command);
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.reason}`);
  }

  get(target: string, change: Change = {}): Promise<Answer> {
    return this.send("GET", target, "", change);
  }

  /** `body` is sent as JSON; a string or bytes as they are. */
  post(target: string, body: unknown, change: Change = {}): Promise<Answer> {
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    return this.send("POST", target, isRaw ? body : JSON.stringify(body), change);
  }

  async send(
    method: string,
    target: string,
    body: string | Uint8Array,
    change: Change = {},
  ): Promise<Answer> {
    const head = this.head(method, target, body, change);
    const carried = HttpDesk.carrier?.(this, { method, target, body, change });
    const reply = await (carried ?? this.api.dispatch(head, Buffer.from(body)));
    return { ...reply, json: JSON.parse(reply.body) };
  }

  head(method: string, target: string, body: string | Uint8Array, change: Change): RequestHead {
    const { apiKey, secret } = CREDENTIALS[change.user ?? "demo1"];
    const ts = change.ts ?? `${this.exchange.nowMs}`;
    const signed = createHmac("sha256", change.secret ?? secret)
      .update(ts + method + (change.signedTarget ?? target))
      .update(method === "POST" ? (change.signedBody ?? body) : "");
    const headers = {
      "x-ch-apikey": [apiKey],
      "x-ch-ts": [ts],
      "x-ch-sign": [signed.digest("hex")],
      "content-type": ["application/json"],
      ...change.headers,
    };
    return { method, target, headers, address: change.address ?? "127.0.0.1" };
  }
}
