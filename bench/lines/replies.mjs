/**
 * The text of a reply, from the engine's answer on: what the writers of the contract cost beside JSON.stringify of the same fields,
 * which knows none of their forms, and beside another commit's.
 */
import { atMost, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";
import { besides, middleOf } from "../support/size.mjs";

const REPLIES = [
  { reply: "placed", what: "a placed order" },
  { reply: "order", what: "an order that is asked for" },
];
const TIMES_MAX = 1.5;

/** @param {import("../run.mjs").Bench} bench */
export async function replies({ dist, against, size }) {
  const { rounds: count, ...sizes } = size;
  const lines = [];
  for (const { reply, what } of REPLIES) {
    const task = { ...sizes, reply, program: "replies-child.mjs" };
    const dists = [dist, ...(against ? [against.dist] : [])];
    const [ours, older] = await interleave(
      dists.map((one) => ({ ...task, dist: one })),
      count,
    );
    const ratio = middleOf(ours.map((round) => round.ours / round.stringify));
    lines.push(
      noted(`replies: ${what}`, lowest(ours, "ours"), "us"),
      atMost(`replies: ${what}, times JSON.stringify`, ratio, "x", TIMES_MAX),
    );
    if (older) {
      const [now, then] = [ours, older].map((rounds) => rounds.map((round) => round.ours));
      lines.push(besides(`replies: ${what}`, against, { ours: now, before: then }));
    }
  }
  return lines;
}
