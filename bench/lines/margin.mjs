/**
 * Margin: what a price or an hour costs that ruins no account, over many accounts with debt, and what a
 * margin order costs beside a spot order. With another commit, what margin has cost the spot orders.
 */
import { below, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";
import { middleOf, shortest, spotBesides } from "../support/size.mjs";

const HELD_MS_MAX = 10;

/** @param {import("../run.mjs").Bench} bench */
export async function margin({ dist, against, size }) {
  const task = { program: "margin-child.mjs", measure: "margin", dist, ...size };
  const [rounds] = await interleave([task], size.rounds);
  const [{ owing }] = rounds;
  const at = `margin, ${owing.toLocaleString("en-US")} accounts with debt`;
  const held = (what, times) => below(`${at}: ${what}`, Math.max(...times), "ms", HELD_MS_MAX);
  const index = shortest(rounds, "index");
  const hour = shortest(rounds, "hour");
  const lines = [
    held(`the longest of ${size.ticks} index prices`, index),
    noted(`${at}: the middle one`, middleOf(index), "ms"),
    held("the longest of 100 while BTC falls by 12%", shortest(rounds, "fall")),
    noted(`${at}: one that is 12% below the last`, lowest(rounds, "gap"), "ms"),
    held(`the longest of ${size.hours} hours`, hour),
    noted(`${at}: the middle one`, middleOf(hour), "ms"),
    noted(`${at}: a spot order, placed and cancelled`, lowest(rounds, "spot"), "us/command"),
    noted(`${at}: a margin order of one of them`, lowest(rounds, "margin"), "us/command"),
  ];
  return against ? [...lines, await spotBesides("margin", { dist, against })] : lines;
}
