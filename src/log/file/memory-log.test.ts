/** The log in memory keeps the promises of the log on a disk. */
import { expect, test } from "vitest";
import { append, draft, EPOCH, openLog, textsOf } from "../../../test/support/log-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { Fault } from "../../core/base/assert.ts";
import { type Cursor, GENESIS } from "../log.ts";
import { memoryLog } from "./memory-log.ts";

test("the log in memory has the same batches, cursors and hashes as the one on a disk", async () => {
  const memory = memoryLog();
  memory.claim(EPOCH);
  const file = await openLog({ disk: new SimulatedDisk(), segmentBytes: 4096 });
  expect(memory.end).toEqual(file.end);

  for (const [index, text] of ["one", "", "three", "four"].entries()) {
    await append(memory, text, index);
    await append(file, text, index);
  }

  const plain = (value: unknown) =>
    JSON.stringify(value, (_, item) => (item instanceof Uint8Array ? [...item] : item));
  const batches = [...memory.read(GENESIS)];
  expect(plain(batches.map(({ after }) => after))).toBe(
    plain([...file.read(GENESIS)].map(({ after }) => after)),
  );
  expect(textsOf(memory)).toEqual(["one", "", "three", "four"]);
  expect(memory.lastTimeMs).toBe(file.lastTimeMs);
  for (const [index, { after }] of batches.entries()) {
    expect(textsOf(memory, after)).toEqual(["one", "", "three", "four"].slice(index + 1));
  }
});

test("the log in memory refuses a second outstanding append and a wrong position", async () => {
  const log = memoryLog();
  log.claim(EPOCH);

  const first = log.append(1, EPOCH, draft("one"));

  await expect(log.append(1, EPOCH, draft("two"))).rejects.toThrow(Fault);
  expect(await first).toBe("durable");
  await expect(log.append(1, EPOCH, draft("two"))).rejects.toThrow(Fault);
});

test("the log in memory fences other epochs", async () => {
  const log = memoryLog();

  expect(await log.append(1, EPOCH, draft("unclaimed"))).toBe("fenced");
  expect(log.claim(EPOCH)).toBe(true);
  expect(log.claim(EPOCH - 1)).toBe(false);
  expect(await log.append(1, EPOCH + 1, draft("other"))).toBe("fenced");
  expect(textsOf(log)).toEqual([]);
});

test("the log in memory keeps its own copy of a payload", async () => {
  const log = memoryLog();
  log.claim(EPOCH);
  const payload = Buffer.from("mine");

  await log.append(1, EPOCH, { ...draft(""), payload });
  payload.fill(0);

  expect(textsOf(log)).toEqual(["mine"]);
});

test("CORE-BOUND-1 the log in memory forgets its oldest batches, and goes on", async () => {
  const log = memoryLog({ bytesMax: 1_000 });
  log.claim(EPOCH);
  const cursors = [log.end];
  for (let n = 0; n < 50; n++) {
    await append(log, "x".repeat(100), 1);
    cursors.push(log.end);
  }

  const kept = cursors.filter((cursor) => isReadable(log, cursor));

  expect(log.end.position).toBe(50);
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.length).toBeLessThanOrEqual(12);
  expect(kept.at(-1)).toEqual(log.end);
});

function isReadable(log: ReturnType<typeof memoryLog>, from: Cursor): boolean {
  try {
    return [...log.read(from)].length >= 0;
  } catch {
    return false;
  }
}

test("the log in memory may begin at an origin, as one on a disk", async () => {
  const origin = { position: 41, segment: 3, offset: 0, hash: new Uint8Array(32).fill(9) };
  const log = memoryLog({ origin });
  log.claim(EPOCH);
  expect(log.end).toEqual(origin);

  expect(await log.append(42, EPOCH, draft("first"))).toBe("durable");

  expect(textsOf(log, origin)).toEqual(["first"]);
});
