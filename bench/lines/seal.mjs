/**
 * What the checksums of the history store cost its two users: the archivist, which writes rows, and the
 * pages, which read them. Of the store alone, without replay and without JSON, so it is the most that it
 * can be of either.
 */
import { atMost, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";
import { middleOf } from "../support/size.mjs";

const ROUNDS = 5;
/** The budgets were measured, then fixed: it must not grow unseen. */
const PARTS = [
  { what: "a row written", budget: 1.6 },
  { what: "a row of a page read", budget: 2.2 },
];
const ROW = { rowBytes: 120, stored: 20_000, page: 100, program: "seal-child.mjs" };

/** @param {import("../run.mjs").Bench} bench */
export async function seal({ dist }) {
  const tasks = [
    { ...ROW, dist, measure: "seal-write", rows: 512, stretches: 200 },
    { ...ROW, dist, measure: "seal-read", rows: 2_000, stretches: 200 },
  ];
  const results = await interleave(tasks, ROUNDS);
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
