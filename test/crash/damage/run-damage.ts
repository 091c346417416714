/**
 * `npm run damage -- --count N --seed S`: a long campaign of damaged files. It ends with 1 when an outcome is
 * red, and then leaves the directories: `--place DIR --only CASE` looks at one of them again.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { damageAll, PLACES } from "./damage.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
    place: { type: "string" },
    only: { type: "string" },
  },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!(Number.isInteger(count) && count > 0 && Number.isInteger(seed))) {
  throw new Error(`--count and --seed are whole numbers, not ${values.count} and ${values.seed}`);
}
const only = values.only === undefined ? undefined : Number(values.only);
const place = values.place ?? mkdtempSync(join(tmpdir(), "bourse-damage-"));
console.log(`seed ${seed}, ${count} damages, in ${place}`);
const startedMs = Date.now();
const { tally, red } = await damageAll({ place, seed, count, only, report: console.log });
for (const line of tally.lines(PLACES)) console.log(line);
const seconds = Math.round((Date.now() - startedMs) / 1_000);
console.log(`${tally.total} damages, seed ${seed}, ${red.length} red, ${seconds} s`);
if (red.length > 0) {
  console.error(`npm run damage -- --count ${count} --seed ${seed} --place ${place} --only CASE`);
} else if (values.place === undefined) {
  rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
process.exitCode = red.length === 0 ? 0 : 1;
