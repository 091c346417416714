/** `npm run torture:cluster -- --faults N --seed S --gateways G`: a long campaign of faults against real clusters, with its figures. */
import { parseArgs } from "node:util";
import { type CampaignFigures, runCampaign } from "./campaign.ts";

const { values } = parseArgs({
  options: {
    faults: { type: "string", default: "20" },
    seed: { type: "string", default: "1" },
    gateways: { type: "string", default: "0" },
  },
});
const [faults, seed, gateways] = [values.faults, values.seed, values.gateways].map(Number);
if (
  ![faults, seed, gateways].every((number) => Number.isInteger(number)) ||
  !faults ||
  faults < 1
) {
  throw new Error(`--faults, --seed and --gateways are whole numbers: ${JSON.stringify(values)}`);
}

const RERUN = `npm run torture:cluster -- --faults ${faults} --seed ${seed} --gateways ${gateways}`;
const startedMs = Date.now();
const report = (sentence: string) =>
  console.log(`${sentence}, ${Math.round((Date.now() - startedMs) / 1_000)} s`);
try {
  tell(await runCampaign({ faults, seed: seed ?? 1, gateways: gateways ?? 0, report }));
} catch (error) {
  console.error(error);
  console.error(RERUN);
  process.exitCode = 1;
}

function tell(figures: CampaignFigures): void {
  const { acknowledged, refused, unknown, unknownButDone, reads, firstMs, broken } = figures;
  const count = (pattern: RegExp) => broken.filter((sentence) => pattern.test(sentence)).length;
  const [lost, doubled] = [count(/acknowledged and is missing/), count(/was done as|listed twice/)];
  const refusedButDone = count(/was refused and exists/);
  console.log(`${acknowledged} orders acknowledged, ${lost} lost, ${doubled} doubled`);
  console.log(`${refused} refused, ${refusedButDone} of them done`);
  console.log(`${unknown} without an answer, ${unknownButDone} of them done`);
  console.log(`reads: ${reads.current} current, ${reads.stale} stale, ${reads.refused} refused`);
  for (const [name, times] of firstMs) {
    const sorted = times.toSorted((one, other) => one - other);
    const [min, median, max] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
    console.log(
      `${name}: ${times.length} times, first acknowledgement after ${min}, ${median}, ${max} ms (least, median, most)`,
    );
  }
  for (const sentence of broken) console.error(sentence);
  console.log(`${figures.faults} faults, seed ${seed}, ${broken.length} claims broken`);
  if (broken.length > 0) {
    console.error(RERUN);
    process.exitCode = 1;
  }
}
