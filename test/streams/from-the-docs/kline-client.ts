/**
 * A client of `/kline-api/ws`, written from docs/streams.md alone: text frames out, gzip in binary frames in,
 * `sub`, `unsub`, `req`, and pings answered with pongs.
 */
import { gunzipSync } from "node:zlib";
import WebSocket from "ws";
import { type Row, rowOf } from "./rest.ts";

type Wanted = (message: Row) => boolean;

interface Wait {
  readonly wanted: Wanted;
  readonly found: (message: Row) => void;
  readonly fail: (error: Error) => void;
}

export class KlineClient {
  readonly #url: string;
  readonly #waits = new Set<Wait>();
  #socket: WebSocket | undefined;
  #ids = 0;
  /** All that came, in its order. */
  readonly messages: Row[] = [];

  constructor(url: string) {
    this.#url = `${url.replace(/^http/, "ws")}/kline-api/ws`;
  }

  async connect(): Promise<this> {
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    socket.on("message", (data: Buffer, isBinary) => this.#take(data, isBinary));
    socket.on("close", (code, reason) => this.#fail(new Error(`closed with ${code} ${reason}`)));
    await new Promise((resolve, reject) => {
      socket.on("open", resolve);
      socket.on("error", reject);
    });
    return this;
  }

  cut(): void {
    this.#socket?.terminate();
  }

  send(frame: string): void {
    this.#socket?.send(frame);
  }

  /** What `sub`, `unsub` or `req` is answered with. */
  ask(event: "sub" | "unsub" | "req", channel: string, params: Row = {}): Promise<Row> {
    this.#ids += 1;
    const cb_id = `${this.#ids}`;
    const answer = this.next((message) => message["cb_id"] === cb_id);
    this.send(JSON.stringify({ event, params: { channel, cb_id, ...params } }));
    return answer;
  }

  /** The first that it is, of those that came and those that will. */
  next(wanted: Wanted): Promise<Row> {
    const here = this.messages.find(wanted);
    if (here !== undefined) return Promise.resolve(here);
    return new Promise((found, fail) => this.#waits.add({ wanted, found, fail }));
  }

  /** The ticks of a channel so far. */
  ticks(channel: string): Row[] {
    return this.messages
      .filter((message) => message["channel"] === channel && "tick" in message)
      .map(({ tick }) => rowOf(tick));
  }

  /** The first tick of a channel that it is. */
  async tick(channel: string, wanted: Wanted): Promise<Row> {
    const message = await this.next(
      (one) => one["channel"] === channel && "tick" in one && wanted(rowOf(one["tick"])),
    );
    return rowOf(message["tick"]);
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (!isBinary) throw new Error("a text frame");
    const message = rowOf(JSON.parse(gunzipSync(data).toString()));
    if ("ping" in message) this.send(JSON.stringify({ pong: message["ping"] }));
    this.messages.push(message);
    for (const wait of [...this.#waits]) {
      if (!wait.wanted(message)) continue;
      this.#waits.delete(wait);
      wait.found(message);
    }
  }

  #fail(error: Error): void {
    for (const { fail } of this.#waits) fail(error);
    this.#waits.clear();
  }
}
