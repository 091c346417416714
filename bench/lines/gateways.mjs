/**
 * Gateways: what an order costs the core, at so many in a batch, when it comes over the wire and nothing else is
 * asked of it; how long a question for the read index takes; and orders over HTTP with no gateway, one and two, by
 * turns: the CPU of each process, the highest rate, and how long an order takes at one pace.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram, startServer } from "../http/programs.mjs";
import { copyOf, provision } from "../http/provision.mjs";
import { costUnder, warmUp } from "../http/trial.mjs";
import { needProc } from "../support/needs.mjs";
import { atMost, noted } from "../support/result-line.mjs";
import { highest, lowest } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";

const COUNTS = [0, 1, 2];
/** Orders in a batch, and what the core may spend on each. */
const BATCHES = [
  { batch: 64, usMax: 16 },
  { batch: 8, usMax: 45 },
];

/** @param {import("../run.mjs").Bench} bench */
export async function gateways({ dist, size }) {
  needProc();
  return withDirectory(async (root) => {
    const provisioned = await provision(root, { dist, users: size.users });
    return [
      ...(await wireLines(provisioned, { dist, root, size })),
      ...(await httpLines(provisioned, { dist, root, size })),
    ];
  });
}

/**
 * A follower without listeners hands the orders over, each batch when the one before is answered. The first rounds are
 * those of a program that is not compiled yet; the lowest counts.
 */
async function wireLines(provisioned, { dist, root, size }) {
  const { server, directory, stop } = await serverOf(provisioned, { dist, root, count: 1 });
  const lines = [];
  for (const { batch, usMax } of BATCHES) {
    const task = { dist, directory, pid: server.pid, batch, seconds: size.wireSeconds };
    const rounds = [];
    for (let round = 0; round < size.wireRounds; round++)
      rounds.push(await runProgram("wire-load.mjs", task));
    const best = lowest(rounds, "coreUs");
    lines.push(
      atMost(`gateways: CPU of the core for an order, ${batch} in a batch`, best, "us", usMax),
    );
    if (batch === BATCHES[0].batch) {
      lines.push(
        noted("gateways: a question for the read index, p50", lowest(rounds, "indexUs"), "us"),
      );
    }
  }
  await stop();
  return lines;
}

async function serverOf(provisioned, { dist, root, count }) {
  const directory = copyOf(provisioned, join(root, "trial"));
  const server = await startServer({ dist, directory, args: ["--gateways", `${count}`] });
  const stop = async () => {
    await server.stop();
    rmSync(directory, { recursive: true });
  };
  return { server, directory, stop };
}

async function httpLines(provisioned, { dist, root, size }) {
  const results = COUNTS.map(() => []);
  let perSecond = 0;
  for (let round = 0; round < size.rounds; round++) {
    for (const [index, count] of COUNTS.entries()) {
      const measured = await httpRound(provisioned, { dist, root, size, count, perSecond });
      if (perSecond === 0) perSecond = measured.perSecond / 2;
      results[index].push(measured);
    }
  }
  return COUNTS.flatMap((count, index) => linesOf(count, results[index]));
}

/** As fast as it goes, and then at the pace of all. */
async function httpRound(provisioned, { dist, root, size, count, perSecond }) {
  const { server, stop } = await serverOf(provisioned, { dist, root, count });
  const load = { accountsFile: provisioned.accountsFile, script: "orders", seconds: size.seconds };
  await warmUp(server, { ...load, seconds: size.warmSeconds });
  const full = await costUnder(server, { ...load, name: "full" });
  const pace = perSecond || full.perSecond / 2;
  const even = await costUnder(server, { ...load, name: "even", perSecond: pace });
  await stop();
  return { ...full, p50Ms: even.p50Ms, p99Ms: even.p99Ms };
}

function linesOf(count, rounds) {
  const at = `gateways, ${count}: `;
  return [
    noted(`${at}CPU of the core for an order`, lowest(rounds, "cpuUs"), "us"),
    noted(`${at}CPU of the gateways for an order`, lowest(rounds, "gatewayUs"), "us"),
    noted(
      `${at}orders at the highest load, on a quiet machine`,
      highest(rounds, "perSecond"),
      "orders/s",
    ),
    noted(`${at}p50 of an order at half of what none reaches`, lowest(rounds, "p50Ms"), "ms"),
    noted(`${at}p99 of an order at half of what none reaches`, lowest(rounds, "p99Ms"), "ms"),
  ];
}
