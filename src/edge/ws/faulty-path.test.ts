/** What fault rules do to the messages of a channel, client by client. */
import { expect, test } from "vitest";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import { Channel, type Listener, type MessageFormat, type Topic } from "./channel.ts";
import { KeptBytes } from "./kept-updates.ts";
import type { AskedMessage, MessageFault } from "./message-fault.ts";
import { restText } from "./rest-text.ts";
import { formatSeq } from "./seq.ts";

/** A message format that a test can read. */
const PLAIN: MessageFormat = {
  keeps: true,
  snapshot: ({ seq, data }) => Buffer.from(`all ${formatSeq(seq)} ${data}`),
  update: ({ prev, seq, data }) => Buffer.from(`${formatSeq(prev)} ${formatSeq(seq)} ${data}`),
};

class Client implements Listener {
  readonly user: number;
  readonly heard: string[] = [];
  readonly frames: Buffer[] = [];
  readonly ends: string[] = [];
  readonly line = {
    fallSilent: () => void this.ends.push("silent"),
    cut: () => void this.ends.push("cut"),
    close: (reason: string) => void this.ends.push(reason),
  };

  constructor(user = 0) {
    this.user = user;
  }

  send(frame: Buffer): void {
    this.frames.push(frame);
    this.heard.push(frame.toString());
  }

  owe(frames: readonly Buffer[]): void {
    for (const frame of frames) this.send(frame);
  }

  over(): void {
    this.ends.push("over");
  }
}

type Answer = MessageFault | undefined | Promise<MessageFault | undefined>;

class FaultyChannelDesk {
  readonly time = new VirtualTime(0);
  readonly asked: AskedMessage[] = [];
  isActive = true;
  /** What becomes of the next messages, whichever client they are for. */
  faults: Answer[] = [];
  #news: string | undefined;
  #position = 1;
  readonly channel: Channel;

