/**
 * Margin: what a price or an hour costs that ruins nobody, over many accounts with debt, and what a
 * margin order costs beside a spot order. With another commit, what margin has cost the spot orders.
 */
import { atMost, below, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";

const ACCOUNTS = 100_000;
const HELD_MS_MAX = 10;
const ROUNDS = 3;
const AGAINST_ROUNDS = 9;

/** @param {import("../run.mjs").Bench} bench */
export async function margin({ dist, against }) {
  const size = { accounts: ACCOUNTS, ticks: 600, hours: 200, orders: 50_000 };
  const task = { program: "margin-child.mjs", measure: "margin", dist, ...size };
  const [rounds] = await interleave([task], ROUNDS);
  const [{ owing }] = rounds;
  const at = `margin, ${owing.toLocaleString("en-US")} accounts with debt`;
  const held = (what, times) => below(`${at}: ${what}`, Math.max(...times), "ms", HELD_MS_MAX);
  const index = shortest(rounds, "index");
  const hour = shortest(rounds, "hour");
  const lines = [
    held("the longest of 600 index prices", index),
    noted(`${at}: the middle one`, middleOf(index), "ms"),
    held("the longest of 100 while BTC falls by 12%", shortest(rounds, "fall")),
    noted(`${at}: one that is 12% below the last`, lowest(rounds, "gap"), "ms"),
    held("the longest of 200 hours", hour),
    noted(`${at}: the middle one`, middleOf(hour), "ms"),
    noted(`${at}: a spot order, placed and cancelled`, lowest(rounds, "spot"), "us/command"),
    noted(`${at}: a margin order of one of them`, lowest(rounds, "margin"), "us/command"),
  ];
  return against ? [...lines, await spotBesides({ dist, against })] : lines;
}

/** The rounds run the same commands: what one took longer than another was the machine. */
function shortest(rounds, what) {
  return rounds[0][what].map((_, at) => Math.min(...rounds.map((round) => round[what][at])));
}

function middleOf(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

/** The middle of 9 rounds, interleaved: a spot command now, times one of the commit before. */
async function spotBesides({ dist, against }) {
  const shape = { measure: "speed", contender: "bourse", resting: 10_000, users: 1_000 };
  const task = { ...shape, spread: 1_000, warmUp: 200_000, commands: 300_000 };
  const tasks = [
    { ...task, dist },
    { ...task, dist: against.dist },
  ];
  const [ours, before] = await interleave(tasks, AGAINST_ROUNDS);
  const speed = (results) => middleOf(results.map((one) => one.commandsPerCpuSecond));
  const times = speed(before) / speed(ours);
  return atMost(`margin: a spot command, times ${against.ref}`, times, "x", 1.1);
}
