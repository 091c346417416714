/**
 * How soon anything is explained: on a directory with a long log and accounts that hold futures positions, an order, a request and a client
 * id, and what was never there. CPU of the process that explains, so that what else runs on the machine is not in it. And
 * what the archivist takes for a command, its index included.
 */
import { atMost, noted } from "../support/result-line.mjs";
import { measure } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";

const program = "explain-child.mjs";
const START_MS = 472_224 * 3_600_000;
/** To be found at once, and told soon. */
const [FIND_MS, TELL_MS] = [50, 1_000];

/** @param {import("../run.mjs").Bench} bench */
export async function explain({ dist, size }) {
  return withDirectory(async (directory) => {
    const task = { program, dist, directory, ...size };
    const written = await measure({ ...task, measure: "writeDirectory" });
    const { position, lastOrder, archivistSeconds } = written;
    const late = { order: `${lastOrder - 10}`, request: requestId(size.commands - 10) };
    const missing = { request: "zzzzzzzz", order: `${lastOrder + 1_000}`, name: "Nobody.has.this" };
    const ids = {
      "a late order": late.order,
      "a late request": late.request,
      "no such request": missing.request,
      "no such order": missing.order,
      "no such client id": missing.name,
    };
    const told = await measure({ ...task, measure: "explainAll", position, ids });
    const { found } = told["a late request"];
    if (found !== "request") throw new Error(`the request was not found: ${found}`);
    const lines = Object.entries(told).flatMap(([what, one]) => linesOf(what, one));
    const us = (archivistSeconds * 1e6) / position;
    return [...lines, noted("explain: CPU of the archivist for a command", us, "us")];
  });
}

function requestId(count) {
  return (START_MS * 1_024 + count).toString(36);
}

function linesOf(what, { found, cpuMs, read, replayed }) {
  if (found === "nothing") return [atMost(`explain: ${what}, said`, cpuMs, "cpu-ms", FIND_MS)];
  return [
    atMost(`explain: ${what}, told`, cpuMs, "cpu-ms", TELL_MS),
    noted(`explain: ${what}, commands read`, read, "commands"),
    noted(`explain: ${what}, commands replayed`, replayed, "commands"),
  ];
}
