/**
 * The promise of streams, for whatever the server's side and the wire do: what a subscriber has been told
 * adds up to what the server had at that number; a snapshot after the first is announced; and when the
 * wire is good again, every subscriber catches up.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CHANNELS,
  type Change,
  type ChannelName,
  type Fate,
  PlayedServer,
} from "../../../test/client/played-server.ts";
import { StreamDesk } from "../../../test/client/stream-desk.ts";
import { runs } from "../../../test/support/runs.ts";
import { settle } from "../../../test/support/virtual-time.ts";
import type { Subscription } from "../client.ts";
import { foldOf } from "./channel/fold.ts";

type Play =
  | { readonly kind: "change"; readonly name: ChannelName; readonly changes: readonly Change[] }
  | { readonly kind: "hear" | "restart" | "move on" | "settle" }
  /** A little time goes by; new connections are greeted, and requests are answered. */
  | { readonly kind: "serve" }
  /** The server moves on, and the client only sees that the connection is gone. */
  | { readonly kind: "move on unseen" }
  | { readonly kind: "cut"; readonly code: number }
  | { readonly kind: "pass"; readonly ms: number }
  /** `join into`: and before anything can be told, something changes. */
  | { readonly kind: "join" | "join into" | "leave"; readonly name: ChannelName };

const name = fc.constantFrom(...CHANNELS);
const change = fc.record({ key: fc.integer({ min: 1, max: 6 }), value: fc.nat({ max: 3 }) });
const play: fc.Arbitrary<Play> = fc.oneof(
  { weight: 6, arbitrary: changeOf() },
  { weight: 5, arbitrary: fc.constantFrom<Play>({ kind: "hear" }, { kind: "serve" }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.nat(12_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("join", "join into", "leave"), name }),
  },
  { weight: 1, arbitrary: cutOf() },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Play>(
      ...[{ kind: "restart" } as const, { kind: "move on" } as const, { kind: "settle" } as const],
      { kind: "move on unseen" },
    ),
  },
);
const fate = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fate>("sent") },
  { weight: 1, arbitrary: fc.constantFrom<Fate>("lost", "twice", "echoed") },
);

function changeOf(): fc.Arbitrary<Play> {
  const changes = fc.array(change, { minLength: 1, maxLength: 3 });
  return fc.record({ kind: fc.constant("change"), name, changes });
}

function cutOf(): fc.Arbitrary<Play> {
  return fc.record({ kind: fc.constant("cut"), code: fc.constantFrom(1_001, 1_006, 4_003) });
}

/** Adds up what one subscriber is told, and compares it with the truth. */
class Recorder {
  readonly subscription: Subscription;
  readonly channel: ChannelName;
  seq: string | undefined;
  readonly #stage: Pick<Stage, "server" | "problems">;
  #state: unknown;
  #isAnnounced = true;

  constructor(stage: Stage, channel: ChannelName) {
    this.#stage = stage;
    this.channel = channel;
    const fold = foldOf(channel);
    this.subscription = stage.desk.stream.subscribe(channel, {
      snapshot: (told, { seq }) => {
        if (!this.#isAnnounced) this.#complain(`the snapshot ${seq} was not announced`);
        this.#isAnnounced = false;
        this.#become(told, seq);
      },
      update: (told, { seq }) => {
        if (this.#state === undefined) this.#complain(`the update ${seq} came first`);
        else this.#become(fold(this.#state, told), seq);
      },
      resync: () => {
        this.#isAnnounced = true;
      },
    });
  }

  #become(state: unknown, seq: string): void {
    this.#state = state;
    this.seq = seq;
    const truth = this.#stage.server.truth.get(`${this.channel} ${seq}`) ?? "null";
    if (unordered(state) !== unordered(JSON.parse(truth))) {
      this.#complain(`${JSON.stringify(state)} at ${seq}, in truth ${truth}`);
    }
  }

  #complain(sentence: string): void {
    this.#stage.problems.push(`${this.channel}: ${sentence}`);
  }
}

/** Rows have no order of their own; levels and trades do, and come in it. */
function unordered(state: unknown): string {
  const { tickers } = (state ?? {}) as { tickers?: { name: string }[] };
  const sorted = tickers?.toSorted((a, b) => Number(a.name) - Number(b.name));
  return JSON.stringify(sorted ?? state);
}

class Stage {
  readonly desk = new StreamDesk();
  readonly server = new PlayedServer();
  readonly problems: string[] = [];
  recorders: Recorder[] = [];

  async do(act: Play): Promise<void> {
    const { desk, server } = this;
    switch (act.kind) {
      case "change":
        server.change(act.name, act.changes);
        break;
      case "hear":
        server.hear();
        break;
      case "serve":
        await desk.time.pass(400);
        server.meet(desk.socket);
        server.hear();
        break;
      case "cut":
        desk.socket.end(act.code);
        break;
      case "restart":
        server.restart();
        desk.socket.end(1_001);
        break;
      case "move on":
      case "move on unseen":
        server.moveOn();
        desk.socket.end(act.kind === "move on" ? 4_001 : 1_006);
        break;
      case "pass":
        await desk.time.pass(act.ms);
        break;
      case "settle":
        await settle();
        break;
      default:
        this.#move(act.kind, act.name);
    }
  }

  #move(kind: "join" | "join into" | "leave", channel: ChannelName): void {
    if (kind !== "leave") this.recorders.push(new Recorder(this, channel));
    if (kind === "join into") this.server.change(channel, [{ key: 1, value: 2 }]);
    if (kind !== "leave") return;
    const leaving = this.recorders.find((recorder) => recorder.channel === channel);
    leaving?.subscription.close();
    this.recorders = this.recorders.filter((recorder) => recorder !== leaving);
  }

  /** The wire is good, time goes by, and everything moves once more. */
  async comeToRest(): Promise<void> {
    this.server.fates = [];
    for (let round = 0; round < 8; round++) {
      for (const channel of CHANNELS) this.server.change(channel, [{ key: round, value: 1 }]);
      for (let turn = 0; turn < 8; turn++) {
        await this.desk.time.pass(5_000);
        this.server.meet(this.desk.socket);
        this.server.hear();
      }
    }
  }
}

test("what is told is true, announced, and complete in the end", async () => {
  const plays = fc.array(play, { minLength: 5, maxLength: 60 });
  const fates = fc.array(fate, { maxLength: 120 });

  await fc.assert(
    fc.asyncProperty(plays, fates, async (acts, fated) => {
      const stage = new Stage();
      for (const channel of CHANNELS) await stage.do({ kind: "join", name: channel });
      await stage.do({ kind: "serve" });
      stage.server.fates = [...fated];
      for (const act of acts) await stage.do(act);

      await stage.comeToRest();

      expect(stage.problems).toEqual([]);
      for (const { channel, seq } of stage.recorders) {
        expect(seq, channel).toBe(stage.server.headOf(channel));
      }
      stage.desk.stream.close();
      expect(stage.desk.time.pending).toBe(0);
    }),
    { seed: 7, numRuns: runs(80, 300) },
  );
});
