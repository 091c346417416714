/**
 * Orders over streams beside the same orders over HTTP: what one costs the server, on as many connections. Each of these is one
 * user's, and every order trades or is traded with.
 */
import { join } from "node:path";
import { startServer } from "../http/programs.mjs";
import { copyOf, provision } from "../http/provision.mjs";
import { costUnder, warmUp } from "../http/trial.mjs";
import { needProc } from "../support/needs.mjs";
import { atMost, noted } from "../support/result-line.mjs";
import { lowest } from "../support/rounds.mjs";
import { withDirectory } from "../support/service.mjs";
import { besides } from "../support/size.mjs";

const WAYS = {
  http: { script: "trades" },
  stream: { from: "call-load.mjs" },
};

/** @param {import("../run.mjs").Bench} bench */
export async function calls({ dist, against, size }) {
  needProc();
  return withDirectory(async (root) => {
    const ours = await open(join(root, "ours"), { dist, size });
    const older = against && (await open(join(root, "older"), { dist: against.dist, size }));
    const results = { http: [], stream: [], before: [] };
    for (let round = 0; round < size.rounds; round++) {
      results.http.push(await cost(ours, "http", { size, name: `h${round}` }));
      results.stream.push(await cost(ours, "stream", { size, name: `s${round}` }));
      if (older) results.before.push(await cost(older, "stream", { size, name: `b${round}` }));
    }
    await ours.program.stop();
    await older?.program.stop();
    return linesOf(results, against);
  });
}

/** One server for all rounds, warmed in both ways. */
async function open(root, { dist, size }) {
  const { users, connections, warmSeconds: seconds } = size;
  const provisioned = await provision(root, { dist, users });
  const program = await startServer({ dist, directory: copyOf(provisioned, join(root, "trial")) });
  const load = { accountsFile: provisioned.accountsFile, connections };
  for (const way of Object.values(WAYS)) await warmUp(program, { ...load, ...way, seconds });
  return { program, load };
}

function cost({ program, load }, way, { size, name }) {
  return costUnder(program, { ...load, ...WAYS[way], seconds: size.seconds, name });
}

function linesOf({ http, stream, before }, against) {
  const overStream = lowest(stream, "cpuUs");
  const overHttp = lowest(http, "cpuUs");
  const lines = [
    noted("calls: an order over HTTP, CPU of the server", overHttp, "us"),
    noted("calls: an order over /ws, CPU of the server", overStream, "us"),
    atMost("calls: an order over /ws, times one over HTTP", overStream / overHttp, "x", 0.6),
  ];
  if (before.length > 0) {
    const [now, then] = [stream, before].map((costs) => costs.map(({ cpuUs }) => cpuUs));
    lines.push(
      besides("calls: an order over /ws, CPU of the server", against, { ours: now, before: then }),
    );
  }
  return lines;
}
