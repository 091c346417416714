/**
 * The clients of a day: one that listens to every public channel of each dialect, one for each user on its
 * private channels, and the requests of all of them. Whatever they are told is written down, with the time.
 */
import { createHmac } from "node:crypto";
import type { Reply } from "../../src/edge/http/reply.ts";
import { settle } from "../support/virtual-time.ts";
import { type DayExchange, OPERATOR_TOKEN } from "./day-exchange.ts";
import {
  klineApiChannels,
  operatorQuestions,
  ownChannels,
  ownHistories,
  ownQuestions,
  PRIVATE_CHANNELS,
  publicQuestions,
} from "./questions.ts";
import type { RecordedKind, Recording } from "./recording.ts";
import type { DayRequest } from "./requests.ts";
import { ADDRESS, StreamClient } from "./stream-client.ts";

/** The key that a request is signed with. */
export interface DayKey {
  readonly id: number;
  readonly user: number;
  readonly apiKey: string;
}

/** Another number for every request and every start: the only header that is left out. */
const REQUEST_ID = "X-Request-Id";
const SPOT_ORDER = "/sapi/v1/order";

export function secretOf(apiKey: string): string {
  return `secret-of-${apiKey}`;
}

export class DayClients {
  readonly #exchange: DayExchange;
  readonly #recording: Recording;
  readonly #startMs: number;
  readonly #own: StreamClient;
  readonly #klineApi: StreamClient;
  readonly #members = new Map<number, StreamClient>();
  readonly #subscribed = new Set<string>();

  constructor(exchange: DayExchange, recording: Recording) {
    this.#exchange = exchange;
    this.#recording = recording;
    this.#startMs = exchange.time.wallMs();
    this.#own = this.#connect("/ws", "public", "ws");
    this.#klineApi = this.#connect("/kline-api/ws", "public", "kline-api");
  }

  #connect(path: string, kind: RecordedKind, name: string): StreamClient {
    return new StreamClient(this.#exchange.streams, path, (text) => {
      const { channel = "no-channel" } = JSON.parse(text) as { readonly channel?: string };
      this.#note(kind, `${name}.${channel}`, text);
    });
  }

  #note(kind: RecordedKind, file: string, text: string): void {
    this.#recording.note(kind, file, `${this.#exchange.time.wallMs() - this.#startMs} ${text}`);
  }

  /** Listens to what is new, and comes back where a key was revoked. */
  async listen(): Promise<void> {
    const { catalogue } = this.#exchange.sequencer.state;
    for (const channel of this.#news(ownChannels(catalogue))) {
      this.#own.say({ op: "subscribe", channel });
    }
    for (const channel of this.#news(klineApiChannels(catalogue))) {
      this.#klineApi.say({ event: "sub", params: { channel, cb_id: channel } });
    }
    for (const key of this.keys()) this.#comeBack(key);
    await settle();
    await this.#exchange.time.pass(0);
  }

  #news(channels: readonly string[]): string[] {
    const news = channels.filter((channel) => !this.#subscribed.has(channel));
    for (const channel of news) this.#subscribed.add(channel);
    return news;
  }

  #comeBack({ user, apiKey }: DayKey): void {
    if (this.#members.get(user)?.isOver === false) return;
    const client = this.#connect("/ws", "private", `user-${user}`);
    this.#members.set(user, client);
    const ts = `${this.#exchange.time.wallMs()}`;
    const sign = signed(apiKey, `${ts}GET/ws`);
    client.say({ op: "login", apiKey, ts, sign });
    for (const channel of PRIVATE_CHANNELS) client.say({ op: "subscribe", channel });
  }

  /** Of each user the first key that is not revoked and may trade. */
  keys(): DayKey[] {
    const keys = new Map<number, DayKey>();
    for (const key of this.#exchange.sequencer.state.users.keys) {
      if (!key.isRevoked && key.mayTrade && !keys.has(key.user)) keys.set(key.user, key);
    }
    return [...keys.values()];
  }

  /** Sends a command as a request, and writes the reply down. */
  async send(request: DayRequest, key: DayKey): Promise<void> {
    const { target, body } = request;
    if (target === SPOT_ORDER) await this.#post({ target: `${target}/test`, body }, key);
    const { status, body: answered } = await this.#post(request, key);
    if (status !== 200 || !isPlacing(target)) return;
    await this.#askAndNote(
      `${target.replace("conditionOrder", "order")}?${nameIn(body)}&orderId=${idIn(answered)}`,
      key,
    );
  }

  async #post({ target, body }: DayRequest, { apiKey, user }: DayKey): Promise<Reply> {
    const text = JSON.stringify(body);
    const reply = await this.#ask("POST", target, { apiKey, body: text });
    this.#note("replies", `POST${target}`, `user-${user} ${text} -> ${sayReply(reply)}`);
    return reply;
  }

  /** Asks everything of everybody. */
  async askAll(): Promise<void> {
    const { catalogue, users } = this.#exchange.sequencer.state;
    for (const target of publicQuestions(catalogue)) await this.#askAndNote(target);
    for (const key of this.keys()) {
      for (const target of ownQuestions(catalogue)) await this.#askAndNote(target, key);
      for (const request of ownHistories(catalogue)) await this.#post(request, key);
    }
    for (const target of operatorQuestions(users.users.map(({ name }) => name))) {
      const reply = await this.#askOperator(`/operator/v1/${target}`);
      this.#note("operator", `GET-${fileOf(target)}`, `${target} -> ${sayReply(reply)}`);
    }
  }

  async #askAndNote(target: string, key?: DayKey): Promise<void> {
    const reply = await this.#ask("GET", target, { apiKey: key?.apiKey });
    const asked = key ? `user-${key.user} ${target}` : target;
    this.#note("replies", `GET${fileOf(target)}`, `${asked} -> ${sayReply(reply)}`);
  }

  #ask(
    method: string,
    target: string,
    { apiKey, body = "" }: { readonly apiKey?: string | undefined; readonly body?: string },
  ): Promise<Reply> {
    const ts = `${this.#exchange.time.wallMs()}`;
    const headers = apiKey !== undefined && {
      "x-ch-apikey": [apiKey],
      "x-ch-ts": [ts],
      "x-ch-sign": [signed(apiKey, ts + method + target + body)],
      "content-type": ["application/json"],
    };
    const head = { method, target, headers: headers || {}, address: ADDRESS };
    return this.#exchange.api.dispatch(head, Buffer.from(body));
  }

  #askOperator(target: string): Promise<Reply> {
    const headers = { host: ["127.0.0.1"], authorization: [`Bearer ${OPERATOR_TOKEN}`] };
    const head = { method: "GET", target, headers, address: ADDRESS };
    return this.#exchange.operator.dispatch(head, Buffer.alloc(0));
  }
}

export function signed(apiKey: string, text: string): string {
  return createHmac("sha256", secretOf(apiKey)).update(text).digest("hex");
}

/** Whether it answers with the order's id, by which the order can be asked for. */
function isPlacing(target: string): boolean {
  return target.endsWith("/order") || target.endsWith("/conditionOrder");
}

function nameIn({ symbol, contractName }: DayRequest["body"]): string {
  return symbol === undefined ? `contractName=${contractName}` : `symbol=${symbol}`;
}

function idIn(answered: string): string {
  return /"orderId":"?([0-9]+)/.exec(answered)?.[1] ?? "";
}

function fileOf(target: string): string {
  return target.replace(/\?.*/, "");
}

function sayReply({ status, headers, body }: Reply): string {
  const { [REQUEST_ID]: _, ...rest } = headers;
  return `${status} ${JSON.stringify(rest)} ${body}`;
}
