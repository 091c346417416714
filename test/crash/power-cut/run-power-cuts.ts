/**
 * `npm run power-cuts -- --count N --seed S`: a long campaign of power cuts. It ends with 1 when a claim is
 * broken, and with a line and 0 where the machine cannot have one.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { whyNoCuts } from "./cut-disk.ts";
import { powerCuts, rerunOf } from "./power-cut.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "50" },
    seed: { type: "string", default: "1" },
  },
});
const [count, seed] = [Number(values.count), Number(values.seed)];
if (!(Number.isInteger(count) && count > 0 && Number.isInteger(seed))) {
  throw new Error(`--count and --seed are whole numbers, not ${values.count} and ${values.seed}`);
}
const reason = await whyNoCuts();
if (reason === undefined) await campaign();
else console.log(`passed over: no power can be cut on this machine (${reason})`);

async function campaign(): Promise<void> {
  const place = mkdtempSync(join(tmpdir(), "bourse-power-cuts-"));
  console.log(`seed ${seed}, ${count} power cuts, in ${place}`);
  const startedMs = Date.now();
  try {
    const { counts, broken } = await powerCuts({ place, seed, count, report: console.log });
    const seconds = Math.round((Date.now() - startedMs) / 1_000);
    console.log(`${JSON.stringify(counts)}, ${seconds} s`);
    for (const sentence of broken) console.error(sentence);
    if (broken.length > 0)
      console.error(`${broken.length} claims broken; ${rerunOf({ count, seed })}`);
    else console.log(`${count} power cuts, seed ${seed}, no claim broken`);
    process.exitCode = broken.length === 0 ? 0 : 1;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
