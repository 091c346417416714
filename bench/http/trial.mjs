/**
 * What requests cost the program that answers them: CPU of its process, with all threads, for as long as the
 * load lasts, and of the archivist until it has followed. A request that fails is an error of the
 * benchmark.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "./connection.mjs";
import { cpuSecondsOf } from "./process-cpu.mjs";
import { runProgram } from "./programs.mjs";
import { operatorGet } from "./requests.mjs";

export const CONNECTIONS = 64;
const PATIENCE_MS = 60_000;
const LOOK_MS = 50;

/**
 * Puts a program under load; `load` names the script, how many seconds, and the pace if there is one, `from` another program
 * that makes it.
 * @returns {Promise<{ cpuUs: number, archivistUs: number, gatewayUs: number, perSecond: number, p50Ms: number, p99Ms: number }>}
 */
export async function costUnder(program, load) {
  const { archivistPid, gatewayPids = [] } = program;
  const gatewaysUsed = () => gatewayPids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  const gatewaysBefore = gatewaysUsed();
  const before = cpuSecondsOf(program.pid);
  const archivistBefore = archivistPid ? cpuSecondsOf(archivistPid) : 0;
  const { from = "load.mjs", ...how } = load;
  const run = await runProgram(from, { connections: CONNECTIONS, port: program.port, ...how });
  const cpu = cpuSecondsOf(program.pid) - before;
  const gateways = gatewaysUsed() - gatewaysBefore;
  demandAnswered(run);
  if (archivistPid) await archived(program);
  const archivist = archivistPid ? cpuSecondsOf(archivistPid) - archivistBefore : 0;
  const { requests, seconds, p50Ms, p99Ms } = run;
  const each = 1e6 / requests;
  const perSecond = requests / seconds;
  return {
    cpuUs: cpu * each,
    archivistUs: archivist * each,
    gatewayUs: gateways * each,
    perSecond,
    p50Ms,
    p99Ms,
  };
}

/** Under load so that what is compiled on the way is compiled; for no seconds, not at all. */
export async function warmUp(program, load) {
  if (load.seconds > 0) await costUnder(program, { ...load, name: "warm" });
}

function demandAnswered({ requests, statuses, sample }) {
  if (statuses[200] === requests) return;
  throw new Error(`not all was answered with 200: ${JSON.stringify(statuses)} ${sample}`);
}

/** Waits until the archivist has everything. */
async function archived({ operatorPort, operatorToken }) {
  const connection = new Connection({ port: operatorPort });
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const { body } = await connection.ask(operatorGet(operatorToken, "/status"));
    const { position, archivist } = JSON.parse(body);
    if (archivist.position >= position) break;
    if (waitedMs > PATIENCE_MS) throw new Error("the archivist does not follow");
    await sleep(LOOK_MS);
  }
  connection.close();
}
