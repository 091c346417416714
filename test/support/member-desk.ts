/**
 * The private channels over the real engine and the whole REST API, without a socket: demo1 and demo2
 * listen, and what they have made of what they heard can be held against what the API answers. They
 * fold with the typed client's own rules.
 */
import { expect } from "vitest";
import { readExactly } from "../../src/client/session/exact-json.ts";
import { foldOf } from "../../src/client/stream/channel/fold.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import { inspectTouched } from "../../src/core/engine/invariants/tripwire.ts";
import { privateWords } from "../../src/edge/public/private-words.ts";
import type { Listener, Moment } from "../../src/edge/ws/channel.ts";
import { Channels } from "../../src/edge/ws/channels.ts";
import { Feed } from "../../src/edge/ws/feed.ts";
import { OWN_FORMAT } from "../../src/edge/ws/own/message-format.ts";
import { PrivateStreams } from "../../src/edge/ws/private/private-streams.ts";
import type { PrivateWords } from "../../src/edge/ws/private/private-words.ts";
import { compareSeq, parseSeq } from "../../src/edge/ws/seq.ts";
import { dueTicks } from "../../src/runtime/sequencer/ticks.ts";
import { HttpDesk, type User } from "./http-client.ts";
import { type Heard, textsIn } from "./stream-desk.ts";

export const USERS: Readonly<Record<User, number>> = { demo1: 1, demo2: 2 };

export type Row = Readonly<Record<string, unknown>>;
type Data = Readonly<Record<string, readonly Row[]>>;

/** A listener of one channel, and what was made of it. */
export class Ear implements Listener {
  readonly channel: string;
  /** Every message, as it was written. */
  readonly texts: string[] = [];
  readonly updates: Data[] = [];
  seq = "";
  state: unknown;
  isOver = false;

  constructor(channel: string) {
    this.channel = channel;
  }

  send(frame: Buffer): void {
    for (const text of textsIn(frame)) this.#hear(text);
  }

  #hear(text: string): void {
    const { type, seq = "", prev, data } = readExactly(text) as Heard;
    this.texts.push(text);
    if (type === "update") {
      expect(prev, "no gap").toBe(this.seq);
      const [before, after] = [parseSeq(this.seq), parseSeq(seq)];
      expect(before && after && compareSeq(before, after), "in the order of the log").toBeLessThan(
        0,
      );
      this.updates.push(data as Data);
      this.state = foldOf(this.channel)(this.state, data);
    } else {
      this.state = data;
    }
    this.seq = seq;
  }

  owe(frames: readonly Buffer[]): void {
    for (const frame of frames) this.send(frame);
  }

  over(): void {
    this.isOver = true;
  }

  /** The rows of what it has now. */
  rows(field: string): readonly Row[] {
    return (this.state as Data)[field] ?? expect.fail(field);
  }

  /** All rows that were told after the first message, in their order. */
  told(field: string): Row[] {
    return this.updates.flatMap((update) => update[field] ?? []);
  }
}

/** Longer than any channel waits. */
const BEAT_MS = 100;
const TICKS_MAX = 1_000;

export class MemberDesk {
  readonly http: HttpDesk;
  readonly words: PrivateWords;
  readonly members: PrivateStreams;
  readonly feed: Feed;
  readonly #channels: Channels;
  #nowMs = 0;

  private constructor(http: HttpDesk) {
    this.http = http;
    const { exchange, keys } = http;
    const feed = new Feed(() => exchange.state.position);
    this.feed = feed;
    this.words = privateWords(exchange.state);
    this.members = new PrivateStreams({ exchange, keys, words: this.words });
    exchange.onEvent((event) => this.members.fold(event, feed.fold(event)));
    const moment = () => this.#moment();
    this.#channels = new Channels({ format: OWN_FORMAT, moment, wake: () => undefined });
  }

  static async open(): Promise<MemberDesk> {
    const desk = new MemberDesk(await HttpDesk.open());
    inspectTouched(desk.http.exchange.state);
    return desk;
  }

  #moment(): Moment {
    const { position, timeMs } = this.http.exchange.state;
    return { nowMs: this.#nowMs, position, timeMs };
  }

  listen(user: User, name: string): Ear {
    const key = `${user} ${name}`;
    const known = this.#channels.find(key);
    const opener =
      this.members.topicNamed(name, USERS[user], this.feed.recent) ?? expect.fail(name);
    const channel = known ?? this.#channels.open(key, name, opener) ?? expect.fail(name);
    const ear = new Ear(name);
    this.#channels.welcome(channel, ear);
    return ear;
  }

  /** The channel has no listener any more, and is forgotten. */
  close(user: User, name: string): void {
    this.#channels.close(`${user} ${name}`);
  }

  do(command: Command) {
    return this.http.exchange.do(command);
  }

  /** What a batch did is looked at, as after every batch, and told. */
  beat(): void {
    inspectTouched(this.http.exchange.state, (user) => this.members.touched(user));
    this.#nowMs += BEAT_MS;
    expect(this.#channels.turn(this.#moment(), () => false)).toBe(true);
  }

  second(): void {
    this.members.second();
    this.beat();
  }

  /** Engine time goes on, with every boundary on the way. */
  pass(ms: number): void {
    const { exchange } = this.http;
    exchange.nowMs += ms;
    for (const tick of dueTicks(exchange.state, exchange.nowMs, TICKS_MAX)) this.http.must(tick);
  }

  /** What the API answers, every figure as it was written. */
  async ask(user: User, target: string): Promise<unknown> {
    const head = this.http.head("GET", target, "", { user });
    const { status, body } = await this.http.api.dispatch(head, Buffer.alloc(0));
    expect(status, `${target}: ${body}`).toBe(200);
    return readExactly(body);
  }
}
