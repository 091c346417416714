/**
 * Reads over HTTP beside the bare echo that gets the same requests: the account, an open order, ten
 * open orders, and a depth of a hundred levels on either side while the book moves. The book is
 * moved by every tenth request, which is an order. Nothing is subtracted for it.
 */
import { join } from "node:path";
import { startEcho, startServer } from "../http/programs.mjs";
import { copyOf, provision } from "../http/provision.mjs";
import { CONNECTIONS, costUnder, warmUp } from "../http/trial.mjs";
import { needProc } from "../support/needs.mjs";
import { atMost, noted } from "../support/result-line.mjs";
import { lowest } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";
import { besides } from "../support/size.mjs";

const READS = [
  { script: "account", what: "account", timesMax: 1.5 },
  { script: "order", what: "an open order", timesMax: 1.5 },
  { script: "openOrders", what: "10 open orders", timesMax: 2 },
  { script: "depth", what: "depth of 100 levels, moving", timesMax: 3 },
];

/** @param {import("../run.mjs").Bench} bench */
export async function reads({ dist, against, size }) {
  needProc();
  return withDirectory(async (root) => {
    const ours = await open(join(root, "ours"), { dist, size });
    const older = against && (await open(join(root, "older"), { dist: against.dist, size }));
    const echo = { program: await startEcho(), accountsFile: ours.accountsFile };
    const lines = [];
    for (const read of READS)
      lines.push(...(await sideBySide(read, { ours, echo, older, against, size })));
    for (const { program } of [ours, echo, ...(older ? [older] : [])]) await program.stop();
    return lines;
  });
}

/** One server for all rounds: reads leave nothing behind. */
async function open(root, { dist, size }) {
  const provisioned = await provision(root, { dist, users: size.users });
  const program = await startServer({ dist, directory: copyOf(provisioned, join(root, "trial")) });
  return { program, accountsFile: provisioned.accountsFile };
}

async function sideBySide({ script, what, timesMax }, { ours, echo, older, against, size }) {
  const connections = script === "depth" ? size.depthConnections : CONNECTIONS;
  const asked = [ours, echo, ...(older ? [older] : [])].map(({ program, accountsFile }) => {
    return { program, load: { accountsFile, script, connections } };
  });
  for (const { program, load } of asked) {
    await warmUp(program, { ...load, seconds: size.warmSeconds });
  }
  const results = asked.map(() => []);
  for (let round = 1; round <= size.rounds; round++) {
    for (const [index, { program, load }] of asked.entries()) {
      const how = { ...load, seconds: size.seconds, name: `r${round}` };
      results[index].push(await costUnder(program, how));
    }
  }
  const [cpuUs, bareUs] = results.map((costs) => lowest(costs, "cpuUs"));
  const [now, , then] = results.map((costs) => costs.map((cost) => cost.cpuUs));
  return [
    noted(`reads: ${what}, CPU of the server`, cpuUs, "us"),
    atMost(`reads: ${what}, times the echo`, cpuUs / bareUs, "x", timesMax),
    ...(then
      ? [besides(`reads: ${what}, CPU of the server`, against, { ours: now, before: then })]
      : []),
  ];
}
