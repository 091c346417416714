/**
 * Writes the state hashes of all golden logs anew: `npx tsx test/golden/rehash.ts`. For a change of
 * the snapshot's form only, and the commit says why. The logs stay as they are, and a log that does
 * not replay to its digest is a rule that has changed: then nothing is written.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { digestOf } from "../../src/runtime/replica/replay.ts";
import { restore } from "../../src/runtime/replica/restore.ts";
import { stateHashOf } from "../../src/tools/audit/verify.ts";

for (const entry of readdirSync(import.meta.dirname, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const directory = join(import.meta.dirname, entry.name);
  const file = join(directory, "golden.json");
  const golden = JSON.parse(readFileSync(file, "utf8"));
  const replica = restore(
    await openFileLog({ disk: realDisk(directory), readOnly: true }),
    undefined,
  );
  const { high, low } = digestOf(replica.state);
  const isSame = high === golden.digest.high && low === golden.digest.low;
  if (!isSame) throw new Error(`${entry.name} does not replay to its digest`);
  const stateHash = stateHashOf(replica);
  writeFileSync(file, `${JSON.stringify({ ...golden, stateHash }, null, 2)}\n`);
  console.log(entry.name, stateHash);
}
