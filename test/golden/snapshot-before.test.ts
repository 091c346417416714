/**
 * A snapshot as the version before wrote it: the state behind the golden log 0.4.0, kept as bytes. It
 * reads to the state that the log replays to.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stateHashOf } from "../../src/audit/verify.ts";
import { readSnapshot } from "../../src/engine/snapshot.ts";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { GENESIS } from "../../src/log/log.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { Replica } from "../../src/service/replay.ts";
import { restore } from "../../src/service/restore.ts";

const GOLDEN = join(import.meta.dirname, "0.4.0");
const body = new Uint8Array(readFileSync(join(GOLDEN, "snapshot-4.bin")));

test("LOG-SNAP-3 a snapshot of the version before is the state that its log replays to", async () => {
  const log = await openFileLog({ disk: realDisk(GOLDEN), readOnly: true });
  const replayed = restore(log, undefined);
  const snapshot = { cursor: GENESIS, body, stateHash: new Uint8Array(32), timeMs: 0 };

  const read = Replica.start(snapshot as unknown as Parameters<typeof Replica.start>[0]);

  expect(stateHashOf(read)).toBe(stateHashOf(replayed));
  expect(read.state.catalogue.contracts.length).toBeGreaterThan(0);
  expect(read.state.clock).toEqual({ frozen: 0, leadMs: 0, targetMs: 0 });
});

test("LOG-SNAP-3 an older version than that is not known", () => {
  expect(() => readSnapshot(Uint8Array.of(3, 0, 0))).toThrow("snapshot version 3 is known");
});
