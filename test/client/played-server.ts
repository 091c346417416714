/**
 * The server's side of `/ws` for a test that knows the truth: channels that change, numbers that go on,
 * updates that are kept for clients that come back; and a wire that may lose a message or bring it twice.
 * Numbers are those of docs/streams.md: a world that is left is never in the numbers of the next one.
 */
import type { PlayedSocket, Said } from "./stream-desk.ts";

/** `echoed`: it comes once more behind the next message. */
export type Fate = "sent" | "lost" | "twice" | "echoed";
export const CHANNELS = ["depth:X", "tickers", "trades:X"] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** What changes: the row or level of a key, and to what; 0 takes a level away. */
export interface Change {
  readonly key: number;
  readonly value: number;
}

interface Update {
  readonly seq: string;
  readonly message: object;
}

class PlayedChannel {
  readonly rows = new Map<number, number>();
  readonly name: ChannelName;
  seq = "";
  kept: Update[] = [];

  constructor(name: ChannelName) {
    this.name = name;
  }

  get state(): object {
    return written(this.name, this.rows);
  }
}

/** As the channel tells it; of trades the keys are the ids. */
function written(name: ChannelName, rows: ReadonlyMap<number, number>): object {
  const list = [...rows];
  if (name === "tickers") {
    return { tickers: list.map(([key, value]) => ({ name: `${key}`, last: `${value}` })) };
  }
  if (name === "trades:X") return { trades: list.map(([id, value]) => ({ id, qty: `${value}` })) };
  const levels = list.sort(([a], [b]) => b - a).map(([key, value]) => [`${key}`, `${value}`]);
  return { bids: levels, asks: levels.toReversed() };
}

const KEPT_MAX = 4;

export class PlayedServer {
  /** What each channel was at each of its numbers. */
  readonly truth = new Map<string, string>();
  /** What becomes of the messages to come; then all are sent. */
  fates: Fate[] = [];
  #channels = new Map<ChannelName, PlayedChannel>();
  #world = 0;
  #starts = 0;
  #position = 0;
  #tradeIdLast = 0;
  #read = 0;
  #socket: PlayedSocket | undefined;
  #echo: object | undefined;
  readonly #joined = new Set<ChannelName>();

  constructor() {
    this.moveOn();
  }

  get log(): string {
    return `log${this.#starts}`;
  }

  headOf(name: ChannelName): string {
    return this.#channel(name).seq;
  }

  /** A socket that was opened: it is greeted. */
  meet(socket: PlayedSocket): void {
    if (this.#socket === socket || socket.isOver) return;
    this.#socket = socket;
    this.#echo = undefined;
    this.#read = 0;
    this.#joined.clear();
    this.#send({ type: "hello", log: this.log, time: 1 });
  }

  /** The same state, and nothing is kept. */
  restart(): void {
    this.#starts++;
    for (const channel of this.#channels.values()) channel.kept = [];
  }

  /** Another state, whose numbers begin again. */
  moveOn(): void {
    this.#starts++;
    this.#world++;
    this.#position = 0;
    this.#channels = new Map(CHANNELS.map((name) => [name, new PlayedChannel(name)]));
    for (const channel of this.#channels.values()) this.#number(channel);
  }

  change(name: ChannelName, changes: readonly Change[]): void {
    const channel = this.#channel(name);
    const { seq: prev } = channel;
    const changed = new Map<number, number>();
    for (const { key, value } of changes) {
      const row = name === "trades:X" ? ++this.#tradeIdLast : key;
      changed.set(row, value);
      if (name === "depth:X" && value === 0) channel.rows.delete(row);
      else channel.rows.set(row, value);
    }
    this.#number(channel);
    const { seq } = channel;
    const data = written(name, changed);
    const message = { type: "update", channel: name, seq, prev, time: 1, data };
    channel.kept = [...channel.kept, { seq, message }].slice(-KEPT_MAX);
    if (this.#joined.has(name)) this.#send(message);
  }

  /** Hears what the client has said, and answers. */
  hear(): void {
    const socket = this.#socket;
    if (!socket || socket.isOver) return;
    while (this.#read < socket.said.length) {
      const said = socket.said[this.#read++];
      if (said) this.#answer(said);
    }
  }

  #answer({ op, id, ...said }: Said): void {
    const name = said["channel"] as ChannelName;
    if (op === "ping") this.#send({ type: "pong", id });
    if (op === "unsubscribe") {
      this.#joined.delete(name);
      this.#send({ type: "unsubscribed", channel: name, id });
    }
    if (op !== "subscribe") return;
    this.#joined.add(name);
    const channel = this.#channel(name);
    const missed = said["log"] === this.log ? missedSince(channel, said["from"]) : undefined;
    const isResumed = missed ? { resumed: true } : {};
    this.#send({ type: "subscribed", channel: name, id, ...isResumed });
    for (const { message } of missed ?? []) this.#send(message);
    if (missed) return;
    const reason = said["log"] === this.log ? "too_old" : "other_log";
    if (said["from"] !== undefined) this.#send({ type: "resync", channel: name, reason });
    const { seq, state: data } = channel;
    this.#send({ type: "snapshot", channel: name, seq, time: 1, data });
  }

  #send(message: object): void {
    const fate = this.fates.shift() ?? "sent";
    const echo = this.#echo;
    this.#echo = fate === "echoed" ? message : undefined;
    if (fate !== "lost") this.#socket?.say(message);
    if (fate === "twice") this.#socket?.say(message);
    if (echo) this.#socket?.say(echo);
  }

  /** The counter names the world, so that no number means two things. */
  #number(channel: PlayedChannel): void {
    channel.seq = `${++this.#position}-${this.#world}`;
    this.truth.set(`${channel.name} ${channel.seq}`, JSON.stringify(channel.state));
  }

  #channel(name: ChannelName): PlayedChannel {
    return this.#channels.get(name) ?? new PlayedChannel(name);
  }
}

/** Behind the number that the client has; undefined when it is not known. */
function missedSince({ kept, seq }: PlayedChannel, from: unknown): readonly Update[] | undefined {
  if (from === seq) return [];
  const at = kept.findIndex((update) => update.seq === from);
  return at < 0 ? undefined : kept.slice(at + 1);
}
