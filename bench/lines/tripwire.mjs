/**
 * What the tripwire costs: the same commands with a look after every batch and without any, in one
 * process and by turns, so that both meet the same machine. The second count, the expected lock, is
 * kept in both; what it costs is seen against a commit that has none.
 */
import { atMost, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";
import { middleOf, spotBesides } from "../support/size.mjs";

/** A batch of a busy sequencer, and one of a sequencer with a single client. */
const BATCHES = [64, 1];

/** @param {import("../run.mjs").Bench} bench */
export async function tripwire({ dist, against, size }) {
  const spot = { measure: "tripwire", contender: "bourse", ...size.spot };
  const futures = { measure: "tripwire", program: "futures-child.mjs", ...size.futures };
  const tasks = BATCHES.flatMap((batch) => [
    { ...spot, dist, batch },
    { ...futures, dist, batch },
  ]);
  const results = await interleave(tasks, size.rounds);
  const lines = tasks.flatMap(({ program, batch }, index) => {
    const rounds = results[index];
    const at = `tripwire, ${program ? "futures" : "spot"}, ${batch} in a batch`;
    const ratio = middleOf(rounds.map((round) => round.with / round.without));
    return [
      noted(`${at}: a command`, lowest(rounds, "without"), "us/command"),
      atMost(`${at}: with a look, times without`, ratio, "x", 1.05),
    ];
  });
  return against ? [...lines, await spotBesides("tripwire", { dist, against })] : lines;
}
