/**
 * A client of `/ws`, written from docs/streams.md alone: it logs in, follows channels by `seq` and `prev`,
 * notices gaps, and goes on after a lost connection with `from` and `log`.
 */
import WebSocket from "ws";
import type { Fold } from "./folds.ts";
import { type Key, type Row, rowOf, signed, textOf } from "./rest.ts";

export interface Closing {
  readonly code: number;
  readonly reason: string;
}

interface Wait {
  check(message: Row | undefined): boolean;
  fail(error: Error): void;
}

/** One channel: where it stands, and what has happened to it. */
export class Following {
  readonly channel: string;
  readonly fold: Fold;
  seq: string | undefined;
  log: string | undefined;
  /** From asking for it until `subscribed`: what still comes is of the subscription before. */
  asked = true;
  resumed = 0;
  snapshots = 0;
  gaps = 0;
  readonly resyncs: unknown[] = [];
  readonly messages: Row[] = [];
  endedBecause: unknown;

  constructor(channel: string, fold: Fold) {
    this.channel = channel;
    this.fold = fold;
  }
}

export interface Options {
  readonly key?: Key;
  /** The certificate it trusts, where the server speaks TLS. */
  readonly tls?: { readonly ca: Buffer; readonly servername: string };
  /** Messages for which this is true are dropped before the client sees them. */
  lose?: (message: Row) => boolean;
}

export class StreamClient {
  readonly #url: string;
  readonly #options: Options;
  readonly #followed = new Map<string, Following>();
  readonly #waits = new Set<Wait>();
  #socket: WebSocket | undefined;
  #ids = 0;
  log = "";
  closing: Closing | undefined;

  constructor(url: string, options: Options = {}) {
    this.#url = `${url.replace(/^http/, "ws")}/ws`;
    this.#options = options;
  }

  /** Connects, logs in if there is a key, and resumes what was followed. */
  async connect(): Promise<this> {
    this.closing = undefined;
    const socket = new WebSocket(this.#url, this.#options.tls ?? {});
    this.#socket = socket;
    socket.on("message", (data: Buffer, isBinary) => {
      if (socket === this.#socket) this.#take(data.toString(), isBinary);
    });
    socket.on("close", (code, reason) => {
      if (socket === this.#socket) this.#lost({ code, reason: reason.toString() });
    });
    socket.on("error", (error) => this.#fail(error));
    this.log = textOf((await this.next(({ type }) => type === "hello"))["log"]);
    if (this.#options.key !== undefined) await this.login(this.#options.key);
    await Promise.all([...this.#followed.values()].map((one) => this.#subscribe(one)));
    return this;
  }

  login({ apiKey, secret }: Key, ts = Date.now()): Promise<Row> {
    return this.ask({ op: "login", apiKey, ts, sign: signed(secret, `${ts}`, "GET", "/ws") });
  }

  /** Resolves when the channel has its snapshot. */
  async follow<F extends Fold>(
    channel: string,
    fold: F,
    from?: Row,
  ): Promise<Following & { fold: F }> {
    const followed = Object.assign(new Following(channel, fold), { fold }, from);
    this.#followed.set(channel, followed);
    await this.#subscribe(followed);
    await this.until(() => followed.snapshots > 0 || followed.resumed > 0);
    return followed;
  }

  async unfollow(channel: string): Promise<Row> {
    const answer = await this.ask({ op: "unsubscribe", channel });
    this.#followed.delete(channel);
    return answer;
  }

  /** Sends one op; its answer, or an Error that begins with the code. */
  async ask(op: Row): Promise<Row> {
    this.#ids += 1;
    const id = this.#ids;
    const answer = this.next((message) => message["id"] === id);
    this.send(JSON.stringify({ ...op, id }));
    const said = await answer;
    if (said["type"] === "error") throw new Error(`${said["code"]} ${said["msg"]}`);
    return said;
  }

  send(frame: string | Buffer, binary = false): void {
    this.#socket?.send(frame, { binary });
  }

  /** The connection breaks, without a word to the server. */
  cut(): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.terminate();
  }

  /** The next message that it is. */
  next(wanted: (message: Row) => boolean): Promise<Row> {
    return new Promise((resolve, reject) => {
      this.#wait((message) => {
        if (message === undefined || !wanted(message)) return false;
        resolve(message);
        return true;
      }, reject);
    });
  }

  /** Looks after every message, until it is so. */
  until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#wait(() => {
        const done = isSo();
        if (done) resolve();
        return done;
      }, reject);
    });
  }

  async closed(): Promise<Closing> {
    await this.until(() => this.closing !== undefined);
    if (this.closing === undefined) throw new Error("not closed");
    return this.closing;
  }

  #wait(check: Wait["check"], fail: Wait["fail"]): void {
    const wait: Wait = { check, fail };
    if (!check(undefined)) this.#waits.add(wait);
  }

  #look(message: Row | undefined): void {
    for (const wait of [...this.#waits]) if (wait.check(message)) this.#waits.delete(wait);
  }

  #fail(error: Error): void {
    for (const wait of this.#waits) wait.fail(error);
    this.#waits.clear();
  }

  #lost(closing: Closing): void {
    this.closing = closing;
    this.#look(undefined);
    this.#fail(new Error(`closed with ${closing.code} ${closing.reason}`));
  }

  async #subscribe(followed: Following): Promise<void> {
    const { channel, seq, log } = followed;
    followed.asked = true;
    const resume = seq === undefined || log === undefined ? {} : { from: seq, log };
    await this.ask({ op: "subscribe", channel, ...resume });
  }

  #take(text: string, isBinary: boolean): void {
    if (isBinary) throw new Error("a binary frame");
    const message = rowOf(JSON.parse(text));
    if (this.#options.lose?.(message)) {
      this.#look(undefined);
      return;
    }
    const followed = this.#followed.get(`${message["channel"]}`);
    if (followed !== undefined) this.#apply(followed, message);
    this.#look(message);
  }

  #apply(followed: Following, message: Row): void {
    if (message["type"] === "subscribed") {
      followed.asked = false;
      if (message["resumed"] === true) followed.resumed += 1;
    }
    if (followed.asked) return;
    if (message["type"] === "resync") followed.resyncs.push(message["reason"]);
    if (message["type"] === "unsubscribed") followed.endedBecause = message["reason"];
    if (message["type"] === "snapshot") this.#snapshot(followed, message);
    if (message["type"] === "update") this.#update(followed, message);
  }

  #snapshot(followed: Following, message: Row): void {
    followed.snapshots += 1;
    followed.fold.snapshot(rowOf(message["data"]));
    this.#stand(followed, message);
  }

  #update(followed: Following, message: Row): void {
    if (message["prev"] === followed.seq) {
      followed.fold.update(rowOf(message["data"]));
      this.#stand(followed, message);
      return;
    }
    followed.gaps += 1;
    this.#subscribe(followed).catch((error: unknown) => this.#fail(new Error(`${error}`)));
  }

  #stand(followed: Following, message: Row): void {
    followed.messages.push(message);
    followed.seq = textOf(message["seq"]);
    followed.log = this.log;
  }
}
