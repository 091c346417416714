/**
 * Funding, mark and index of every contract, and how long until funding is settled.
 * Run: node examples/funding-watcher.mjs --rounds 5
 */
import { setTimeout as sleep } from "node:timers/promises";
import { begin } from "./surroundings.mjs";

const { client, values } = begin({
  rounds: { type: "string", default: "5" },
  pause: { type: "string", default: "1000" },
  /** The usual interval; an operator may have chosen another one for a contract. */
  "interval-hours": { type: "string", default: "8" },
});
const HOUR_MS = 3_600_000;
const intervalMs = Number(values["interval-hours"]) * HOUR_MS;

/** Funding is settled at multiples of the interval from 00:00 UTC. */
function untilFunding(time) {
  const seconds = Math.floor((intervalMs - (time % intervalMs)) / 1_000);
  const parts = [seconds / 3_600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part) => `${Math.floor(part)}`.padStart(2, "0")).join(":");
}

/** 0.0001 is 0.01%: two places further left, in the text itself. */
function percent(rate) {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)\.?(\d*)$/.exec(rate);
  const digits = whole + fraction.padEnd(2, "0");
  const point = whole.length + 2;
  const [front, back] = [digits.slice(0, point).replace(/^0+(?=\d)/, ""), digits.slice(point)];
  return `${sign}${front}${back === "" ? "" : `.${back}`}%`;
}

const contracts = await client.futures.contracts();
for (let round = 0; round < Number(values.rounds); round++) {
  if (round > 0) await sleep(Number(values.pause));
  for (const { symbol: contractName } of contracts) {
    const index = await client.futures.index({ contractName });
    const { markPrice, indexPrice, lastFundingRate, time } = index;
    const prices = `mark ${markPrice}, index ${indexPrice}`;
    const funding = `funding ${percent(lastFundingRate)} in ${untilFunding(time)}`;
    console.log(`${contractName.padEnd(12)} ${prices}, ${funding}`);
  }
}
