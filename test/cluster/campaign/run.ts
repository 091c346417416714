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

const startedMs = Date.now();
const report = (sentence: string) =>
  console.log(`${sentence}, ${Math.round((Date.now() - startedMs) / 1_000)} s`);
try {
  tell(await runCampaign({ faults, seed: seed ?? 1, gateways: gateways ?? 0, report }));
} catch (error) {
  console.error(error);
  console.error(
    `npm run torture:cluster -- --faults ${faults} --seed ${seed} --gateways ${gateways}`,
  );
  process.exitCode = 1;
}

/** A campaign that lost or doubled anything, or saw anything stale, has ended with an error. */
function tell({
  acknowledged,
  refused,
  unknown,
  unknownButDone,
  reads,
  firstMs,
}: CampaignFigures): void {
  const orders = `${acknowledged} orders acknowledged, 0 lost, 0 doubled, ${refused} refused and 0 of them done`;
  console.log(`${orders}, ${unknown} without an answer and ${unknownButDone} of them done`);
  console.log(`reads: ${reads.current} current, ${reads.stale} stale, ${reads.refused} refused`);
  for (const [name, times] of firstMs) {
    const sorted = times.toSorted((one, other) => one - other);
    const [min, median, max] = [0, Math.floor(sorted.length / 2), sorted.length - 1].map(
      (at) => sorted[at],
    );
    console.log(
      `${name}: ${times.length} times, first acknowledgement after ${min}, ${median}, ${max} ms (least, median, most)`,
    );
  }
  console.log(`${faults} faults, seed ${seed}, no claim broken`);
}
