/**
 * Gateways: what an order costs the core, at so many in a batch, when it comes over the wire and nothing else is
 * asked of it; how long a question for the read index takes; and orders over HTTP with no gateway, one and two, by
 * turns: the CPU of each process, the highest rate, and how long an order takes at one pace.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { canMeasureOthers } from "../http/process-cpu.mjs";
import { runProgram, startServer } from "../http/programs.mjs";
import { copyOf, provision } from "../http/provision.mjs";
import { costUnder } from "../http/trial.mjs";
import { atMost, noted } from "../support/result-line.mjs";
import { highest, lowest, ROUNDS } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";

const COUNTS = [0, 1, 2];
const WARM_SECONDS = 2;
const SECONDS = 3;
/** The first rounds are those of a program that is not compiled yet; the lowest counts. */
const WIRE_ROUNDS = 6;
const WIRE_SECONDS = 3;
/** Orders in a batch, and what the core may spend on each. */
const BATCHES = [
  { size: 64, usMax: 15 },
  { size: 8, usMax: 40 },
];

/** @param {import("../run.mjs").Bench} bench */
export async function gateways({ dist }) {
  if (!canMeasureOthers) {
    console.error("gateways are left out: without /proc the CPU of another process is not known");
    return [];
  }
  return withDirectory(async (root) => {
    const provisioned = await provision(root, { dist });
    return [
      ...(await wireLines(provisioned, { dist, root })),
      ...(await httpLines(provisioned, { dist, root })),
    ];
  });
}

/** A follower without listeners hands the orders over, each batch when the one before is answered. */
async function wireLines(provisioned, { dist, root }) {
  const { server, directory, stop } = await serverOf(provisioned, { dist, root, count: 1 });
  const lines = [];
  for (const { size, usMax } of BATCHES) {
    const task = { dist, directory, pid: server.pid, size, seconds: WIRE_SECONDS };
    const rounds = [];
    for (let round = 0; round < WIRE_ROUNDS; round++)
      rounds.push(await runProgram("wire-load.mjs", task));
    const best = lowest(rounds, "coreUs");
    lines.push(
      atMost(`gateways: CPU of the core for an order, ${size} in a batch`, best, "us", usMax),
    );
    if (size === BATCHES[0].size) {
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

async function httpLines(provisioned, { dist, root }) {
  const results = COUNTS.map(() => []);
  let perSecond = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, count] of COUNTS.entries()) {
      const measured = await httpRound(provisioned, { dist, root, count, perSecond });
      if (perSecond === 0) perSecond = measured.perSecond / 2;
      results[index].push(measured);
    }
  }
  return COUNTS.flatMap((count, index) => linesOf(count, results[index]));
}

/** As fast as it goes, and then at the pace of all. */
async function httpRound(provisioned, { dist, root, count, perSecond }) {
  const { server, stop } = await serverOf(provisioned, { dist, root, count });
  const load = { accountsFile: provisioned.accountsFile, script: "orders", seconds: SECONDS };
  await costUnder(server, { ...load, name: "warm", seconds: WARM_SECONDS });
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
