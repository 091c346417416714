/**
 * What the engine keeps: bytes per open order with its client id, and whether a long life at a
 * constant book makes it larger.
 */
import { atMost, noted } from "../support/result-line.mjs";
import { measure } from "../support/rounds.mjs";

/** @param {import("../run.mjs").Bench} bench */
export async function memory({ dist }) {
  const ours = { contender: "bourse", dist, users: 1_000, spread: 1_000 };
  const filling = { ...ours, measure: "bytesPerOrder", resting: 1_000_000 };
  const order = await measure(filling);
  const unnamed = await measure({ ...filling, isUnnamed: true });
  const { early, late } = await measure({
    ...ours,
    measure: "endurance",
    resting: 10_000,
    first: 1_000_000,
    commands: 10_000_000,
  });
  return [
    atMost("memory: a resting order with its client id", order.heap + order.beside, "bytes", 250),
    noted("memory: of it, on the heap", order.heap, "bytes"),
    // An object of its own would be some hundred bytes.
    atMost("memory: on the heap without a client id", unnamed.heap, "bytes", 8),
    atMost("memory: after 10,000,000 commands : 1,000,000", late / early, "x", 1.2),
  ];
}
