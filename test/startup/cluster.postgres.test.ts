/**
 * The real server with its log in a real PostgreSQL, as a person starts it: made by the command line, killed, started again
 * where nothing is left but the database.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { typed } from "../support/cli-desk.ts";
import { FileDatabases } from "../support/file-databases.ts";
import { hasPostgres } from "../support/postgres.ts";
import { bourse, ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { PATIENCE_MS, UNTIL_SEEN } from "../support/until.ts";

const OPEN = "/sapi/v1/openOrders?symbol=BTCUSDT";
const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const NAME = "exchange";
/** Of this run: others on this machine may test the same. */
const PASSWORD = `password-of-${process.pid}`;
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
let databases: FileDatabases;
let server: ServerProcess;
let client: SignedClient;

beforeAll(async () => {
  if (!isHere) return;
  databases = await FileDatabases.open();
  const url = await databases.create(NAME);
  writeFileSync(urlFile, url.replace("bourse@", `bourse:${PASSWORD}@`), { mode: 0o600 });
  const made = await bourse("cluster", "init", urlFile, "--single-postgres", "--segment-mib", "1");
  expect(made.code, made.output).toBe(0);
  server = await startNode("one");
  client = new SignedClient(server.port, server.keys()["demo1"] ?? expect.fail("no keys"));
}, PATIENCE_MS);
afterAll(async () => {
  client?.close();
  await server?.kill();
});

const placed = (id: string) => client.post("/sapi/v1/order", { ...BUY, newClientOrderId: id });

nodeTest("a second cluster is not made over the first", async () => {
  const again = await typed("cluster", "init", urlFile, "--single-postgres");

  expect(again.code).toBe(1);
  expect(again.output).toContain("has a schema named bourse already");
});

nodeTest("LOG-PG-5 without a standby nothing is made, unless that is accepted", async () => {
  const refused = await typed("cluster", "init", urlFile);

  expect(refused.code).toBe(1);
  expect(refused.output).toContain("no synchronous standby");
});

/** Rows of the log with the order's client id among their bytes. */
const CARRIES_FIRST = `select count(*)::int as rows from bourse.log
  where position('of-the-first'::bytea in bytes) > 0`;

nodeTest("it takes orders, and PostgreSQL has them", async () => {
  expect(server.output).toContain("node one leads the cluster in epoch 1");
  expect(await placed("of-the-first")).toMatchObject({ status: 200, json: { status: "NEW" } });

  const [row] = await databases.sql(NAME, CARRIES_FIRST);
  expect(row?.["rows"]).toBe(1);
});

nodeTest("CLUSTER-STATE-1 no state is saved, loaded or reset to", async () => {
  for (const line of ["snapshot save a", "snapshot load a --yes", "reset --yes"]) {
    const refused = await typed(...line.split(" "), "--data", at("one"));

    expect(refused.code).toBe(1);
    expect(refused.output).toContain("in a cluster has no saved states");
  }
});

nodeTest("CLUSTER-SECRET-1 neither a line of the log nor a process says the password", async () => {
  expect(server.output).not.toContain(PASSWORD);
  const pids = await readdir("/proc");
  const said = pids.filter((pid) => /^\d+$/.test(pid)).map((pid) => argumentsOf(pid));
  expect(said.filter((text) => text.includes(PASSWORD))).toEqual([]);
  const refused = await typed("cluster", "init", `postgres://bourse:${PASSWORD}@127.0.0.1:1/x`);
  expect(refused.code).toBe(2);
  expect(refused.output).not.toContain(PASSWORD);
});

nodeTest(
  "LOG-PG-3 while PostgreSQL is away orders are refused or unknown, and none is lost or doubled",
  async () => {
    await databases.server.kill();
    const during = ["a", "b", "c"].map(placed);
    await server.says(/PostgreSQL has not said whether a batch is durable/);
    expect((await placed("refused"))?.status).toBe(503);
    await databases.server.begin();
    const told = new Map<string, number | undefined>([["refused", 503]]);
    for (const [index, reply] of (await Promise.all(during)).entries()) {
      told.set("abc".charAt(index), reply?.status);
    }
    await expect.poll(async () => (await placed(""))?.status, UNTIL_SEEN).toBe(200);

    const open: { clientOrderId: string }[] = (await client.get(OPEN))?.json;
    for (const [id, status] of told) {
      const count = open.filter(({ clientOrderId }) => clientOrderId === id).length;
      const right = { 200: [1], 503: [0], 504: [0, 1] }[status ?? 0] ?? [];
      expect(right, `${id}: ${status}`).toContain(count);
    }
  },
  PATIENCE_MS,
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
    const verified = await typed("verify", at("two"));
    expect(verified.code, verified.output).toBe(0);
  },
  PATIENCE_MS,
);

nodeTest(
  "LOG-PG-3 a stop ends although PostgreSQL is away, and the directory is sound",
  async () => {
    server = await startNode("two");
    await databases.server.kill();
    await server.says(/PostgreSQL has not said whether a batch is durable/);

    await server.stop();

    expect(databases.server.isRunning).toBe(false);
    expect(server.exitCode).toBe(0);
    const verified = await typed("verify", at("two"));
    expect(verified.code, verified.output).toBe(0);
  },
  PATIENCE_MS,
);

/** What every user of the machine can read of a process. */
function argumentsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
