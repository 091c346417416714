/** The archivist as a child: when it is started again, what it is told, and what its word does. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { ArchivistProcess, type ArchivistProcessOptions, HUNG_MS } from "./archivist-process.ts";

beforeEach(() => {
  const timers = ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] as const;
  vi.useFakeTimers({ toFake: [...timers, "performance"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Real children, whose program is given; the server's time moves when the test says so. */
function startWith(program: string, changes: Partial<ArchivistProcessOptions> = {}) {
  const path = join(temporaryDirectory(), "entry.mjs");
  writeFileSync(path, program);
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  const see = (sentence: string) => {
    seen.push(sentence);
    for (const look of waiting) look();
  };
  const archivist = new ArchivistProcess({
    entry: pathToFileURL(path),
    args: ["directory", "100"],
    durablePosition: () => 7,
    timer: systemTimer,
    onArchived: () => undefined,
    onDiffers: (sentence) => see(`differs: ${sentence}`),
    onStart: () => see("started"),
    report: see,
    ...changes,
  });
  /** Waits until as many sentences as asked begin so; answers them. */
  const sees = (beginning: string, count: number) =>
    new Promise<string[]>((resolve) => {
      const look = () => {
        const found = seen.filter((sentence) => sentence.startsWith(beginning));
        if (found.length < count) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const starts = () => seen.filter((sentence) => sentence === "started").length;
  return { archivist, seen, sees, starts };
}

/** The seconds after which it is started again, of the newest death. */
function pauseOf(reports: readonly string[]): number {
  const [, seconds] = /again in (\d+) s$/.exec(reports.at(-1) ?? "") ?? [];
  if (seconds === undefined) throw new Error(`no pause in: ${reports.at(-1)}`);
  return Number(seconds);
}

/** A busy machine takes its time to start a process. */
const PATIENCE = { timeout: 60_000, interval: 1 };
const DIES = "process.exit(3);";
const LIVES = "process.on('message', () => undefined);";

test("one that dies again and again is started after 1, 2, 4 and at most 60 seconds", async () => {
  const { archivist, sees, starts } = startWith(DIES);
  const pauses: number[] = [];

  for (let deaths = 1; deaths <= 8; deaths++) {
    const pause = pauseOf(await sees("the archivist ended (3)", deaths));
    pauses.push(pause);
    vi.advanceTimersByTime(pause * 1_000 - 1);
    expect(starts()).toBe(deaths);
    vi.advanceTimersByTime(1);
    expect(starts()).toBe(deaths + 1);
  }

  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  await archivist.finish(1_000);
});

test("a minute of life makes the next death the first", async () => {
  const { archivist, sees } = startWith(LIVES);
  const kill = async (deaths: number) => {
    process.kill(archivist.pid ?? 0, "SIGKILL");
    return pauseOf(await sees("the archivist ended (SIGKILL)", deaths));
  };
  const pauses: number[] = [];

  for (const lifeMs of [0, 59_999, 0, 60_000, 0]) {
    vi.advanceTimersByTime(lifeMs);
    pauses.push(await kill(pauses.length + 1));
    vi.advanceTimersByTime((pauses.at(-1) ?? 0) * 1_000);
  }

  expect(pauses).toEqual([1, 2, 4, 1, 2]);
  process.kill(archivist.pid ?? 0, "SIGKILL");
  await archivist.finish(1_000);
});

test("something archived makes the next death the first", async () => {
  const { archivist, sees } = startWith(`process.on("message", ({ position }) => {
    const snapshot = { position: 5, timeMs: 5000 };
    process.send({ type: "archived", position, snapshot }, () => process.exit(1));
  });`);

  for (let deaths = 1; deaths <= 3; deaths++) {
    expect(pauseOf(await sees("the archivist ended (1)", deaths))).toBe(1);
    vi.advanceTimersByTime(1_000);
  }

  expect(archivist.archived).toBe(7);
  expect(archivist.snapshot).toEqual({ position: 5, timeMs: 5_000 });
  expect(archivist.starts).toBe(4);
  await archivist.finish(1_000);
});

test("CORE-TRIP-5 each new snapshot is a check that ran, and a difference one that failed", async () => {
  const { archivist, sees } = startWith(`
    const positions = [3, 3, 5, 9];
    process.on("message", () => {
      for (const position of positions) {
        const snapshot = { position, timeMs: position * 1000 };
        process.send({ type: "archived", position: 9, snapshot });
      }
      process.send({ type: "differs", sentence: "the books" }, () => process.exit(1));
    });`);

  await sees("differs", 1);

  expect(archivist.checks).toEqual({ ran: 3, failed: 1 });
  expect(archivist.snapshot).toEqual({ position: 9, timeMs: 9_000 });
  await archivist.finish(1_000);
});

test("what an archivist writes to stderr is told by the server, line by line, and not for ever", async () => {
  const { archivist, seen, sees } = startWith(`
    for (let n = 0; n < 150; n++) console.error("page " + n + " not found");
    ${LIVES}`);

  await sees("the archivist: page 99 not found", 1);
  process.kill(archivist.pid ?? 0, "SIGKILL");
  await sees("the archivist ended", 1);

  expect(seen[1]).toBe("the archivist: page 0 not found");
  expect(seen.filter((line) => line.startsWith("the archivist: "))).toHaveLength(100);
  await archivist.finish(1_000);
});

test("one that owes an answer and says nothing for ten minutes is killed, and another is started", async () => {
  const { archivist, sees, starts } = startWith(LIVES);

  vi.advanceTimersByTime(HUNG_MS - 1_000);
  expect(starts()).toBe(1);
  vi.advanceTimersByTime(2_000);

  await sees("the archivist has said nothing for 600 s; it is killed", 1);
  await sees("the archivist ended (SIGKILL)", 1);
  vi.advanceTimersByTime(1_000);
  expect(starts()).toBe(2);
  process.kill(archivist.pid ?? 0, "SIGKILL");
  await archivist.finish(1_000);
});

test("LOG-DIGEST-1 one that said that replay differs is heard, and not started again", async () => {
  const { archivist, seen, sees, starts } = startWith(`process.on("message", () => {
    process.send({ type: "differs", sentence: "not the same" }, () => process.exit(1));
  });`);

  await sees("differs", 1);
  await vi.waitUntil(() => archivist.pid === undefined, PATIENCE);
  vi.advanceTimersByTime(600_000);

  expect(seen).toEqual(["started", "differs: not the same"]);
  expect(starts()).toBe(1);
  await archivist.finish(1_000);
});

test("an archivist that a signal to the whole group ended, while the exchange stops, is no news", async () => {
  const { archivist, seen, starts } = startWith(LIVES);

  archivist.expectEnd();
  process.kill(archivist.pid ?? 0, "SIGINT");
  await vi.waitUntil(() => archivist.pid === undefined, PATIENCE);
  vi.advanceTimersByTime(600_000);

  expect(seen).toEqual(["started"]);
  expect(starts()).toBe(1);
  await archivist.finish(1_000);
});

/** A program that, at its end, says all that it heard. */
const LISTENS = `const heard = [];
process.on("message", (message) => {
  heard.push(message.type + " " + message.position);
  answer(message);
  if (message.type !== "finish") return;
  process.send({ type: "differs", sentence: heard.join(", ") }, () => process.disconnect());
});`;

test("one that does not answer is told nothing more until the end, which is always told", async () => {
  let position = 0;
  const durablePosition = () => ++position;
  const { archivist, seen } = startWith(`${LISTENS} const answer = () => undefined;`, {
    durablePosition,
  });

  vi.advanceTimersByTime(10_000);
  await archivist.finish(1_000);

  expect(seen).toEqual(["started", `differs: durable 1, finish ${position}`]);
  expect(position).toBeGreaterThan(40);
});

test("one that answers is told the newest position next, and those between never", async () => {
  let position = 1;
  const { archivist, seen } = startWith(
    `${LISTENS} const answer = ({ position }) => {
      process.send({ type: "archived", position, snapshot: { position: 0, timeMs: 0 } });
    };`,
    { durablePosition: () => position },
  );

  for (position = 2; position < 5; position++) vi.advanceTimersByTime(250);
  await vi.waitUntil(() => archivist.archived === 1, PATIENCE);
  vi.advanceTimersByTime(250);
  await vi.waitUntil(() => archivist.archived === 5, PATIENCE);
  vi.advanceTimersByTime(1_000);
  await archivist.finish(1_000);

  expect(seen).toEqual(["started", "differs: durable 1, durable 5, finish 5"]);
  expect(archivist.snapshot).toBeUndefined();
});

test("one that does not come to its end is killed, so that no process is left", async () => {
  const { archivist, sees } = startWith(STUBBORN);
  await sees("started", 1);
  const pid = archivist.pid ?? 0;

  const finished = archivist.finish(1_000);
  await vi.advanceTimersByTimeAsync(1_000);
  await finished;

  await vi.waitUntil(() => !isAlive(pid), PATIENCE);
});

/** A program that hears nothing, and goes on when the channel is closed. */
const STUBBORN = "process.on('disconnect', () => undefined); setInterval(() => undefined, 1000);";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("EXPLAIN-PACE-1 an explanation is asked for up to the log's end, and its answer comes back", async () => {
  const { archivist } = startWith(`process.on("message", (message) => {
    if (message.type === "finish") process.exit(0);
    if (message.type !== "explain") return;
    const { number, ...asked } = message;
    process.send({ type: "explained", number, explained: { ok: true, text: JSON.stringify(asked) } });
  });`);

  const explained = await archivist.explain("abc");

  const text = JSON.stringify({ type: "explain", id: "abc", position: 7 });
  expect(explained).toEqual({ ok: true, text });
  await archivist.finish(1_000);
});

test("EXPLAIN-PACE-1 an archivist that dies of a query leaves a sentence, and is started again", async () => {
  const { archivist, sees } = startWith(`process.on("message", ({ type }) => {
    if (type === "explain") process.exit(1);
  });`);

  const explained = await archivist.explain("abc");

  const sentence = expect.stringMatching(/not running now/);
  expect(explained).toEqual({ ok: false, sentence });
  expect(await archivist.explain("abc")).toEqual({ ok: false, sentence });
  expect(pauseOf(await sees("the archivist ended (1)", 1))).toBe(1);
  await archivist.finish(1_000);
});

test("SANDBOX-STATE-1 who waits for the archive waits for no tick", async () => {
  const program =
    "process.on('message', ({ type, position }) => type === 'durable' && process.send({ type: 'archived', position, snapshot: { position: 0 } }));";
  let end = 7;
  const { archivist } = startWith(program, { durablePosition: () => end });
  expect(await archivist.comeTo(7, 1_000)).toBe(true);

  end = 900;
  // The server's time stands.
  expect(await archivist.comeTo(900, 1_000)).toBe(true);
  expect(archivist.archived).toBe(900);
  await archivist.abandon();
});

test("SANDBOX-STATE-1 an archive that does not come is not waited for longer than asked", async () => {
  const { archivist } = startWith(LIVES);
  const came = archivist.comeTo(7, 1_000);
  vi.advanceTimersByTime(1_000);

  expect(await came).toBe(false);
  await archivist.abandon();
});