  constructor(bytesMax = 1_000) {
    const desk = this;
    const topic: Topic = {
      everyMs: 0,
      told: () => restText(""),
      advance: () => (this.#news === undefined ? undefined : { data: restText(this.#news) }),
      close: () => undefined,
    };
    const now = () => this.time.monotonicMs();
    this.channel = new Channel({
      key: "letters",
      name: "letters",
      topic,
      format: PLAIN,
      bytes: new KeptBytes(),
      now: { nowMs: 0, position: 1, timeMs: 0 },
      begin: { position: 1, counter: 0 },
      faults: {
        now,
        timer: this.time.timer,
        bytesMax,
        faults: {
          get isActive() {
            return desk.isActive;
          },
          next: (asked) => {
            this.asked.push(asked);
            return this.faults.shift();
          },
        },
      },
    });
  }

  join(client: Client): Client {
    this.channel.join(client);
    return client;
  }

  tell(...letters: string[]): void {
    for (const letter of letters) {
      this.#news = letter;
      this.#position++;
      const nowMs = this.time.monotonicMs();
      this.channel.publish({ nowMs, position: this.#position, timeMs: 0 });
    }
  }
}

function desk(...faults: Answer[]) {
  const opened = new FaultyChannelDesk();
  opened.faults = faults;
  return { desk: opened, client: opened.join(new Client()) };
}

test("SANDBOX-FAULT-9: a dropped message shows as a gap", () => {
  const { desk: channel, client } = desk(undefined, { kind: "drop" });
  channel.tell("a", "b", "c");

  expect(client.heard).toEqual(["1-0 2-0 a", "3-0 4-0 c"]);
});

test("SANDBOX-FAULT-9: a skipped message leaves no gap, nor do several", () => {
  const skip = { kind: "skip" } as const;
  const { desk: channel, client } = desk(undefined, skip, skip, { kind: "double" });
  channel.tell("a", "b", "c", "d", "e");

  expect(client.heard).toEqual(["1-0 2-0 a", "2-0 5-0 d", "2-0 5-0 d", "5-0 6-0 e"]);
});

test("SANDBOX-FAULT-9: a message dropped behind a skipped one shows as a gap", () => {
  const { desk: channel, client } = desk({ kind: "skip" }, { kind: "drop" });
  channel.tell("a", "b", "c");

  expect(client.heard).toEqual(["3-0 4-0 c"]);
});

test("SANDBOX-FAULT-9: the chain stays hidden when the rule is gone before the next message", () => {
  const { desk: channel, client } = desk({ kind: "skip" });
  channel.tell("a");
  channel.isActive = false;
  channel.tell("b", "c");

  expect(client.heard).toEqual(["1-0 3-0 b", "3-0 4-0 c"]);
});

test("SANDBOX-FAULT-9: silence and a cut are the connection's, and others go on", () => {
  const { desk: channel, client } = desk({ kind: "silent" }, undefined, { kind: "close" });
  const other = channel.join(new Client());
  channel.tell("a", "b");

  expect(client.ends).toEqual(["silent", "cut"]);
  expect(other.heard).toEqual(["1-0 2-0 a", "2-0 3-0 b"]);
});

test("SANDBOX-FAULT-10: a late message holds up those behind it, and no other client", async () => {
  const { desk: channel, client } = desk({ kind: "delay", ms: 50 });
  const other = channel.join(new Client());
  channel.tell("a");
  await channel.time.pass(20);
  channel.isActive = false;
  channel.tell("b");
  await channel.time.pass(29);

  expect(client.heard).toEqual([]);
  expect(other.heard).toEqual(["1-0 2-0 a", "2-0 3-0 b"]);

  await channel.time.pass(1);
  channel.tell("c");

  expect(client.heard).toEqual(["1-0 2-0 a", "2-0 3-0 b", "3-0 4-0 c"]);
});

test("SANDBOX-FAULT-10: messages keep their order while the answer about one is awaited", async () => {
  let decide: (fault: MessageFault | undefined) => void = () => undefined;
  const later = new Promise<MessageFault | undefined>((resolve) => {
    decide = resolve;
  });
  const { desk: channel, client } = desk(later, Promise.resolve({ kind: "double" as const }));
  channel.tell("a", "b", "c");
  await Promise.resolve();

  expect(client.heard).toEqual([]);
  expect(channel.asked.map(({ seq }) => seq.position)).toEqual([2, 3, 4]);

  decide({ kind: "drop" });
  await later;
  await Promise.resolve();

  expect(client.heard).toEqual(["2-0 3-0 b", "2-0 3-0 b", "3-0 4-0 c"]);
});

test("SANDBOX-FAULT-10: who begins anew gets nothing of what waited", async () => {
  const { desk: channel, client } = desk({ kind: "delay", ms: 50 });
  channel.tell("a");
  channel.channel.enter(client);
  await channel.time.pass(100);

  expect(client.heard).toEqual(["all 2-0 "]);
});

test("SANDBOX-FAULT-10: a client for which too much waits is closed as a slow reader", () => {
  const opened = new FaultyChannelDesk(20);
  opened.faults = [{ kind: "delay", ms: 50 }];
  const client = opened.join(new Client());
  opened.tell("a", "b");
  expect(client.ends).toEqual([]);

  opened.tell("c");

  expect(client.ends).toEqual(["slow_reader"]);
});

test("SANDBOX-FAULT-8: a rule is asked with the user of the connection, for updates only", () => {
  const { desk: channel } = desk();
  const member = new Client(7);
  channel.channel.enter(member);
  channel.tell("a");

  expect(channel.asked.map(({ channel: name, user }) => [name, user])).toEqual([
    ["letters", 0],
    ["letters", 7],
  ]);
});

test("SANDBOX-FAULT-9: without rules nothing is asked, and all clients get the same frame", () => {
  const { desk: channel, client } = desk();
  const other = channel.join(new Client());
  channel.isActive = false;
  channel.tell("a");

  expect(channel.asked).toEqual([]);
  expect(client.frames[0]).toBe(other.frames[0]);
});
