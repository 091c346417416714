/**
 * A desk for streams: a socket whose other side is played by the test, as docs/streams.md has it, and
 * time that moves only when the test says so. The only request over HTTP is the one for the time.
 */
import { expect } from "vitest";
import {
  BourseClient,
  type BourseError,
  type BourseStream,
  type Channel,
  type ChannelListener,
  type ClientOptions,
  type StreamSocket,
} from "../../src/client/client.ts";
import { settle, VirtualTime } from "../support/virtual-time.ts";
import { answer } from "./client-desk.ts";

export const KEY = { apiKey: "key-of-alice", secret: "secret-of-alice" };
const BEGIN_MS = 1_700_000_000_000;

type Event = Parameters<Parameters<StreamSocket["addEventListener"]>[1]>[0];
/** What a client said, as the server reads it. */
export type Said = Readonly<Record<string, unknown>> & { readonly id: number };

/** One socket; the methods behind `close` are the server's side. */
export class PlayedSocket implements StreamSocket {
  readonly url: string;
  readonly said: Said[] = [];
  /** How the client ended it. */
  closedWith: number | "terminated" | undefined;
  readonly #listeners: { readonly type: string; readonly listener: (event: Event) => void }[] = [];
  #isOver = false;

  constructor(url: string) {
    this.url = url;
  }

  addEventListener(type: string, listener: (event: Event) => void): void {
    this.#listeners.push({ type, listener });
  }

  send(text: string): void {
    this.said.push(JSON.parse(text));
  }

  close(code = 1_005): void {
    this.closedWith = code;
    this.end(code);
  }

  terminate(): void {
    this.closedWith = "terminated";
    this.end(1_006);
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  hello(log = "log1"): void {
    this.say({ type: "hello", log, time: BEGIN_MS });
  }

  say(message: object): void {
    this.raw(JSON.stringify(message));
  }

  raw(data: unknown): void {
    if (!this.#isOver) this.#ring("message", { data });
  }

  end(code: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#ring("error", {});
    this.#ring("close", { code });
  }

  /** The last request with this `op`. */
  last(op: string): Said {
    return this.said.findLast((said) => said["op"] === op) ?? expect.fail(`no ${op} was sent`);
  }

  /** The last subscription to the channel is accepted. */
  accept(channel: string, more: object = {}): void {
    const { id } =
      this.said.findLast((said) => said["op"] === "subscribe" && said["channel"] === channel) ??
      expect.fail(`nobody subscribed to ${channel}`);
    this.say({ type: "subscribed", channel, id, ...more });
  }

  snapshot(channel: string, seq: string, data: object): void {
    this.say({ type: "snapshot", channel, seq, time: BEGIN_MS, data });
  }

  update(channel: string, [prev, seq]: readonly [string, string], data: object): void {
    this.say({ type: "update", channel, seq, prev, time: BEGIN_MS, data });
  }

  #ring(type: string, event: Omit<Event, "type">): void {
    for (const one of this.#listeners) if (one.type === type) one.listener({ type, ...event });
  }
}

/** What a subscriber was told, in short. */
export type News =
  | readonly ["snapshot" | "update", unknown, string]
  | readonly ["resync" | "ended", string]
  | readonly ["error", BourseError];

export class StreamDesk {
  readonly time = new VirtualTime(BEGIN_MS);
  readonly sockets: PlayedSocket[] = [];
  readonly statuses: string[] = [];
  /** How often the time was asked for. */
  timesAsked = 0;
  isTimeTold = true;
  readonly stream: BourseStream;

  constructor(options: Partial<ClientOptions> = KEY) {
    const { sockets } = this;
    const client = new BourseClient({
      baseUrl: "http://desk/v/",
      retries: 0,
      now: () => this.time.wallMs(),
      fetch: async () => this.#tellTime(),
      ...options,
    });
    this.stream = client.stream({
      webSocket: class extends PlayedSocket {
        constructor(url: string) {
          super(url);
          sockets.push(this);
        }
      },
      alarm: this.time.timer,
      random: () => 1,
    });
    this.stream.onStatus((status) => this.statuses.push(status));
  }

  async #tellTime() {
    this.timesAsked++;
    if (!this.isTimeTold) throw new TypeError("fetch failed");
    return answer(200, JSON.stringify({ timezone: "UTC", serverTime: this.time.wallMs() + 5 }));
  }

  /** The newest. */
  get socket(): PlayedSocket {
    return this.sockets.at(-1) ?? expect.fail("nobody connected");
  }

  /** Subscribes, and writes down what is told. */
  listen(channel: Channel) {
    const news: News[] = [];
    const listener: ChannelListener<unknown> = {
      snapshot: (told, { seq }) => news.push(["snapshot", told, seq]),
      update: (told, { seq }) => news.push(["update", told, seq]),
      resync: (reason) => news.push(["resync", reason]),
      error: (error) => news.push(["error", error]),
      ended: (reason) => news.push(["ended", reason]),
    };
    return { news, subscription: this.stream.subscribe(channel, listener) };
  }

  /** Until the client has said it: signing takes its time. */
  async said(op: string): Promise<Said> {
    for (;;) {
      const said = this.socket.said.findLast((one) => one["op"] === op);
      if (said) return said;
      await settle();
    }
  }

  /** The connection ends, and the next one is there and greeted. */
  async reconnect(code = 1_006, log = "log1"): Promise<void> {
    const { socket: before } = this;
    before.end(code);
    while (this.socket === before) await this.time.pass(50);
    this.socket.hello(log);
  }
}
