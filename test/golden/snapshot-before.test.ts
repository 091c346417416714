/**
 * Snapshots as earlier versions wrote them: the states behind golden logs, kept as bytes. Each reads to
 * the state that its log replays to.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSnapshot } from "../../src/core/engine/snapshot/snapshot.ts";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { GENESIS } from "../../src/log/log.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { Replica } from "../../src/runtime/replica/replay.ts";
import { restore } from "../../src/runtime/replica/restore.ts";
import { stateHashOf } from "../../src/tools/audit/verify.ts";

test.each([
  [4, "0.4.0"],
  [5, "0.6.0"],
])(
  "LOG-SNAP-3 a snapshot of version %i is the state that its log replays to",
  async (version, name) => {
    const golden = join(import.meta.dirname, name);
    const body = new Uint8Array(readFileSync(join(golden, `snapshot-${version}.bin`)));
    const log = await openFileLog({ disk: realDisk(golden), readOnly: true });
    const replayed = restore(log, undefined);
    const snapshot = { cursor: GENESIS, body, stateHash: new Uint8Array(32), timeMs: 0 };

    const read = Replica.start(snapshot as unknown as Parameters<typeof Replica.start>[0]);

    expect(stateHashOf(read)).toBe(stateHashOf(replayed));
    expect(read.state.catalogue.contracts.length).toBeGreaterThan(0);
    expect(read.state.clock).toEqual(replayed.state.clock);
  },
);

test("LOG-SNAP-3 an older version than that is not known", () => {
  expect(() => readSnapshot(Uint8Array.of(3, 0, 0))).toThrow("snapshot version 3 is known");
});
