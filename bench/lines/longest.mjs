/**
 * How long a single command can hold the loop, over every kind of command on a large exchange. The
 * rounds run the same commands, so each command counts with its shortest time: what the machine did
 * in between is not the command's. The collector's pauses are told apart: they are not the command's either.
 */
import { below, noted } from "../support/result-line.mjs";
import { interleave } from "../support/rounds.mjs";

const SWEEP_MS_MAX = 20;
const DELIST_MS_MAX = 10;
/** Of a usual command, tables that grow included. */
const USUAL_MS_MAX = 5;

/** @param {import("../run.mjs").Bench} bench */
export async function longest({ dist, size }) {
  const task = { program: "longest-child.mjs", measure: "longest", dist, ...size };
  const [rounds] = await interleave([task], size.rounds);
  const [first] = rounds;
  if (first.refused > first.count * 0.05) throw new Error(`${first.refused} commands were refused`);

  const { sweep, delist } = first;
  const apart = [sweep, delist];
  const [slowest] = shortestOf(rounds, ({ begin, end, pausedMs }) => end - begin - pausedMs)
    .filter(({ index }) => !apart.includes(index))
    .sort((one, other) => other.ms - one.ms);
  const whole = shortestOf(rounds, ({ begin, end }) => end - begin);
  const [paused] = whole
    .filter(({ index }) => !apart.includes(index))
    .sort((one, other) => other.ms - one.ms);
  const msOf = (wanted) => whole.find(({ index }) => index === wanted)?.ms ?? 0;
  const orders = (count) => `${count.toLocaleString("en-US")} orders`;
  return [
    below(
      `longest: a command of ${first.count} (${slowest?.type})`,
      slowest?.ms ?? 0,
      "ms",
      USUAL_MS_MAX,
    ),
    noted(`longest: the same with the collector's pauses (${paused?.type})`, paused?.ms ?? 0, "ms"),
    below(
      `longest: a market order that takes ${orders(first.swept)}`,
      msOf(sweep),
      "ms",
      SWEEP_MS_MAX,
    ),
    below(
      `longest: one DelistPair of a pair with ${orders(first.delisted)}`,
      msOf(delist),
      "ms",
      DELIST_MS_MAX,
    ),
  ];
}

/** The commands that were slow in every round, each with its shortest time. */
function shortestOf(rounds, msOf) {
  const [first, ...others] = rounds.map(
    ({ slow }) => new Map(slow.map((span) => [span.index, { ...span, ms: msOf(span) }])),
  );
  return [...first.values()].flatMap((span) => {
    const same = others.map((slow) => slow.get(span.index));
    if (same.some((other) => other === undefined)) return [];
    return [{ ...span, ms: Math.min(span.ms, ...same.map(({ ms }) => ms)) }];
  });
}
