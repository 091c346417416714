/**
 * What a well-behaved client of the streams notices of hostile ones: its trades come by stream as quickly as without them,
 * and nothing of them stays in memory. Times are held against those of a run without the attacker, tried a few times: a
 * machine that stands still makes every client late, but not again and again. It wants the machine for itself.
 */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { HostileDesk, memoryInUse } from "../support/hostile-desk.ts";
import { TEST_PATIENCE } from "../support/patience.ts";
import { frame, PING } from "../support/raw-stream.ts";
import {
  type Attack,
  comeAndGo,
  enterThousand,
  enterUnread,
  FLOODS,
  knockInVain,
  pour,
  SUBSCRIBE,
  sendNoFrames,
  sip,
  trading,
  WITNESS,
} from "./attacks.ts";

const TRIES = 4;
/** What a run may leave behind in memory: what was compiled and cached on the way. */
const LEFT_MIB = 24;

let desk: HostileDesk;
beforeAll(async () => {
  desk = await HostileDesk.open();
  await desk.latency();
});
afterEach(() => desk.leave());
afterAll(() => desk.close());

/** The well-behaved waits as long as without the attack, and nothing of it stays in memory. */
async function expectUnnoticed(attack: Attack): Promise<void> {
  const before = memoryInUse();
  await expectAsQuick([], [attack]);
  await expect.poll(() => memoryInUse() - before, TEST_PATIENCE).toBeLessThan(LEFT_MIB);
}

/** With the one going on as with the other. */
async function expectAsQuick(usual: Attack[], unusual: Attack[]): Promise<void> {
  const seen: string[] = [];
  for (let tries = 0; tries < TRIES; tries++) {
    const quietMs = await latencyDuring(usual);
    const ms = await latencyDuring(unusual);
    seen.push(`${quietMs.toFixed(1)} ms, under attack ${ms.toFixed(1)} ms`);
    if (ms < slowest(quietMs)) return;
  }
  expect.fail(seen.join("; "));
}

/** Of the same order, on whatever machine. */
function slowest(quietMs: number): number {
  return 5 * quietMs + 20;
}

async function latencyDuring(attacks: Attack[]): Promise<number> {
  let isOver = false;
  const attacking = attacks.map((attack) => attack(() => isOver));
  const ms = await desk.latency();
  isOver = true;
  await Promise.all(attacking);
  return ms;
}

test("SEC-55 what is no frame costs others nothing", async () => {
  await expectUnnoticed(sendNoFrames(desk));
});

test.each(FLOODS)(
  "SEC-56 5,000 %s at once, and again, are not noticed by others",
  async (_, path, message) => {
    await expectUnnoticed(pour(desk, path, message));
  },
);

test("SEC-56 STREAM-LIMIT-7 12,000 messages over many streams are not noticed by others", async () => {
  const most = Buffer.concat(Array(200).fill(frame(PING, "x")));
  const crowd = await Promise.all(Array.from({ length: 60 }, () => desk.enter()));

  await expectUnnoticed(async () => {
    for (const stream of crowd) stream.send(most);
  });
});

test("SEC-57 others do not wait for a client that reads and writes a byte at a time", async () => {
  const slow = desk.knock();
  slow.socket.pause();
  for (const byte of SUBSCRIBE) slow.socket.write(Buffer.of(byte));

  await expectUnnoticed(sip(slow));
});

test("SEC-58 on a busy market clients that never read are not noticed by others", async () => {
  const unread: Attack = async (isOver) => {
    await Promise.all([enterUnread(desk), enterUnread(desk)]);
    await trading(desk)(() => desk.streams === WITNESS && isOver());
  };

  await expectAsQuick([trading(desk)], [unread]);
});

test("SEC-59 more than a thousand come and go, and others do not notice", async () => {
  await expectUnnoticed(comeAndGo(desk, 1_200));
});

test("SEC-60 others do not notice that an address has all the streams that it may have", async () => {
  const quietMs = await desk.latency();
  await enterThousand(desk);

  const ms = () => latencyDuring([knockInVain(desk)]);
  await expect.poll(ms, TEST_PATIENCE).toBeLessThan(slowest(quietMs));
});
