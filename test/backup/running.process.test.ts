/**
 * A real server with its archivist, snapshots every few commands, and a client that trades while a backup stands
 * half-way. Each backup is drilled; the last one outlives the server, which is killed, and serves what the server served.
 */
import { copyFileSync, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { cli, typistOf } from "../support/cli-desk.ts";
import { HalfWayBackup } from "../support/half-way-backup.ts";
import { ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const BACKUPS = 2;
const place = directoryOfFile();
const [directory, backups, restored] = ["exchange", "backups", "restored"].map((name) =>
  join(place, name),
) as [string, string, string];
const FLAGS = ["--snapshot-every", "30"];
const BID = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  price: "30000",
  volume: "0.001",
  recvWindow: 60_000,
};
/** As long as a test may take: the archivist runs at low priority, and a busy machine lets it wait. */
const PATIENCE = { timeout: 120_000 };
const NOBODY = { apiKey: "", secret: "" };
let server: ServerProcess;
let again: ServerProcess | undefined;

beforeAll(async () => {
  server = await ServerProcess.start(directory, FLAGS);
});
afterAll(() => Promise.all([server.kill(), again?.kill()]));

function clientOf(running: ServerProcess): SignedClient {
  return new SignedClient(running.port, Object.values(server.keys())[0] ?? NOBODY);
}

/** Places orders, and cancels most of them. */
async function trade(client: SignedClient, orders: number): Promise<void> {
  for (let count = 0; count < orders; count++) {
    const placed = await client.post("/sapi/v1/order", BID);
    expect(placed, JSON.stringify(placed?.json)).toMatchObject({ status: 200 });
    const { orderId } = placed?.json ?? {};
    if (count % 10 !== 0) await client.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
  }
}

function hasSnapshot(of: string): boolean {
  const folder = join(of, "snapshots");
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith(".snap"));
}

/** What the command line answers, in this process. */
async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await cli([...args, "--json"]);
  expect(code, err).toBe(0);
  return JSON.parse(out);
}

/** So many lead to another snapshot, and then some. */
const MEANWHILE = 20;

test("LOG-BACKUP-1 LOG-BACKUP-4 each backup of a server that trades meanwhile passes its drill", async () => {
  const client = clientOf(server);
  const positions: unknown[] = [];
  for (let number = 0; number < BACKUPS; number++) {
    const backup = await HalfWayBackup.of(directory, backups);
    onTestFinished(() => backup.kill());
    await trade(client, MEANWHILE);
    expect(await backup.goOn()).toBe(0);
    const drilled = await json("drill", backups);
    const { position } = drilled;
    expect(drilled).toMatchObject({ kind: "sandbox", report: { position } });
    expect(drilled).not.toHaveProperty("report.tornTail");
    positions.push(position);
    // The next one has a snapshot, and what comes behind it.
    await vi.waitUntil(() => hasSnapshot(directory), PATIENCE);
  }
  client.close();

  expect([...new Set(positions)]).toHaveLength(BACKUPS);
  expect(server.isRunning).toBe(true);
});

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
  again = await ServerProcess.start(restored, FLAGS);

  expect(code).toBe(0);
  expect(out).toMatch(/^restored: .+\nkeep apart: master-key and demo-keys\.json; /);
  expect(again.isRunning, again.output).toBe(true);
  expect(await holdings(again)).toEqual(before);
  expect(JSON.stringify(before)).toContain("orderId");
});

test("LOG-BACKUP-1 a log that began at a saved state is copied, with the states that were saved", async () => {
  const typed = typistOf(restored);
  // It is refused while the archive is behind, which a busy machine lets it be.
  await vi.waitFor(() => typed("snapshot save one"), PATIENCE);
  await typed("snapshot load one --yes");

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
