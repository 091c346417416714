/**
 * Futures: what a second costs that ruins no account and what a funding settlement costs, over many
 * positions, and what a futures command costs beside a spot command. With another commit, what
 * futures have cost the spot orders.
 */
import { atMost, below, grouped, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";
import { middleOf, shortest, spotBesides } from "../support/size.mjs";

/** @param {import("../run.mjs").Bench} bench */
export async function futures({ dist, against, size }) {
  const task = { program: "futures-child.mjs", measure: "futures", dist, ...size };
  const [rounds, few] = await interleave([task, { ...task, positions: size.few }], size.rounds);
  const [{ held }] = rounds;
  const at = `futures, ${grouped(held)} positions`;
  const tick = shortest(rounds, "tick");
  const ratios = rounds.map((round) => round.futures / round.spot);
  const growth = lowest(rounds, "futures") / lowest(few, "futures");
  const lines = [
    below(`${at}: the longest of ${size.ticks} seconds`, Math.max(...tick), "ms", 5),
    noted(`${at}: the middle one`, middleOf(tick), "ms"),
    noted(`${at}: one that is 3% below the last`, lowest(rounds, "gap"), "ms"),
    below(`${at}: a funding settlement`, lowest(rounds, "funding"), "ms", 100),
    noted(`${at}: a spot command`, lowest(rounds, "spot"), "us/command"),
    atMost(`${at}: a futures command`, lowest(rounds, "futures"), "us/command", 4.5),
    noted(`${at}: a futures command, times a spot command`, Math.min(...ratios), "x"),
    below(`${at}: a futures command, times one among ${grouped(size.few)}`, growth, "x", 3.5),
  ];
  return against ? [...lines, await spotBesides("futures", { dist, against })] : lines;
}
