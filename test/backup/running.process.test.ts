/**
 * A real server with its traders and its archivist, snapshots every few commands, and a client that
 * trades as fast as it can, while it is backed up again and again. Each backup is drilled; the last
 * one outlives the server, which is killed, and serves what the server served.
 */
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cli, typistOf } from "../support/cli-desk.ts";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const BACKUPS = 3;
const place = directoryOfFile();
const [directory, backups, restored] = ["exchange", "backups", "restored"].map((name) =>
  join(place, name),
) as [string, string, string];
const FLAGS = ["--no-limits", "--snapshot-every", "30", "--segment-mib", "1"];
const NOBODY = { apiKey: "", secret: "" };
let server: ServerProcess;
let again: ServerProcess | undefined;

beforeAll(async () => {
  server = await ServerProcess.startAsIs(directory, FLAGS);
}, START_PATIENCE_MS);
afterAll(() => Promise.all([server.kill(), again?.kill()]));

function clientOf(running: ServerProcess): SignedClient {
  return new SignedClient(running.port, Object.values(server.keys())[0] ?? NOBODY);
}

/** So many at least, however quick a backup is. */
const ORDERS_MIN = 40;

/** Places orders that no other order takes, until it is told to stop. */
async function flood(client: SignedClient, isOver: () => boolean): Promise<void> {
  const ticker = await client.get("/sapi/v1/ticker?symbol=BTCUSDT");
  const price = `${Math.floor(Number(ticker?.json.last) * 0.9)}`;
  for (let count = 0; count < ORDERS_MIN || !isOver(); count++) {
    const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price, volume: "0.001" };
    const placed = await client.post("/sapi/v1/order", order);
    expect(placed, JSON.stringify(placed?.json)).toMatchObject({ status: 200 });
    const { orderId } = placed?.json ?? {};
    if (count % 50 !== 0) await client.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
  }
}

/** What the command line answers, in this process. */
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await cli([...args, "--json"]);
  expect(code, err).toBe(0);
  return JSON.parse(out);
}

/** A backup by a process of its own, so that this one trades on. */
async function backUpBeside(): Promise<unknown> {
  const { code, out, output } = await bourse("backup", directory, backups, "--json");
  expect(code, output).toBe(0);
  return JSON.parse(out).position;
}

test("LOG-BACKUP-1 LOG-BACKUP-4 each backup of a server that never rests passes its drill", async () => {
  const client = clientOf(server);
  const positions: unknown[] = [];
  for (let number = 0; number < BACKUPS; number++) {
    let isOver = false;
    const flooding = flood(client, () => isOver);
    const position = await backUpBeside().finally(() => {
      isOver = true;
    });
    await flooding;
    const drilled = await json("drill", backups);
    expect(drilled).toMatchObject({ position, kind: "sandbox", report: { position } });
    expect(drilled).not.toHaveProperty("report.tornTail");
    positions.push(position);
  }
  client.close();

  expect([...new Set(positions)]).toHaveLength(BACKUPS);
  expect(readdirSync(backups)).toHaveLength(BACKUPS);
  expect(existsSync(join(directory, "snapshots"))).toBe(true);
  expect(server.isRunning).toBe(true);
});

/** What only the client's own orders can change. */
async function holdings(running: ServerProcess): Promise<unknown> {
  const client = clientOf(running);
  const account = await client.get("/sapi/v1/account");
  const orders = await client.get("/sapi/v1/openOrders?symbol=BTCUSDT");
  client.close();
  return { account: account?.json, orders: orders?.json };
}

test("LOG-BACKUP-2 a restored directory starts and serves the same balances and orders", async () => {
  const before = await holdings(server);
  const { path } = await json("backup", directory, backups);
  await server.kill();

  const { code, out } = await cli(["restore", `${path}`, restored]);
  for (const name of ["master-key", "demo-keys.json"]) {
    expect(existsSync(join(restored, name))).toBe(false);
    copyFileSync(join(directory, name), join(restored, name));
  }
  again = await ServerProcess.startAsIs(restored, [...FLAGS, "--no-traders"]);

  expect(code).toBe(0);
  expect(out).toMatch(/^restored: .+\nkeep apart: master-key and demo-keys\.json; /);
  expect(again.isRunning, again.output).toBe(true);
  expect(await holdings(again)).toEqual(before);
  expect(JSON.stringify(before)).toContain("orderId");
});

test("LOG-BACKUP-1 a log that began at a saved state is copied, with the states that were saved", async () => {
  const typed = typistOf(restored);
  await again?.archived();
  await typed("snapshot save one");
  await typed("snapshot load one");

  const { path, position } = await json("backup", restored, backups);
  const drilled = await json("drill", backups);

  expect(drilled).toMatchObject({ path, position });
  expect(existsSync(join(`${path}`, "saved/one/history/data.mdb"))).toBe(true);
  expect(existsSync(join(`${path}`, "past"))).toBe(false);
});

test("LOG-LOCK-1 a backup needs no lock; what works on a stopped directory names the process that has it", async () => {
  const { pid } = again ?? server;

  expect((await cli(["backup", restored, backups])).code).toBe(0);
  expect(await cli(["verify", restored])).toEqual({
    code: 1,
    out: "",
    err: `${restored} is in use by the process with pid ${pid}`,
  });
});
