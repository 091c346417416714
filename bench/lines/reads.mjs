/**
 * Reads over HTTP beside the bare echo that gets the same requests: the account, an open order, ten
 * open orders, and a depth of a hundred levels on either side while the book moves. The book is
 * moved by every tenth request, which is an order. Nothing is subtracted for it.
 */
import { join } from "node:path";
import { canMeasureOthers } from "../http/process-cpu.mjs";
import { startEcho, startServer } from "../http/programs.mjs";
import { copyOf, provision } from "../http/provision.mjs";
import { CONNECTIONS, costUnder } from "../http/trial.mjs";
import { atMost, noted } from "../support/result-line.mjs";
import { lowest, ROUNDS } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";

const READS = [
  { script: "account", what: "account", timesMax: 1.5 },
  { script: "order", what: "an open order", timesMax: 1.5 },
  { script: "openOrders", what: "10 open orders", timesMax: 2 },
  // Public requests are limited by address, of which each connection has one: 100 a second.
  { script: "depth", what: "depth of 100 levels, moving", timesMax: 3, connections: 160 },
];
const WARM_SECONDS = 1;
const SECONDS = 2;

/** @param {import("../run.mjs").Bench} bench */
export async function reads({ dist, against }) {
  if (!canMeasureOthers) {
    console.error("reads are left out: without /proc the CPU of another process is not known");
    return [];
  }
  return withDirectory(async (root) => {
    const ours = await open(join(root, "ours"), dist);
    const older = against && (await open(join(root, "older"), against.dist));
    const echo = { program: await startEcho(), accountsFile: ours.accountsFile };
    const lines = [];
    for (const read of READS)
      lines.push(...(await sideBySide(read, { ours, echo, older, against })));
    for (const { program } of [ours, echo, ...(older ? [older] : [])]) await program.stop();
    return lines;
  });
}

/** One server for all rounds: reads leave nothing behind. */
async function open(root, dist) {
  const provisioned = await provision(root, { dist });
  const program = await startServer({ dist, directory: copyOf(provisioned, join(root, "trial")) });
  return { program, accountsFile: provisioned.accountsFile };
}

async function sideBySide(
  { script, what, timesMax, connections = CONNECTIONS },
  { ours, echo, older, against },
) {
  const asked = [ours, echo, ...(older ? [older] : [])];
  const results = asked.map(() => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, { program, accountsFile }] of asked.entries()) {
      // The first is there to get warm.
      const seconds = round === 0 ? WARM_SECONDS : SECONDS;
      const load = { accountsFile, script, seconds, connections, name: `r${round}` };
      const cost = await costUnder(program, load);
      if (round > 0) results[index].push(cost);
    }
  }
  const [cpuUs, bareUs, beforeUs] = results.map((costs) => lowest(costs, "cpuUs"));
  return [
    noted(`reads: ${what}, CPU of the server`, cpuUs, "us"),
    atMost(`reads: ${what}, times the echo`, cpuUs / bareUs, "x", timesMax),
    ...(beforeUs ? [noted(`reads: ${what}, times ${against.ref}`, cpuUs / beforeUs, "x")] : []),
  ];
}
