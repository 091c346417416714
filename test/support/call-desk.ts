/**
 * Calls over `/ws` at a desk of the API, without a socket: clients that log in as a person's program would,
 * and what the replies to their calls say. It can carry what a table of requests sends over HTTP.
 */
import { createHmac } from "node:crypto";
import { expect } from "vitest";
import type { Credentials } from "../../src/edge/auth/seal.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { isCallable } from "../../src/edge/http/stream-call.ts";
import { DisconnectCancels } from "../../src/edge/ws/private/disconnect-cancels.ts";
import { login } from "../../src/edge/ws/private/login.ts";
import { type Carrier, CREDENTIALS, type HttpDesk, type User } from "./http-client.ts";
import {
  type Heard,
  StreamDesk,
  type StreamDeskClient,
  type StreamDeskOptions,
} from "./stream-desk.ts";
import { settle } from "./virtual-time.ts";

export const CALLABLE = ROUTES.filter(isCallable);
const PATHS: ReadonlySet<string> = new Set(CALLABLE.map(({ path }) => path));

export interface CalledReply {
  readonly id: number;
  readonly status: number;
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As it was written. */
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const TRIES = 1_000;

export class CallDesk {
  readonly http: HttpDesk;
  readonly streams: StreamDesk;
  readonly cancels: DisconnectCancels;

  constructor(http: HttpDesk, options: StreamDeskOptions = {}) {
    this.http = http;
    const { exchange, keys, api } = http;
    this.cancels = new DisconnectCancels({
      exchange,
      keys,
      nextRequest: () => api.nextRequest(),
      report: (error) => void http.reports.push(error),
    });
    this.streams = new StreamDesk(exchange, {
      login: (fields, address) => login(keys, fields, { address, nowMs: exchange.nowMs }),
      callOrder: (call) => api.call(call),
      cancels: this.cancels,
      ...options,
    });
  }

  /** A client that has logged in. */
  client(key: Credentials = CREDENTIALS.demo1): CallClient {
    const client = new CallClient(this.streams.connect());
    const ts = this.http.exchange.nowMs;
    const sign = createHmac("sha256", key.secret).update(`${ts}GET/ws`).digest("hex");
    client.stream.say({ op: "login", apiKey: key.apiKey, ts, sign });
    expect(client.stream.take().at(-1)).toMatchObject({ type: "loggedIn" });
    return client;
  }
}

export class CallClient {
  readonly stream: StreamDeskClient;
  #idLast = 0;

  constructor(stream: StreamDeskClient) {
    this.stream = stream;
  }

  /** The reply to a call; `body` as text stands in the message as it is. */
  async call(path: string, body?: unknown, more: object = {}): Promise<CalledReply> {
    const [reply] = await this.replies([this.say(path, body, more)]);
    return reply ?? expect.fail(`no reply to ${path}`);
  }

  /** Of calls that are under way together, in the order of the calls. */
  async replies(ids: readonly number[]): Promise<CalledReply[]> {
    const heard: Heard[] = [];
    for (let tries = 0; tries < TRIES && heard.length < ids.length; tries++) {
      heard.push(...this.stream.take().filter(({ id }) => ids.includes(Number(id))));
      if (heard.length < ids.length) await settle();
    }
    const replies = heard.map((message) => this.#read(message));
    return replies.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  }

  /** Makes a call, and says under which id. */
  say(path: string, body?: unknown, more: object = {}): number {
    const id = ++this.#idLast;
    const head = JSON.stringify({ op: "call", id, path, ...more }).slice(0, -1);
    const written = typeof body === "string" ? body : JSON.stringify(body);
    this.stream.say(written === undefined ? `${head}}` : `${head},"body":${written}}`);
    return id;
  }

  #read(heard: Heard): CalledReply {
    expect(heard.type, JSON.stringify(heard)).toBe("reply");
    const isOf = (text: string) => text.endsWith(`,"id":${heard["id"]}}`);
    const written = this.stream.texts.findLast(isOf) ?? expect.fail("nothing was heard");
    const [, text = ""] = /"body":(.*),"id":\d+\}$/.exec(written) ?? [];
    return { ...heard, text } as unknown as CalledReply;
  }
}

/** Carries over a stream all that may be called there and that is signed as a good client signs. */
export function streamCarrier(): Carrier & { count: number } {
  const desks = new WeakMap<HttpDesk, Map<User, CallClient>>();
  const clientOf = (http: HttpDesk, user: User): CallClient => {
    const clients = desks.get(http) ?? new Map<User, CallClient>();
    desks.set(http, clients);
    const client = clients.get(user) ?? new CallDesk(http).client(CREDENTIALS[user]);
    clients.set(user, client);
    return client;
  };
  const carrier: Carrier = (http, { method, target, body, change }) => {
    const { user = "demo1", ...others } = change;
    const isPlain = Object.keys(others).length === 0 && typeof body === "string" && isJson(body);
    if (method !== "POST" || !PATHS.has(target) || !isPlain) return undefined;
    counted.count++;
    return carry(clientOf(http, user), target, body);
  };
  const counted = Object.assign(carrier, { count: 0 });
  return counted;
}

async function carry(client: CallClient, path: string, body: string) {
  const { status, requestId, headers, text } = await client.call(path, body);
  const all = { "X-Request-Id": requestId, ...headers };
  return { status, headers: all, body: text, isClosing: false };
}

function isJson(body: string): boolean {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
