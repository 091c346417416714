/**
 * What a command costs when the exchange is large. Orders per price level stay the same while the
 * book grows, so the number of levels grows with it: the search for a price is in the figure.
 */
import { below, grouped } from "../support/result-line.mjs";
import { highest, interleave } from "../support/rounds.mjs";

const ORDERS_MAX = 2.5;
const USERS_MAX = 1.5;
const ORDERS_PER_LEVEL = 5;

/** @param {import("../run.mjs").Bench} bench */
export async function growth({ dist, size }) {
  const { rounds, warmUp, commands, orders, users } = size;
  const task = { measure: "speed", contender: "bourse", dist, warmUp, commands };
  const byOrders = [orders.few, orders.many].map((resting) => {
    return { ...task, ...bookOf(resting), users: orders.users };
  });
  const byUsers = [users.few, users.many].map((count) => {
    return { ...task, ...bookOf(users.resting), users: count };
  });
  const named = (what, { few, many }) => `growth: cost, ${grouped(many)} ${what} : ${grouped(few)}`;
  return [
    below(named("resting", orders), await cost(byOrders, rounds), "x", ORDERS_MAX),
    below(named("users", users), await cost(byUsers, rounds), "x", USERS_MAX),
  ];
}

function bookOf(resting) {
  return { resting, spread: resting / (2 * ORDERS_PER_LEVEL) };
}

/** How many times as much a command costs in the second task. */
async function cost(tasks, rounds) {
  const [small, large] = await interleave(tasks, rounds);
  return highest(small, "commandsPerCpuSecond") / highest(large, "commandsPerCpuSecond");
}
