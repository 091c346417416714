/**
 * Signed, durable orders over HTTP beside a bare echo that gets the same requests: what an order
 * costs the server and the archivist, what the disk has to do with it, and how long an order takes
 * when the server is half busy. Checks, limits and headers are all on.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { startEcho, startServer } from "../http/programs.mjs";
import { copyOf, provision } from "../http/provision.mjs";
import { costUnder, warmUp } from "../http/trial.mjs";
import { needProc } from "../support/needs.mjs";
import { atMost, below, noted } from "../support/result-line.mjs";
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
      results.echo.push(await echoRound(provisioned, { perSecond: ours.perSecond / 2, size }));
      if (existsSync(RAM_DISK)) results.ram.push(await ramRound(provisioned, { dist, size }));
      if (older) results.before.push(await serverRound(older, { dist: against.dist, root, size }));
    }
    return linesOf(results, against);
  });
}

/** A server of its own on a copy of the directory; `isPaced`: then once more at half the speed. */
async function serverRound(provisioned, { dist, root, size, isPaced }) {
  const directory = copyOf(provisioned, join(root, "trial"));
  const server = await startServer({ dist, directory });
  const load = { accountsFile: provisioned.accountsFile, script: "orders", seconds: size.seconds };
  await warmUp(server, { ...load, seconds: size.warmSeconds });
  const cost = await costUnder(server, { ...load, name: "full" });
  const perSecond = cost.perSecond / 2;
  const half = isPaced ? await costUnder(server, { ...load, name: "half", perSecond }) : cost;
  await server.stop();
  rmSync(directory, { recursive: true });
  return { ...cost, p50Ms: half.p50Ms, p99Ms: half.p99Ms };
}

function ramRound(provisioned, how) {
  return withDirectory((root) => serverRound(provisioned, { ...how, root }), RAM_DISK);
}

async function echoRound({ accountsFile }, { perSecond, size }) {
  const echo = await startEcho();
  const load = { accountsFile, script: "orders", seconds: size.seconds };
  await warmUp(echo, { ...load, seconds: size.warmSeconds });
  const cost = await costUnder(echo, { ...load, name: "full" });
  const { p99Ms } = await costUnder(echo, { ...load, name: "half", perSecond });
  await echo.stop();
  return { ...cost, p99Ms };
}

function linesOf({ disk, echo, ram, before }, against) {
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
    atMost("http: p99 of an order, times the echo's", slow / slowEcho, "x", 3),
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
