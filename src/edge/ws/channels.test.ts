/** The channels of a path: what is told in a turn, and what is forgotten. */
import { expect, test } from "vitest";
import { present } from "../../core/base/assert.ts";
import type { Listener, MessageFormat, Topic } from "./channel.ts";
import { Channels, type ChannelsOptions } from "./channels.ts";
import { KeptBytes } from "./kept-updates.ts";
import { restText } from "./rest-text.ts";
import { compareSeq } from "./seq.ts";

const PLAIN: MessageFormat = {
  keeps: true,
  snapshot: ({ data }) => Buffer.from(data),
  update: ({ channel, data }) => Buffer.from(`${channel}${data}`),
};

const never = () => false;

class Reader implements Listener {
  readonly heard: string[] = [];
  readonly ended: string[] = [];

  send(frame: Buffer): void {
    this.heard.push(frame.toString());
  }

  owe(frames: readonly Buffer[]): void {
    for (const frame of frames) this.send(frame);
  }

  over({ name }: { readonly name: string }): void {
    this.ended.push(name);
  }
}

class Desk {
  nowMs = 0;
  wakes = 0;
  readonly reader = new Reader();
  readonly bytes = new KeptBytes();
  readonly channels: Channels;
  readonly marks = new Map<string, () => void>();
  readonly closed: string[] = [];

  constructor(options: Partial<ChannelsOptions> = {}) {
    this.channels = new Channels({
      format: PLAIN,
      bytes: this.bytes,
      moment: () => this.moment,
      wake: () => {
        this.wakes++;
      },
      ...options,
    });
  }

  get moment() {
    return { nowMs: this.nowMs, position: 1, timeMs: 0 };
  }

  /** Opens a channel that has something to tell whenever it is marked. */
  open(name: string, { everyMs = 0, isOver = false } = {}) {
    const topic: Topic = {
      everyMs,
      told: () => undefined,
      advance: () => (isOver ? "over" : { data: restText("!") }),
      close: () => this.closed.push(name),
    };
    const channel = this.channels.open(name, name, (mark) => {
      this.marks.set(name, mark);
      return topic;
    });
    return channel;
  }

  turn(isTimeUp: () => boolean = never): boolean {
    return this.channels.turn(this.moment, isTimeUp);
  }

  mark(...names: string[]): void {
    for (const name of names) this.marks.get(name)?.();
  }
}

test("STREAM-PACE-1 only what was marked is told, and once", () => {
  const desk = new Desk();
  for (const name of ["a", "b"]) desk.open(name)?.join(desk.reader);
  desk.mark("a", "a");
  expect([desk.channels.isMarked, desk.wakes]).toEqual([true, 2]);

  expect([desk.turn(), desk.turn()]).toEqual([true, true]);
  expect(desk.reader.heard).toEqual(["a!"]);
  expect(desk.channels.isMarked).toBe(false);
});

test("STREAM-DEPTH-1 what is marked waits until it is due", () => {
  const desk = new Desk();
  desk.open("a", { everyMs: 100 })?.join(desk.reader);
  desk.mark("a");
  desk.turn();
  for (desk.nowMs = 0; desk.nowMs < 250; desk.nowMs += 5) {
    desk.mark("a");
    desk.turn();
  }

  expect(desk.reader.heard).toHaveLength(3);
});

test("STREAM-PACE-2 when the time is up the rest is told in the next turns, no channel for ever last", () => {
  const desk = new Desk();
  const names = ["a", "b", "c", "d"];
  for (const name of names) desk.open(name)?.join(desk.reader);
  /** There is time for one. */
  const turn = () => {
    let asked = 0;
    return desk.turn(() => asked++ > 0);
  };
  desk.mark(...names);
  const answers = names.map(() => {
    const isDone = turn();
    desk.mark(...names); // all of them, all the time
    return isDone;
  });

  expect(desk.reader.heard).toEqual(["a!", "b!", "c!", "d!"]);
  expect(answers).toEqual([false, false, false, false]);
});

test("STREAM-LIMIT-6 a new channel takes the place of the one that was left first; if none was, it is refused", () => {
  const desk = new Desk({ countMax: 3 });
  for (const name of ["a", "b", "c"]) desk.open(name)?.join(desk.reader);
  expect(desk.open("d")).toBeUndefined();
  expect(desk.channels.count).toBe(3);

  for (const [nowMs, name] of [
    [10, "b"],
    [20, "a"],
  ] as const) {
    desk.channels.find(name)?.leave(desk.reader, nowMs);
  }
  desk.open("d")?.join(desk.reader);

  expect([desk.closed, desk.channels.count]).toEqual([["b"], 3]);
  expect(desk.channels.find("b")).toBeUndefined();
});

test("STREAM-RESUME-3 a channel without listeners goes on for a while, and is forgotten then", () => {
  const desk = new Desk();
  const channel = desk.open("a");
  channel?.join(desk.reader);
  desk.open("b");
  desk.open("heard")?.join(desk.reader);
  desk.mark("a");
  desk.turn();
  expect(desk.bytes.used).toBeGreaterThan(0);
  channel?.leave(desk.reader, 1_000);

  desk.channels.forgetIdle(300_000);
  expect(desk.closed).toEqual(["b"]);
  desk.mark("a");
  desk.turn();
  expect(channel?.keptSince({ position: 1, counter: 1 })?.write()?.frames).toHaveLength(1);
  desk.channels.forgetIdle(301_000);
  expect([desk.closed, desk.channels.count, desk.bytes.used]).toEqual([["b", "a"], 1, 0]);
});

test("STREAM-END-1 a channel that is over is closed in its turn", () => {
  const desk = new Desk();
  desk.open("a", { isOver: true })?.join(desk.reader);
  desk.mark("a");
  desk.turn();

  expect([desk.reader.ended, desk.closed, desk.channels.count]).toEqual([["a"], ["a"], 0]);
  desk.mark("a"); // too late
  expect(desk.turn()).toBe(true);
});

test("STREAM-PACE-2 events are told before states, however many of those are due", () => {
  const desk = new Desk();
  for (let at = 0; at < 1_000; at++) desk.open(`state ${at}`, { everyMs: 50 });
  desk.open("event")?.enter(desk.reader);
  for (const mark of desk.marks.values()) mark();
  let told = 0;
  desk.channels.turn(desk.moment, () => told++ >= 1);

  expect(desk.reader.heard).toEqual(["event!"]);
});

test("STREAM-SEQ-4 a channel that is opened again at the same position begins behind the numbers of before", () => {
  const desk = new Desk();
  const first = present(desk.open("a", { everyMs: 50 }), "a channel");
  desk.marks.get("a")?.();
  desk.channels.turn(desk.moment, never);
  const { seq } = first;
  desk.channels.close("a");
  const again = present(desk.open("a", { everyMs: 50 }), "a channel");

  expect(compareSeq(again.seq, seq)).toBeGreaterThan(0);
  expect(again.keptSince(seq)).toBeUndefined();
});

test("STREAM-SEQ-1 STREAM-SEQ-4 a channel of events begins at its position, whatever was told there before", () => {
  const desk = new Desk();
  desk.open("state", { everyMs: 50 });
  desk.marks.get("state")?.();
  desk.turn();
  desk.channels.close("state");

  const opened = [present(desk.open("a"), "a channel").seq];
  desk.channels.close("a");
  opened.push(present(desk.open("a"), "a channel").seq);

  expect(opened).toEqual([
    { position: 1, counter: 0 },
    { position: 1, counter: 0 },
  ]);
});
