/**
 * `npm run bench`: measures the built code against the budgets of bench/README.md and says of each
 * whether it is met. Never a timed test: machines differ, so what can be a ratio to a peer measured
 * in the same minutes is one.
 *
 *   --only NAMES    parts, with commas between: engine, growth, memory, margin, futures, log, http, reads, calls, follower,
 *                   connections, streams, gateways, gateway-streams, postgres, cluster, recovery, longest, start, tripwire, seal, allocation, stops,
 *                   replies, explain
 *   --json          one object a line instead of the table
 *   --smoke         does every part still run? The least sizes, nothing judged, not with --against
 *   --against REF   another commit beside this one, interleaved
 *   --dist DIR      other built code than ./dist
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { allocation } from "./lines/allocation.mjs";
import { calls } from "./lines/calls.mjs";
import { cluster } from "./lines/cluster.mjs";
import { connections } from "./lines/connections.mjs";
import { engine } from "./lines/engine.mjs";
import { explain } from "./lines/explain.mjs";
import { follower } from "./lines/follower.mjs";
import { futures } from "./lines/futures.mjs";
import { gatewayStreams } from "./lines/gateway-streams.mjs";
import { gateways } from "./lines/gateways.mjs";
import { growth } from "./lines/growth.mjs";
import { http } from "./lines/http.mjs";
import { log } from "./lines/log.mjs";
import { longest } from "./lines/longest.mjs";
import { margin } from "./lines/margin.mjs";
import { memory } from "./lines/memory.mjs";
import { postgres } from "./lines/postgres.mjs";
import { reads } from "./lines/reads.mjs";
import { recovery } from "./lines/recovery.mjs";
import { replies } from "./lines/replies.mjs";
import { seal } from "./lines/seal.mjs";
import { start } from "./lines/start.mjs";
import { stops } from "./lines/stops.mjs";
import { streams } from "./lines/streams.mjs";
import { tripwire } from "./lines/tripwire.mjs";
import { SIZES } from "./sizes.mjs";
import { formatSmoked, formatSmokedAll, smokeAll } from "./smoke.mjs";
import { buildAgainst } from "./support/against.mjs";
import { NotHere } from "./support/needs.mjs";
import { formatLine } from "./support/result-line.mjs";
import { AGAINST_ROUNDS } from "./support/size.mjs";

const ROOT = join(import.meta.dirname, "..");

/**
 * What a part is given: the built code, its size, and another commit's code if that was asked for.
 * @typedef {{ dist: string, size: object, against?: { ref: string, dist: string } }} Bench
 * @type {Record<string, (bench: Bench) => Promise<import("./support/result-line.mjs").ResultLine[]>>}
 */
const PARTS = {
  engine,
  growth,
  memory,
  margin,
  futures,
  log,
  http,
  reads,
  calls,
  follower,
  connections,
  streams,
  gateways,
  "gateway-streams": gatewayStreams,
  postgres,
  cluster,
  recovery,
  longest,
  start,
  tripwire,
  seal,
  allocation,
  stops,
  replies,
  explain,
};

const OPTIONS = {
  only: { type: "string" },
  json: { type: "boolean", default: false },
  smoke: { type: "boolean", default: false },
  against: { type: "string" },
  dist: { type: "string", default: join(ROOT, "dist") },
};

async function main() {
  const { values } = parseArgs({ options: OPTIONS });
  const names = values.only?.split(",") ?? Object.keys(PARTS);
  const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
  if (unknown) refuse(`there is no part ${unknown}: ${Object.keys(PARTS).join(", ")}`);
  if (values.smoke && values.against) {
    refuse("--smoke judges no figure, so there is nothing to hold --against: use one of the two");
  }
  await (values.smoke ? tryAll : measureAll)(names, { ...values, dist: resolve(values.dist) });
}

async function measureAll(names, { dist, json, against: ref }) {
  const against = ref ? buildAgainst(ROOT, ref) : undefined;
  try {
    for (const name of names) {
      const size = { ...SIZES[name].full, ...(against && { rounds: AGAINST_ROUNDS }) };
      for (const line of await measured(name, { dist, against, size })) {
        console.log(json ? JSON.stringify(line) : formatLine(line));
      }
    }
  } finally {
    against?.remove();
  }
}

/** The lines of a part; none where it cannot run. */
async function measured(name, bench) {
  try {
    return await PARTS[name](bench);
  } catch (error) {
    if (!(error instanceof NotHere)) throw error;
    console.error(`${name} is left out: ${error.message}`);
    return [];
  }
}

async function tryAll(names, { dist, json }) {
  const begin = performance.now();
  const all = await smokeAll(names, {
    run: async (name) => PARTS[name]({ dist, size: SIZES[name].smoke }),
    tell: (smoked) => console.log(json ? JSON.stringify(smoked) : formatSmoked(smoked)),
  });
  if (!json) console.log(formatSmokedAll(all, (performance.now() - begin) / 1000));
  // What a part that failed has left running is ended with this process.
  if (all.some(({ outcome }) => outcome === "failed")) process.exit(1);
}

function refuse(sentence) {
  console.error(`bench: ${sentence}`);
  process.exit(1);
}

await main();
