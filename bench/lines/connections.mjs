/**
 * 500 kept connections, 100 of them slow, as much load as the machine gives: no reply mixed up, no
 * 5XX but 503 that says when to come again, and a memory that does not grow.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { canMeasureOthers, residentBytesOf } from "../http/process-cpu.mjs";
import { runProgram, startServer } from "../http/programs.mjs";
import { copyOf, provision } from "../http/provision.mjs";
import { atMost, noted } from "../support/result-line.mjs";
import { withDirectory } from "../support/service.mjs";

const MIB = 1024 * 1024;

/** @param {import("../run.mjs").Bench} bench */
export async function connections({ dist, size }) {
  const { users, slow, tradesMin, seconds } = size;
  return withDirectory(async (root) => {
    const provisioned = await provision(root, { dist, users });
    const server = await startServer({ dist, directory: copyOf(provisioned, join(root, "trial")) });
    const { accountsFile } = provisioned;
    const many = { port: server.port, accountsFile, connections: size.connections, seconds };
    await runProgram("load.mjs", { ...many, script: "orders", name: "warm" });
    const rounds = [];
    for (let round = 0; round < size.rounds; round++) {
      rounds.push(await runProgram("crowd.mjs", { ...many, slow, tradesMin, name: `c${round}` }));
      await sleep(size.restMs);
      rounds[round].resident = canMeasureOthers ? residentBytesOf(server.pid) : 0;
    }
    await server.stop();
    return linesOf(rounds, size);
  });
}

function linesOf(rounds, { connections, slow, seconds }) {
  const sum = (key) => rounds.reduce((total, round) => total + round[key], 0);
  const fails = (status) =>
    rounds.reduce((total, { statuses }) => total + (statuses[status] ?? 0), 0);
  const first = rounds.find((round) => round.first)?.first;
  if (first) console.error(`connections: the first that was wrong: ${first}`);
  const at = `connections, ${connections}, ${slow} of them slow`;
  const ofSlow = sum("slowRequests");
  const inAll = rounds.length * seconds;
  const lines = [
    noted(`${at}: requests of the fast`, (sum("requests") - ofSlow) / inAll, "a second"),
    noted(`${at}: requests of the slow`, ofSlow / inAll, "a second"),
    atMost(`${at}: replies mixed up or wrong`, sum("wrong"), "replies", 0),
    atMost(`${at}: connections broken`, sum("broken"), "connections", 0),
    noted(`${at}: 503 with Retry-After`, fails(503), "replies"),
  ];
  const [warm] = rounds;
  if (!warm.resident) return lines;
  const last = rounds.at(-1).resident;
  return [
    ...lines,
    noted("connections: memory of the server after the last round", last / MIB, "MiB"),
    atMost("connections: the same, times that after the first", last / warm.resident, "x", 1.2),
  ];
}
