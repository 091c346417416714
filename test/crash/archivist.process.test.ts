/**
 * The real archivist beside the real server: a log that it cannot follow halts the exchange and
 * changes nothing, and one whose server was killed leaves the directory to its successor. All of it
 * happens to one directory, which each test leaves sound: the next one shows that it goes on.
 */
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { afterAll, expect, test, vi } from "vitest";
import { MAGIC_BYTES } from "../../src/log/batch.ts";
import { ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { goOn, standStill } from "../support/stand-still.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { verifyDirectory } from "./verify-directory.ts";

const SEGMENT = "log/00000001.log";
const FIRST_DIGEST_BYTE = 48;
/** As long as a test may take: it runs at low priority, and a busy machine lets it wait. */
const PATIENCE = { timeout: 120_000, interval: 50 };
/** So many commands do not come. */
const NEVER = 1_000_000;

/** Without drafts: a stop may come between the question whose directory it is and the change. */
function snapshotsIn(directory: string): string[] {
  return namesIn(directory, "snapshots").filter((name) => name.endsWith(".snap"));
}

function namesIn(directory: string, folder: string): string[] {
  const path = join(directory, folder);
  return existsSync(path) ? readdirSync(path, { encoding: "utf8" }).sort() : [];
}

const directory = directoryOfFile();
/** Archivists of killed servers as well: no process is left behind, whatever became of a test. */
const pids = new Set<number>();

afterAll(() => {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, "SIGKILL");
});

async function start(snapshotEvery: number): Promise<ServerProcess> {
  const args = ["--segment-mib", "1", "--snapshot-every", `${snapshotEvery}`];
  const server = await ServerProcess.start(directory, args);
  for (const pid of [server.pid, server.archivistPid]) pids.add(pid);
  return server;
}

/** A server whose archivist makes snapshots as often as it can, and has made another one. */
async function startWithSnapshots(): Promise<ServerProcess> {
  const before = snapshotsIn(directory).at(-1);
  const server = await start(1);
  await vi.waitUntil(async () => {
    await placeAndCancel(server);
    return snapshotsIn(directory).at(-1) !== before;
  }, PATIENCE);
  return server;
}

let running: ServerProcess | undefined;

/** A server on a directory that has a snapshot; it makes no more. */
async function following(): Promise<ServerProcess> {
  if (running?.isRunning) return running;
  if (snapshotsIn(directory).length === 0) await (await startWithSnapshots()).stop();
  return await start(NEVER);
}

/** Has its archivist told, at once, to follow to where the log ends now; the test does not wait for the answer. */
async function tellArchivist(server: ServerProcess): Promise<void> {
  const token = readFileSync(join(directory, "operator-token"), "utf8").trim();
  const headers = { Authorization: `Bearer ${token}` };
  const at = { host: "127.0.0.1", port: server.operatorPort, path: "/operator/v1/audit" };
  const asking = request({ ...at, headers }).on("error", () => undefined);
  await once(asking.end(), "finish");
  // It came first: a request that is answered now was read after it.
  expect(await place(server, "told")).toBe(200);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Places one order; answers the status. */
async function place(server: ServerProcess, newClientOrderId: string): Promise<number | undefined> {
  return await post(server, "/sapi/v1/order", { ...ORDER, newClientOrderId });
}

/** Two commands, after which nothing is left: no more than 200 orders may be open. */
async function placeAndCancel(server: ServerProcess): Promise<void> {
  const newClientOrderId = `passing-${Date.now()}`;
  await place(server, newClientOrderId);
  await post(server, "/sapi/v1/cancel", { symbol: ORDER.symbol, newClientOrderId });
}

const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "1", volume: "0.001" };

async function post(server: ServerProcess, path: string, body: unknown) {
  const client = new SignedClient(server.port, Object.values(server.keys())[0] ?? NOBODY);
  const answer = await client.post(path, body);
  client.close();
  return answer?.status;
}

