/**
 * `npm run simulate -- --seeds 1000 [--seed 1] [--commands 275]`: as many seeds as wanted, one after
 * the other. A failure prints its seed and the command it came to, and comes again with that seed.
 */
import { parseArgs } from "node:util";
import { simulate } from "./simulate.ts";
import { Tally } from "./tally.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    seed: { type: "string", default: "1" },
    commands: { type: "string", default: "275" },
  },
});

function wholeNumber(name: "seeds" | "seed" | "commands"): number {
  const number = Number(values[name]);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  console.error(`--${name} is a whole number, not "${values[name]}"`);
  process.exit(2);
}

const seeds = wholeNumber("seeds");
const first = wholeNumber("seed");
const commands = wholeNumber("commands");
const tally = new Tally();
const start = performance.now();

for (let seed = first; seed < first + seeds; seed++) {
  try {
    tally.add(simulate(seed, commands));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`again: npm run simulate -- --seed ${seed} --seeds 1 --commands ${commands}`);
    process.exit(1);
  }
  const done = seed - first + 1;
  if (done % 50 === 0) console.log(`${done} of ${seeds} seeds`);
}

const seconds = ((performance.now() - start) / 1000).toFixed(1);
console.log(`${seeds} seeds of ${commands} commands in ${seconds} s, no failure`);
for (const [what, times] of [...tally.counts].sort()) console.log(`${times}`.padStart(10), what);
const missing = tally.missing();
if (missing.length > 0) console.log(`did not happen: ${missing.join(", ")}`);
