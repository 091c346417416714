/**
 * What the checksums of the history store cost its two users: the archivist, which writes rows, and the
 * pages, which read them. Of the store alone, without replay and without JSON, so it is the most that it
 * can be of either.
 */
import { atMost, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";
import { middleOf } from "../support/size.mjs";

/** The budgets were measured, then fixed: it must not grow unseen. */
const PARTS = [
  { what: "a row written", budget: 1.6 },
  { what: "a row of a page read", budget: 2.2 },
];
const ROW = { rowBytes: 120, page: 100, program: "seal-child.mjs" };

/** @param {import("../run.mjs").Bench} bench */
export async function seal({ dist, size }) {
  const { rounds: count, stored, stretches } = size;
  const task = { ...ROW, dist, stored, stretches };
  const tasks = [
    { ...task, measure: "seal-write", rows: size.written },
    { ...task, measure: "seal-read", rows: size.read },
  ];
  const results = await interleave(tasks, count);
  return PARTS.flatMap(({ what, budget }, index) => {
    const rounds = results[index];
    const ratio = middleOf(rounds.map((round) => round.with / round.without));
    return [
      noted(`seal: ${what}`, lowest(rounds, "without"), "us/row"),
      noted(`seal: ${what}, with its checksum`, lowest(rounds, "with"), "us/row"),
      atMost(`seal: ${what}, times without`, ratio, "x", budget),
    ];
  });
}
