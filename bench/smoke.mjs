/**
 * `npm run bench -- --smoke`: does every part still run? Each goes its whole way at the least size, and no figure is
 * judged, so two run side by side: most of the time they wait for their processes. A part fails when it throws, when it
 * does not end, or when it has no figure to show; one that cannot run here is passed over.
 */
import { performance } from "node:perf_hooks";
import { NotHere } from "./support/needs.mjs";

const LANES = 2;
/** Begun last, one of these would run alone at the end. */
const LONGEST = ["postgres", "cluster", "gateways", "gateway-streams"];
/** Far more than any part takes where the machine is busy, too. */
const PATIENCE_MS = 300_000;

/**
 * What became of a part, and why it was passed over or failed.
 * @typedef {{ part: string, seconds: number, outcome: "ran" | "passed over" | "failed", why?: string }} Smoked
 * @typedef {(part: string) => Promise<import("./support/result-line.mjs").ResultLine[]>} RunPart
 */

/**
 * Runs parts, and tells of each when it is over. @param {string[]} parts
 * @param {{ run: RunPart, tell: (smoked: Smoked) => void, patienceMs?: number }} how
 */
export async function smokeAll(parts, { run, tell, patienceMs = PATIENCE_MS }) {
  const waiting = parts.toSorted((one, other) => weightOf(other) - weightOf(one));
  const all = [];
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const begin = performance.now();
      const told = await outcomeOf(() => withPatience(run(part), patienceMs));
      const smoked = { part, seconds: (performance.now() - begin) / 1000, ...told };
      all.push(smoked);
      tell(smoked);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return all;
}

function weightOf(part) {
  return LONGEST.includes(part) ? LONGEST.length - LONGEST.indexOf(part) : 0;
}

async function outcomeOf(run) {
  try {
    const lines = await run();
    if (lines.some(({ value }) => Number.isFinite(value))) return { outcome: "ran" };
    return { outcome: "failed", why: "no line of it has a figure" };
  } catch (error) {
    if (error instanceof NotHere) return { outcome: "passed over", why: error.message };
    return { outcome: "failed", why: error instanceof Error ? error.stack : String(error) };
  }
}

async function withPatience(running, patienceMs) {
  let timer;
  const patience = new Promise((_, reject) => {
    const late = new Error(`it is not over after ${patienceMs / 1000} s`);
    timer = setTimeout(reject, patienceMs, late);
  });
  try {
    return await Promise.race([running, patience]);
  } finally {
    clearTimeout(timer);
  }
}

/** A line of the report. @param {Smoked} smoked */
export function formatSmoked({ part, seconds, outcome, why }) {
  const at = `smoke: ${part.padEnd(15)} ${seconds.toFixed(1).padStart(5)} s`;
  return outcome === "ran" ? at : `${at}, ${outcome}: ${why}`;
}

/** The last line. @param {Smoked[]} all */
export function formatSmokedAll(all, seconds) {
  const counts = ["ran", "passed over", "failed"].flatMap((outcome) => {
    const parts = all.filter((one) => one.outcome === outcome).map(({ part }) => part);
    if (parts.length === 0) return [];
    return [`${parts.length} ${outcome}${outcome === "ran" ? "" : ` (${parts.join(", ")})`}`];
  });
  return `smoke: ${counts.join(", ")}, in ${seconds.toFixed(1)} s`;
}
