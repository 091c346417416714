/**
 * A client of `/kline-api/ws` on a real socket, written from docs/streams.md alone: text frames out,
 * gzip in binary frames in. A message is kept as it was sent besides what it says.
 */
import { gunzipSync } from "node:zlib";
import { expect } from "vitest";
import { WebSocket } from "ws";
import { judgeText } from "./judge-stream.ts";

export interface KlineApiHeard {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Waiting {
  readonly matches: (heard: KlineApiHeard) => boolean;
  readonly take: (heard: KlineApiHeard) => void;
}

export class KlineApiClient {
  readonly #socket: WebSocket;
  /** What came and the test has not asked for yet. */
  readonly #heard: KlineApiHeard[] = [];
  #waiting: Waiting | undefined;
  /** The code of its end. */
  readonly closed: Promise<number>;

  /** `url` is that of the API; `tls` the certificate it trusts, where that has one. */
  static open(
    url: string,
    tls: { readonly ca?: Buffer; readonly servername?: string } = {},
  ): Promise<KlineApiClient> {
    const socket = new WebSocket(`${url.replace("http", "ws")}/kline-api/ws`, tls);
    return new Promise((resolve, reject) => {
      const client = new KlineApiClient(socket);
      socket.on("open", () => resolve(client));
      socket.on("error", reject);
    });
  }

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("message", (bytes: Buffer, isBinary) => {
      expect(isBinary).toBe(true);
      const text = gunzipSync(bytes).toString();
      judgeText("/kline-api/ws", text);
      this.#heard.push({ text, value: JSON.parse(text) as KlineApiHeard["value"] });
      this.#look();
    });
  }

  say(message: unknown): void {
    this.#socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  sendBytes(bytes: Buffer): void {
    this.#socket.send(bytes);
  }

  ask(event: "sub" | "unsub" | "req", channel: string, params: object = {}): void {
    this.say({ event, params: { channel, ...params } });
  }

  /** The next message of a kind; what came before it is passed over. */
  next(matches: (heard: KlineApiHeard) => boolean): Promise<KlineApiHeard> {
    return new Promise((take) => {
      this.#waiting = { matches, take };
      this.#look();
    });
  }

  #look(): void {
    if (!this.#waiting) return;
    const { matches, take } = this.#waiting;
    for (let heard = this.#heard.shift(); heard; heard = this.#heard.shift()) {
      if (!matches(heard)) continue;
      this.#waiting = undefined;
      take(heard);
      return;
    }
  }

  /** The next tick of a channel, as it was sent. */
  async tick(channel: string): Promise<string> {
    const { text } = await this.next(
      ({ value }) => value["channel"] === channel && "tick" in value,
    );
    return /"tick":(.*)\}$/.exec(text)?.[1] ?? "";
  }

  /** The next answer with this cb_id. */
  answer(cbId: string): Promise<KlineApiHeard> {
    return this.next(({ value }) => value["cb_id"] === cbId);
  }

  /** What came and was not asked for. */
  get unasked(): readonly string[] {
    return this.#heard.map(({ text }) => text);
  }

  close(): Promise<number> {
    this.#socket.close();
    return this.closed;
  }
}
