/**
 * What a command allocates: in the engine alone, and on its way through the sequencer without a disk. Which
 * objects the optimiser takes away depends on what it compiles when, so it works in the same thread and from
 * fixed seeds here: a round then tells the same as the one before, on a busy machine, too.
 */
import { atMost, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";

/** A young generation, in MB, that is larger than what a stretch allocates; and nothing left to chance. */
const NODE_FLAGS = [
  "--min-semi-space-size=512",
  "--max-semi-space-size=512",
  "--predictable",
  "--hash-seed=1",
  "--random-seed=1",
];
const KINDS = {
  rest: "an order that rests",
  cancel: "a cancel",
  trade: "an order that trades",
  mix: "the mix of the engine's line",
};
/** As much as the lines of a commit beside itself differ by. */
const SHARE_MAX = 1.01;

/** @param {import("../run.mjs").Bench} bench */
export async function allocation({ dist, against, size }) {
  const program = "allocation-child.mjs";
  const task = {
    program,
    measure: "allocation",
    contender: "bourse",
    nodeFlags: NODE_FLAGS,
    ...size,
  };
  const lines = [];
  for (const path of ["engine", "sequencer"]) {
    const ours = { ...task, path, dist };
    const [now, before] = await interleave(
      against ? [ours, { ...ours, dist: against.dist }] : [ours],
      size.rounds,
    );
    for (const [kind, words] of Object.entries(KINDS)) {
      const at = `allocation, ${path}: ${words}`;
      const bytes = lowest(now, kind);
      lines.push(noted(at, bytes, "bytes/command"));
      if (!before) continue;
      const share = bytes / lowest(before, kind);
      lines.push(atMost(`${at}, as a share of ${against.ref}'s`, share, "x", SHARE_MAX));
    }
  }
  return lines;
}