const NOBODY = { apiKey: "", secret: "" };

/** The batch in which an order stands, as it lies in the file. */
function batchWith(directory: string, clientId: string): { at: number; bytes: Buffer } {
  const segment = readFileSync(join(directory, SEGMENT));
  const at = segment.lastIndexOf(MAGIC_BYTES, segment.indexOf(clientId));
  return { at, bytes: Buffer.from(segment.subarray(at, at + segment.readUInt32LE(at + 8))) };
}

function overwrite(directory: string, at: number, bytes: Uint8Array): void {
  const file = openSync(join(directory, SEGMENT), "r+");
  writeSync(file, bytes, 0, bytes.length, at);
  closeSync(file);
}

/** A bit of the last byte: the checksum tells. */
function damaged(batch: Buffer): Buffer {
  const bytes = Buffer.from(batch);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  return bytes;
}

/** Another digest under a right checksum: the live state was not the one that replay gives. */
function contradicting(batch: Buffer): Buffer {
  const bytes = Buffer.from(batch);
  bytes.writeUInt8(bytes.readUInt8(FIRST_DIGEST_BYTE) ^ 1, FIRST_DIGEST_BYTE);
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

test("LOG-LOCK-1 an archivist whose server was killed changes nothing beside its successor", async () => {
  const first = await startWithSnapshots();
  const orphan = first.archivistPid;
  await standStill(orphan);
  expect(await place(first, "behind")).toBe(200);
  await tellArchivist(first);
  await first.kill();

  const second = await start(NEVER);
  // All that an archivist changes. The new server makes its next segment meanwhile, no more.
  const before = snapshotsIn(directory);
  const [archive, log] = ["archive", "log"].map((folder) => namesIn(directory, folder));
  goOn(orphan);
  await vi.waitUntil(() => !isAlive(orphan), PATIENCE);

  expect(snapshotsIn(directory)).toEqual(before);
  expect(namesIn(directory, "archive")).toEqual(archive);
  const segments = log?.filter((name) => name.endsWith(".log")) ?? [];
  expect(namesIn(directory, "log")).toEqual(expect.arrayContaining(segments));
  running = second;
});

const CANNOT_FOLLOW = [
  ["LOG-CORRUPT-1 a damaged batch", damaged, /HALTED: log\/00000001\.log at offset/],
  ["LOG-DIGEST-1 another digest", contradicting, /HALTED: the state at position/],
] as const;

test.each(CANNOT_FOLLOW)(
  "%s that the archivist meets halts the server for good, and all is kept",
  async (_, change, word) => {
    const server = await following();
    const kept = snapshotsIn(directory);
    await standStill(server.archivistPid);
    const refused = `${change.name}-refused`;
    // The last 4 KiB are the server's own to look at (LOG-LOCK-3), with every second that ticks.
    const behind = Array.from({ length: 40 }, (_, at) => `${change.name}-behind-${at}`);
    for (const id of [`${change.name}-sound`, refused, ...behind]) {
      expect(await place(server, id)).toBe(200);
    }
    const { at, bytes } = batchWith(directory, refused);
    overwrite(directory, at, change(bytes));
    goOn(server.archivistPid);
    await server.says(word);

    expect(await place(server, "too-late")).toBe(503);
    await server.stop();
    expect(server.exitCode).toBe(0);
    expect(server.output.match(/archivist pid/g)).toHaveLength(1);
    expect(server.output.match(/HALTED/g)).toHaveLength(1);
    expect(kept).not.toEqual([]);
    expect(snapshotsIn(directory)).toEqual(kept);

    overwrite(directory, at, bytes);
    await verifyDirectory(directory);
  },
);

test("LOG-DIGEST-1 a log that is as it was is followed again, and snapshots are made of it", async () => {
  const server = await startWithSnapshots();
  await server.stop();

  await verifyDirectory(directory);
});
