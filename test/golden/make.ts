/**
 * Writes the golden log of this version: `npx tsx test/golden/make.ts NAME`. Only for a new name:
 * a golden log that stands is replaced before the first release at most, and the commit says why.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { inlineSegmentMaker } from "../../src/log/segment/segments.ts";
import { digestOf } from "../../src/runtime/replica/replay.ts";
import { stateHashOf } from "../../src/tools/audit/verify.ts";
import { tell } from "./story.ts";

const [name = ""] = process.argv.slice(2);
const directory = join(import.meta.dirname, name);
if (name === "" || existsSync(directory)) throw new Error("give a name that is not there yet");
mkdirSync(directory);
const disk = realDisk(directory);
const maker = inlineSegmentMaker(disk);
const log = await openFileLog({
  disk,
  segmentBytes: 64 * 1024,
  segmentMaker: {
    // Only the first segment is wanted in the repository.
    make: (id, size) =>
      id === 1 ? maker.make(id, size) : Promise.reject(new Error("one is enough")),
    close: () => undefined,
  },
});
const replica = await tell(log);
log.close();
const { position } = replica.state;
const golden = { position, digest: digestOf(replica.state), stateHash: stateHashOf(replica) };
writeFileSync(join(directory, "golden.json"), `${JSON.stringify(golden, null, 2)}\n`);
console.log(golden);
