/** A channel and its listeners: the chain of numbers, for early and late listeners. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Channel, type Listener, type MessageFormat, type Topic } from "./channel.ts";
import { KeptBytes } from "./kept-updates.ts";
import { restText } from "./rest-text.ts";
import { formatSeq, type Seq } from "./seq.ts";

/** A message format that a test can read. */
const PLAIN: MessageFormat = {
  keeps: true,
  snapshot: ({ seq, data }) => Buffer.from(`all ${formatSeq(seq)} ${data}`),
  update: ({ prev, seq, data }) => Buffer.from(`${formatSeq(prev)} ${formatSeq(seq)} ${data}`),
};

/** A list of letters that grows. */
class Letters implements Topic {
  readonly everyMs = 100;
  all = "";
  #told = "";
  seq: Seq | undefined;
  isOver = false;
  closings = 0;

  told() {
    return restText(this.#told);
  }

  advance() {
    if (this.isOver) return "over" as const;
    const data = this.all.slice(this.#told.length);
    if (data === "") return undefined;
    this.#told = this.all;
    const advance = { data: restText(data) };
    return this.seq ? { ...advance, seq: this.seq } : advance;
  }

  close(): void {
    this.closings++;
  }
}

/** Remembers what it was told, and whether a number was missing. */
class Reader implements Listener {
  letters = "";
  seq = "";
  isOver = false;
  readonly frames: Buffer[] = [];

  send(frame: Buffer): void {
    this.frames.push(frame);
    const [first = "", second = "", third = ""] = frame.toString().split(" ");
    if (first === "all") [this.seq, this.letters] = [second, third];
    else {
      expect(first).toBe(this.seq);
      this.seq = second;
      this.letters += third;
    }
  }

  owe(frames: readonly Buffer[]): void {
    for (const frame of frames) this.send(frame);
  }

  over(): void {
    this.isOver = true;
  }
}

const NOW = { nowMs: 0, position: 1, timeMs: 0 };

function open({ format = PLAIN, now = NOW } = {}) {
  const topic = new Letters();
  const bytes = new KeptBytes();
  const begin = { position: now.position, counter: 0 };
  const channel = new Channel({ key: "k", name: "letters", topic, format, bytes, now, begin });
  return { topic, channel };
}

function enter(channel: Channel): Reader {
  const reader = new Reader();
  channel.enter(reader);
  return reader;
}

const step = fc.oneof(
  fc.record({ kind: fc.constant("write" as const), letter: fc.constantFrom("a", "b") }),
  fc.record({ kind: fc.constant("tell" as const), ahead: fc.nat(1) }),
  fc.record({ kind: fc.constant("join" as const) }),
  fc.record({ kind: fc.constant("come back" as const), who: fc.nat(9) }),
);

test("STREAM-SEQ-2 STREAM-RESUME-1 every update names the one before it, whenever a listener came or came back", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { topic, channel } = open();
      const readers: Reader[] = [];
      let position = 1;
      for (const one of steps) {
        if (one.kind === "write") topic.all += one.letter;
        else if (one.kind === "join") readers.push(enter(channel));
        else if (one.kind === "come back") comeBack(channel, readers[one.who]);
        else {
          position += one.ahead;
          channel.publish({ nowMs: 0, position, timeMs: 0 });
        }
      }
      channel.publish({ nowMs: 0, position, timeMs: 0 });

      for (const { letters, seq } of readers) {
        expect([letters, seq]).toEqual([topic.all, formatSeq(channel.seq)]);
      }
    }),
    { seed: 7, numRuns: 300 },
  );
});

/** Leaves, misses what is told meanwhile, and gets it afterwards. */
function comeBack(channel: Channel, reader: Reader | undefined): void {
  if (!reader) return;
  channel.leave(reader, 0);
  const [position = 0, counter = 0] = reader.seq.split("-").map(Number);
  channel.publish({ nowMs: 0, position: position + 1, timeMs: 0 });
  const missed = channel.keptSince({ position, counter })?.write()?.frames ?? [];
  channel.join(reader);
  for (const frame of missed) reader.send(frame);
}

test("STREAM-SEQ-1 a state is known up to the log's end, and told twice there has a counter", () => {
  const { topic, channel } = open();
  const tell = (letter: string, position: number) => {
    topic.all += letter;
    channel.publish({ ...NOW, position });
    return formatSeq(channel.seq);
  };

  expect([tell("a", 1), tell("b", 7), tell("c", 7)]).toEqual(["1-1", "7-0", "7-1"]);
  topic.seq = { position: 8, counter: 3 };
  expect(tell("d", 9)).toBe("8-3");
});

test("STREAM-PACE-1 a message is made once, and a snapshot once until the next", () => {
  let made = 0;
  const format: MessageFormat = {
    ...PLAIN,
    snapshot: (message) => {
      made++;
      return PLAIN.snapshot(message);
    },
  };
  const { topic, channel } = open({ format });
  const readers = [enter(channel), enter(channel)];
  topic.all = "a";
  channel.publish(NOW);
  const late = enter(channel);

  expect(readers[0]?.frames[1]).toBe(readers[1]?.frames[1]);
  expect(late.letters).toBe("a");
  expect(made).toBe(2);
});

test("STREAM-RESUME-1 a format that keeps nothing has nothing to resume from", () => {
  const { topic, channel } = open({ format: { ...PLAIN, keeps: false } });
  topic.all = "a";
  channel.publish(NOW);

  expect(channel.keptSince({ position: 1, counter: 0 })).toBeUndefined();
});

test("STREAM-DEPTH-1 a channel is due when its time has passed since it was looked at, told or not", () => {
  const { topic, channel } = open();
  expect(channel.isDue(0)).toBe(true);
  channel.publish({ ...NOW, nowMs: 900 });
  expect([channel.isDue(999), channel.isDue(1_000)]).toEqual([false, true]);

  topic.all = "a";
  channel.publish({ ...NOW, nowMs: 1_000 });

  expect([channel.isDue(1_099), channel.isDue(1_100)]).toEqual([false, true]);
});

test("STREAM-END-1 when there is nothing to tell any more, the listeners are told", () => {
  const { topic, channel } = open();
  const [stays, left] = [enter(channel), enter(channel)];
  channel.leave(left, 5);
  topic.isOver = true;

  expect(channel.publish(NOW)).toBe(true);
  channel.close();

  expect([stays.isOver, left.isOver, topic.closings, channel.listeners]).toEqual([
    ...[true, false, 1, 0],
  ]);
});
