/**
 * Processes that follow one exchange, as gateways do: each has a replica, streams and a pace of its own, and lags when the
 * test holds its wire. A wanderer is a client that loses its connection and goes on at another of them; it knows what
 * docs/streams.md says, and nothing else.
 */
import { expect } from "vitest";
import { foldOf } from "../../src/client/stream/channel/fold.ts";
import { privateWords } from "../../src/edge/public/private-words.ts";
import { LogName } from "../../src/edge/ws/log-name.ts";
import { PrivateStreams } from "../../src/edge/ws/private/private-streams.ts";
import type { Snapshot } from "../../src/log/file/snapshot-files.ts";
import { UnarchivedRecords } from "../../src/runtime/history/unarchived-records.ts";
import { Follower } from "../../src/runtime/replica/follower.ts";
import { Replica } from "../../src/runtime/replica/replay.ts";
import { TouchedUsers } from "../../src/runtime/replica/touched-users.ts";
import { Feeder } from "../../src/runtime/wire/feeder.ts";
import { FollowedExchange } from "../../src/runtime/wire/followed-exchange.ts";
import { TestWire } from "./follower-desk.ts";
import { emptyArchive } from "./http-client.ts";
import type { MemberDesk } from "./member-desk.ts";
import {
  type Heard,
  StreamDesk,
  type StreamDeskClient,
  type StreamDeskOptions,
} from "./stream-desk.ts";

const PROGRAM = "test";

function raise(reason: unknown): never {
  throw reason instanceof Error ? reason : new Error(String(reason));
}

export class LineDesk {
  readonly member: MemberDesk;
  readonly processes: readonly LineProcess[];

  private constructor(member: MemberDesk, count: number, bounds: Bounds) {
    this.member = member;
    const { exchange } = member.http.tampered;
    const snapshot = exchange.snapshot();
    const feeder = new Feeder({
      core: exchange,
      archive: emptyArchive(),
      program: PROGRAM,
      makeWay: queueMicrotask,
      onDiffers: raise,
      report: raise,
    });
    this.processes = Array.from({ length: count }, (_, number) => {
      return new LineProcess({ member, feeder, snapshot, number: number + 1, bounds });
    });
  }

  static async open(member: MemberDesk, count: number, bounds: Bounds = {}): Promise<LineDesk> {
    const desk = new LineDesk(member, count, bounds);
    for (const { exchange } of desk.processes) await exchange.caughtUp();
    return desk;
  }

  at(number: number): LineProcess {
    return this.processes[number] ?? expect.fail(`no process ${number}`);
  }
}

interface LineProcessParts {
  readonly member: MemberDesk;
  readonly feeder: Feeder;
  readonly snapshot: Snapshot;
  readonly number: number;
  readonly bounds: Bounds;
}

type Bounds = Pick<StreamDeskOptions, "recentMax" | "subscriptionsMax">;

export class LineProcess {
  readonly wire = new TestWire();
  readonly exchange: FollowedExchange;
  readonly streams: StreamDesk;
  readonly #members: PrivateStreams;

  constructor({ member, feeder, snapshot, number, bounds }: LineProcessParts) {
    const { exchange, keys } = member.http;
    const now = () => exchange.nowMs;
    this.exchange = new FollowedExchange({
      follower: new Follower(Replica.start(snapshot)),
      unarchived: new UnarchivedRecords(),
      touched: new TouchedUsers(),
      open: (listener) => this.wire.open(feeder, listener),
      readOn: () => undefined,
      program: PROGRAM,
      number,
      now,
      clockwork: { now, timer: () => () => undefined, makeWay: queueMicrotask },
      onEnd: raise,
      report: raise,
    });
    const words = privateWords(this.exchange.state);
    this.#members = new PrivateStreams({ exchange: this.exchange, keys, words });
    this.streams = new StreamDesk(this.exchange, {
      members: this.#members,
      log: new LogName(() => this.exchange.lines, `of-${number}`),
      login: ({ user }) => ({ user: user as number, key: 0, apiKey: "" }),
      ...bounds,
    });
  }

  /** Its clock goes on, and with it what is due. */
  async pass(ms: number): Promise<void> {
    this.#members.touched("all");
    await this.streams.wait(ms);
  }
}

/** What a wanderer has of a channel. */
export interface Followed {
  seq?: string;
  log?: string;
  /** The rows of all updates, as they were told. */
  readonly told: unknown[];
  state: unknown;
  resyncs: string[];
}

export class Wanderer {
  readonly #user: number;
  readonly channels: ReadonlyMap<string, Followed>;
  #client: StreamDeskClient | undefined;
  #log = "";

  constructor(user: number, channels: readonly string[]) {
    this.#user = user;
    this.channels = new Map(
      channels.map((name) => [name, { told: [], state: undefined, resyncs: [] }]),
    );
  }

  of(channel: string): Followed {
    return this.channels.get(channel) ?? expect.fail(channel);
  }

  /** What it was sent and has not heard is lost. */
  lose(): void {
    this.#client?.connection.ended();
    this.#client = undefined;
  }

  come({ streams }: LineProcess): void {
    this.lose();
    this.#client = streams.connect();
    this.#client.say({ op: "login", user: this.#user });
    for (const [name, { seq, log }] of this.channels) {
      this.#client.subscribe(name, seq && log ? { from: seq, log } : {});
    }
  }

  hear(): void {
    for (const message of this.#client?.take() ?? []) this.#take(message);
  }

  #take(message: Heard): void {
    const { type, channel = "" } = message;
    expect(type).not.toBe("error");
    if (type === "hello") this.#log = `${message["log"]}`;
    const followed = this.channels.get(channel);
    if (!followed) return;
    if (type === "resync") followed.resyncs.push(`${message["reason"]}`);
    if (type === "snapshot") followed.state = message["data"];
    if (type === "update") {
      expect(message.prev, `${channel} ${message.seq}`).toBe(followed.seq);
      followed.told.push(...Object.values(message["data"] as object).flat());
      followed.state = foldOf(channel)(followed.state, message["data"]);
    }
    if (type !== "snapshot" && type !== "update") return;
    followed.seq = message.seq ?? "";
    followed.log = this.#log;
  }
}
