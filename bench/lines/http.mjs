/**
 * Signed, durable orders over HTTP beside a bare echo that gets the same requests: what an order
 * costs the server and the archivist, what the disk has to do with it, how long an order takes
 * when the server is half busy, and what it costs when orders come one by one. Checks, limits and headers are all on.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startEcho, startServer } from "../http/programs.mjs";
import { copyOf, provision } from "../http/provision.mjs";
import { costUnder, warmUp } from "../http/trial.mjs";
import { needProc } from "../support/needs.mjs";
import { atMost, below, grouped, noted } from "../support/result-line.mjs";
import { highest, lowest } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";
import { besides } from "../support/size.mjs";

const RAM_DISK = "/dev/shm";

/** @param {import("../run.mjs").Bench} bench */
export async function http({ dist, against, size }) {
  needProc();
  const { users, rounds } = size;
  return withDirectory(async (root) => {
    const provisioned = await provision(join(root, "ours"), { dist, users });
    const older = against && (await provision(join(root, "older"), { dist: against.dist, users }));
    const results = { disk: [], echo: [], ram: [], before: [] };
    for (let round = 0; round < rounds; round++) {
      const ours = await serverRound(provisioned, { dist, root, size, isPaced: true });
      results.disk.push(ours);
      results.echo.push(await echoRound(provisioned, { half: ours.perSecond / 2, size }));
      if (existsSync(RAM_DISK)) results.ram.push(await ramRound(provisioned, { dist, size }));
      if (older) results.before.push(await serverRound(older, { dist: against.dist, root, size }));
    }
    return linesOf(results, against, size.pace);
  });
}

/** A server of its own on a copy of the directory; `isPaced`: then once more at half the speed, and at the pace. */
async function serverRound(provisioned, { dist, root, size, isPaced }) {
  const directory = copyOf(provisioned, join(root, "trial"));
  const server = await startServer({ dist, directory });
  const load = { accountsFile: provisioned.accountsFile, script: "orders", seconds: size.seconds };
  await warmUp(server, { ...load, seconds: size.warmSeconds });
  const cost = await costUnder(server, { ...load, name: "full" });
  const paced = isPaced ? await pacedCosts(server, load, { half: cost.perSecond / 2, size }) : {};
  await server.stop();
  rmSync(directory, { recursive: true });
  return { ...cost, ...paced };
}

/** How long a request takes at half the speed, and what it costs at a pace that is the same for all, once that is usual. */
async function pacedCosts(program, load, { half, size: { pace, warmSeconds } }) {
  const { p50Ms, p99Ms } = await costUnder(program, { ...load, name: "half", perSecond: half });
  const paced = { ...load, perSecond: pace };
  if (warmSeconds > 0) await costUnder(program, { ...paced, seconds: warmSeconds, name: "calm" });
  const { cpuUs: pacedUs } = await costUnder(program, { ...paced, name: "paced" });
  return { p50Ms, p99Ms, pacedUs };
}

function ramRound(provisioned, how) {
  return withDirectory((root) => serverRound(provisioned, { ...how, root }), RAM_DISK);
}

async function echoRound({ accountsFile }, { half, size }) {
  const echo = await startEcho();
  const load = { accountsFile, script: "orders", seconds: size.seconds };
  await warmUp(echo, { ...load, seconds: size.warmSeconds });
  const cost = await costUnder(echo, { ...load, name: "full" });
  const paced = await pacedCosts(echo, load, { half, size });
  await echo.stop();
  return { ...cost, ...paced };
}

/** Orders that come one by one find cold code and memory; so does the echo. */
function linesOfPaced({ disk, echo }, pace) {
  const [ours, bare] = [disk, echo].map((rounds) => lowest(rounds, "pacedUs"));
  const what = `http: an order at ${grouped(pace)} a second`;
  return [
    noted(`${what}, CPU of the server`, ours, "us"),
    atMost(`${what}, times the echo at that pace`, ours / bare, "x", 2.5),
  ];
}

function linesOf({ disk, echo, ram, before }, against, pace) {
  const ours = lowest(disk, "cpuUs");
  const bare = lowest(echo, "cpuUs");
  const archivist = lowest(disk, "archivistUs");
  const speed = highest(disk, "perSecond");
  const slow = lowest(disk, "p99Ms");
  const slowEcho = lowest(echo, "p99Ms");
  const lines = [
    noted("http: an order, CPU of the server", ours, "us"),
    noted("http: the same request to a bare echo", bare, "us"),
    atMost("http: an order, times the echo", ours / bare, "x", 1.8),
    atMost("http: its history (CPU of the archivist), times the echo", archivist / bare, "x", 1),
    noted("http: orders at the highest load, on a quiet machine", speed, "orders/s"),
    noted("http: p50 of an order at half of that", lowest(disk, "p50Ms"), "ms"),
    below("http: p99 of an order at half of that", slow, "ms", 10),
    noted("http: p99 of the echo at the same pace", slowEcho, "ms"),
    atMost("http: p99 of an order, times the echo's", slow / slowEcho, "x", 4),
    ...linesOfPaced({ disk, echo }, pace),
  ];
  if (ram.length > 0) {
    const share = ours / lowest(ram, "cpuUs");
    lines.push(
      atMost(`http: an order, log on disk : on a RAM disk (${RAM_DISK})`, share, "x", 1.25),
    );
  }
  if (before.length > 0) {
    const [now, then] = [disk, before].map((rounds) => rounds.map(({ cpuUs }) => cpuUs));
    lines.push(besides("http: an order, CPU of the server", against, { ours: now, before: then }));
  }
  return lines;
}
