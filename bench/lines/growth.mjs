/**
 * What a command costs when the exchange is large. Orders per price level stay the same while the
 * book grows, so the number of levels grows with it: the search for a price is in the figure.
 */
import { below } from "../support/result-line.mjs";
import { highest, interleave } from "../support/rounds.mjs";

const ORDERS_MAX = 2.5;
const USERS_MAX = 1.5;
const ORDERS_PER_LEVEL = 5;

/** @param {import("../run.mjs").Bench} bench */
export async function growth({ dist }) {
  const task = { measure: "speed", contender: "bourse", dist, warmUp: 200_000, commands: 300_000 };
  const orders = await cost([
    { ...task, ...bookOf(10_000), users: 1_000 },
    { ...task, ...bookOf(1_000_000), users: 1_000 },
  ]);
  const users = await cost([
    { ...task, ...bookOf(100_000), users: 1_000 },
    { ...task, ...bookOf(100_000), users: 100_000 },
  ]);
  return [
    below("growth: cost, 1,000,000 resting : 10,000", orders, "x", ORDERS_MAX),
    below("growth: cost, 100,000 users : 1,000", users, "x", USERS_MAX),
  ];
}

function bookOf(resting) {
  return { resting, spread: resting / (2 * ORDERS_PER_LEVEL) };
}

/** How many times as much a command costs in the second task. */
async function cost(tasks) {
  const [small, large] = await interleave(tasks, 3);
  return highest(small, "commandsPerCpuSecond") / highest(large, "commandsPerCpuSecond");
}
