/** What an order costs a follower, which applies all that the core has made durable: a book in balance, and trades alone. */
import { atMost, noted } from "../support/result-line.mjs";
import { interleave, lowest } from "../support/rounds.mjs";

const BATCH = 64;

/** @param {import("../run.mjs").Bench} bench */
export async function follower({ dist, against, size }) {
  const taskOf = (orders, built) => ({
    program: "follower-child.mjs",
    dist: built,
    orders,
    batch: BATCH,
    ...size,
  });
  const tasks = [taskOf("mix", dist), taskOf("trades", dist)];
  if (against) tasks.push(taskOf("mix", against.dist), taskOf("trades", against.dist));
  const rounds = await interleave(tasks, size.rounds);
  const [mix, trades, mixBefore, tradesBefore] = rounds.map((one) => lowest(one, "us"));
  const at = `follower, ${BATCH} in a batch`;
  return [
    noted(`${at}: CPU for a command, in balance`, mix, "us"),
    atMost(`${at}: CPU for an order, trades alone, on a quiet machine`, trades, "us", 5),
    ...(against
      ? [
          noted(`${at}: in balance, times that of ${against.ref}`, mix / mixBefore, "x"),
          noted(`${at}: trades alone, times that of ${against.ref}`, trades / tradesBefore, "x"),
        ]
      : []),
  ];
}
