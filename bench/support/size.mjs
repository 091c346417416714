/**
 * What the lines over many accounts share: the shortest of the rounds at each step, the middle of
 * many, and a spot command beside one of another commit.
 */
import { atMost, noted } from "./result-line.mjs";
import { interleave } from "./rounds.mjs";

/** How often ours and another commit's take turns: the machine changes from round to round, and the middle ratio counts. */
export const AGAINST_ROUNDS = 9;

/** The rounds run the same commands: what one took longer than another was the machine. */
export function shortest(rounds, what) {
  return rounds[0][what].map((_, at) => Math.min(...rounds.map((round) => round[what][at])));
}

export function middleOf(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** What ours costs, times what the other commit's costs in the same round; the middle of the rounds. */
export function besides(what, { ref }, { ours, before }) {
  const ratios = ours.map((cost, round) => cost / before[round]);
  return noted(`${what}, times that of ${ref}, middle round`, middleOf(ratios), "x");
}

/** The middle of 9 rounds, interleaved: a spot command now, times one of the commit before. */
export async function spotBesides(part, { dist, against }) {
  const shape = { measure: "speed", contender: "bourse", resting: 10_000, users: 1_000 };
  const task = { ...shape, spread: 1_000, warmUp: 200_000, commands: 300_000 };
  const tasks = [
    { ...task, dist },
    { ...task, dist: against.dist },
  ];
  const [ours, before] = await interleave(tasks, AGAINST_ROUNDS);
  const speed = (results) => middleOf(results.map((one) => one.commandsPerCpuSecond));
  const times = speed(before) / speed(ours);
  return atMost(`${part}: a spot command, times ${against.ref}`, times, "x", 1.1);
}
