/**
 * What is made for every order has one hidden class, so V8 finds its fields at once. An object that is spread together may have a
 * class of its own every time, and whoever reads it has the runtime look for the field: some 0.3 us each, 25 times an order while
 * its command was made so. Node logs these searches, and here those of the real server are counted.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runToEnd } from "../support/run-to-end.ts";
import { FREE_PORTS, SERVER, ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const CROWD = join(import.meta.dirname, "../../bench/http/crowd.mjs");
const SHAPE = { connections: 4, slow: 0, users: 4, tradesMin: 1, seconds: 0, name: "h" };
/** Rounds of each connection; the program sends an order that trades, one that rests, a query for it, its cancel. */
const FEW = 200;
const MANY = 1_000;
const MORE = (MANY - FEW) * SHAPE.connections;

/** How often the runtime looked for a field, by the place in the code where too many classes were met to remember them. */
async function searchesIn(rounds: number): Promise<ReadonlyMap<string, number>> {
  const directory = temporaryDirectory();
  const log = join(directory, "ic.log");
  const [node, ...usual] = SERVER;
  const flags = ["--log-ic", `--logfile=${log}`, "--no-logfile-per-isolate"];
  const started = [...usual, ...FREE_PORTS, "--data", join(directory, "data"), "--no-demo"];
  const args = ["--sandbox", "--no-limits", ...SMALL_LOG];
  const server = await ServerProcess.launch(join(directory, "data"), {
    command: [node, ...flags, ...started],
    args,
  });
  onTestFinished(() => server.kill());
  await order(server, rounds);
  await server.stop();
  return searchesAt(readFileSync(log, "utf8"));
}

async function order(server: ServerProcess, rounds: number): Promise<void> {
  const { directory, port, operatorPort } = server;
  const operatorToken = readFileSync(join(directory, "operator-token"), "utf8").trim();
  const task = { ...SHAPE, rounds, port, operatorPort, operatorToken };
  const { out, output } = await runToEnd([process.execPath, CROWD, JSON.stringify(task)]);
  expect(out, output).not.toBe("");
  expect(JSON.parse(out)).toMatchObject({ requests: rounds * SHAPE.connections, wrong: 0 });
}

/** `LoadIC,pc,time,row,column,state,state after,map,field`; N is the state in which all are looked for. */
function searchesAt(log: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const line of log.split("\n")) {
    const [kind = "", , , row, column, , state, , field] = line.split(",");
    if (state !== "N" || !/^(?:Keyed)?(?:Load|Store)IC$/.test(kind)) continue;
    const place = `${row}:${column} ${field}`;
    found.set(place, (found.get(place) ?? 0) + 1);
  }
  return found;
}

test("no field of what is made for every order is looked for by the runtime", async () => {
  const few = await searchesIn(FEW);
  const many = await searchesIn(MANY);

  const more = [...many].map(([place, count]) => ({ place, count: count - (few.get(place) ?? 0) }));
  expect(more.filter(({ count }) => count > MORE / 20)).toEqual([]);
});
