/**
 * What the engine keeps: bytes per open order with its client id, and whether a long life at a
 * constant book makes it larger.
 */
import { atMost, grouped, noted } from "../support/result-line.mjs";
import { measure } from "../support/rounds.mjs";

/** @param {import("../run.mjs").Bench} bench */
export async function memory({ dist, size }) {
  const ours = { contender: "bourse", dist };
  const filling = { ...ours, measure: "bytesPerOrder", ...size.filling };
  const order = await measure(filling);
  const unnamed = await measure({ ...filling, isUnnamed: true });
  const { early, late } = await measure({ ...ours, measure: "endurance", ...size.endurance });
  const [first, all] = [size.endurance.first, size.endurance.commands].map(grouped);
  return [
    atMost("memory: a resting order with its client id", order.heap + order.beside, "bytes", 250),
    noted("memory: of it, on the heap", order.heap, "bytes"),
    // An object of its own would be some hundred bytes.
    atMost("memory: on the heap without a client id", unnamed.heap, "bytes", 8),
    atMost(`memory: after ${all} commands : ${first}`, late / early, "x", 1.2),
  ];
}
