/**
 * The real server with its log in a real PostgreSQL, as a person starts it: made by the command line, killed, started again
 * where nothing is left but the database.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PostgresServer } from "../../src/local-cluster/postgres-server.ts";
import { hasPostgres } from "../support/postgres.ts";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const place = directoryOfFile();
const at = (name: string) => join(place, name);

/** The file that has the URL. */
const urlFile = at("url");
const NODE = ["--no-traders", "--cluster", urlFile, "--single-postgres"];

function startNode(name: string): Promise<ServerProcess> {
  const own = ["--node", name, "--advertise", "127.0.0.1:0"];
  return ServerProcess.startAsIs(at(name), [...NODE, ...own]);
}

const isHere = hasPostgres();
const nodeTest = test.skipIf(!isHere);
let postgres: PostgresServer;
let server: ServerProcess;
let client: SignedClient;

beforeAll(async () => {
  if (!isHere) return;
  postgres = await PostgresServer.start({ directory: at("primary") });
  writeFileSync(urlFile, postgres.url.replace("bourse@", "bourse:a-password@"), { mode: 0o600 });
  const made = await bourse("cluster", "init", urlFile, "--single-postgres", "--segment-mib", "1");
  expect(made.code, made.output).toBe(0);
  server = await startNode("one");
  client = new SignedClient(server.port, server.keys()["demo1"] ?? expect.fail("no keys"));
}, 2 * START_PATIENCE_MS);
afterAll(async () => {
  if (!isHere) return;
  await server.kill();
  await postgres.stop();
});

const placed = (id: string) => client.post("/sapi/v1/order", { ...BUY, newClientOrderId: id });

nodeTest("a second cluster is not made over the first", async () => {
  const again = await bourse("cluster", "init", urlFile, "--single-postgres");

  expect(again.code).toBe(1);
  expect(again.output).toContain("has a schema named bourse already");
});

nodeTest("LOG-PG-5 without a standby nothing is made, unless that is accepted", async () => {
  const refused = await bourse("cluster", "init", urlFile);

  expect(refused.code).toBe(1);
  expect(refused.output).toContain("no synchronous standby");
});

nodeTest("it takes orders, and PostgreSQL has them", async () => {
  expect(server.output).toContain("node one leads the cluster in epoch 1");
  expect(await placed("first")).toMatchObject({ status: 200, json: { status: "NEW" } });

  const [row] = await postgres.sql("select max(first_position + count) - 1 as end from bourse.log");
  expect(Number(row?.["end"])).toBeGreaterThan(10);
});

nodeTest("CLUSTER-STATE-1 no state is saved, loaded or reset to", async () => {
  for (const typed of [["snapshot", "save", "a"], ["snapshot", "load", "a"], ["reset"]]) {
    const refused = await bourse(...typed, "--data", at("one"));

    expect(refused.code).toBe(1);
    expect(refused.output).toContain("in a cluster has no saved states");
  }
});

nodeTest("CLUSTER-SECRET-1 neither a line of the log nor a process says the password", async () => {
  expect(server.output).not.toContain("a-password");
  const pids = await readdir("/proc");
  const said = pids.filter((pid) => /^\d+$/.test(pid)).map((pid) => argumentsOf(pid));
  expect(said.filter((text) => text.includes("a-password"))).toEqual([]);
  const typed = await bourse("cluster", "init", "postgres://bourse:a-password@127.0.0.1:1/x");
  expect(typed.code).toBe(2);
  expect(typed.output).not.toContain("a-password");
});

nodeTest(
  "LOG-PG-3 while PostgreSQL is away orders are refused or unknown, and none is lost or doubled",
  async () => {
    await postgres.kill();
    const during = await Promise.all(["a", "b", "c"].map(placed));
    await postgres.begin();
    await expect.poll(async () => (await placed(""))?.status, { timeout: 20_000 }).toBe(200);

    const statuses = during.map((reply) => reply?.status);
    expect(statuses.filter((status) => ![200, 503, 504].includes(status ?? 0))).toEqual([]);
    for (const [index, id] of ["a", "b", "c"].entries()) {
      const found = await client.get(`/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${id}`);
      if (statuses[index] === 200) expect(found?.status).toBe(200);
      if (statuses[index] === 503) expect(found?.status).toBe(400);
    }
  },
  START_PATIENCE_MS,
);

nodeTest(
  "LOG-COPY-1 after kill -9 a node that has nothing goes on with all that was acknowledged",
  async () => {
    const before = await placed("kept");
    await server.kill();
    client.close();
    await mkdir(at("two"));
    for (const name of ["master-key", "demo-keys.json"]) {
      writeFileSync(join(at("two"), name), readFileSync(join(at("one"), name)), { mode: 0o600 });
    }
    server = await startNode("two");
    client = new SignedClient(server.port, server.keys()["demo1"] ?? expect.fail("no keys"));

    expect(server.output).toContain("node two leads the cluster in epoch 2");
    const found = await client.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=kept");
    expect(found).toMatchObject({ status: 200, json: { orderId: before?.json.orderId } });
    await server.stop();
    const verified = await bourse("verify", at("two"));
    expect(verified.code, verified.output).toBe(0);
  },
  2 * START_PATIENCE_MS,
);

nodeTest(
  "LOG-PG-3 a stop ends in time although PostgreSQL is away, and the directory is sound",
  async () => {
    server = await startNode("two");
    await postgres.kill();
    await server.says(/PostgreSQL has not said whether a batch is durable/);

    const startedAt = performance.now();
    await server.stop();

    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(server.exitCode).toBe(0);
    const verified = await bourse("verify", at("two"));
    expect(verified.code, verified.output).toBe(0);
  },
  2 * START_PATIENCE_MS,
);

/** What every user of the machine can read of a process. */
function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
