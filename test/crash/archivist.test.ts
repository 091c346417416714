/**
 * The real archivist beside the real server: a log that it cannot follow halts the exchange and
 * changes nothing, and one whose server was killed leaves the directory to its successor.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { expect, onTestFailed, test, vi } from "vitest";
import { MAGIC_BYTES } from "../../src/log/batch.ts";
import { bourse, ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const SEGMENT = "log/00000001.log";
const FIRST_DIGEST_BYTE = 48;
const PATIENCE = { timeout: 60_000, interval: 20 };

/** Without drafts: a stop may come between the question whose directory it is and the change. */
function snapshotsIn(directory: string): string[] {
  return namesIn(directory, "snapshots").filter((name) => name.endsWith(".snap"));
}

function namesIn(directory: string, folder: string): string[] {
  const path = join(directory, folder);
  return existsSync(path) ? readdirSync(path, { encoding: "utf8" }).sort() : [];
}

/** A server that a failed test does not leave behind, nor its archivist. */
async function startIn(directory: string, ...args: string[]): Promise<ServerProcess> {
  const server = await ServerProcess.start(directory, args);
  const pid = server.archivistPid;
  onTestFailed(async () => {
    await server.kill();
    if (isAlive(pid)) process.kill(pid, "SIGKILL");
  });
  return server;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Places one order; answers the status. */
async function place(server: ServerProcess, clientId: string): Promise<number | undefined> {
  const client = new SignedClient(server.port, Object.values(server.keys())[0] ?? NOBODY);
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "1", volume: "0.001" };
  const answer = await client.post("/sapi/v1/order", { ...order, newClientOrderId: clientId });
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

const CANNOT_FOLLOW = [
  ["LOG-CORRUPT-1 a damaged batch", damaged, /HALTED: log\/00000001\.log at offset/],
  ["LOG-DIGEST-1 another digest", contradicting, /HALTED: the state at position/],
] as const;

test.each(CANNOT_FOLLOW)(
  "%s that the archivist meets halts the server for good, and all is kept",
  async (_, change, word) => {
    const directory = temporaryDirectory();
    const first = await startIn(directory);
    await first.stop();
    const kept = snapshotsIn(directory);
    expect(kept).toHaveLength(1);

    const second = await startIn(directory);
    process.kill(second.archivistPid, "SIGSTOP");
    for (const id of ["sound", "refused"]) expect(await place(second, id)).toBe(200);
    const { at, bytes } = batchWith(directory, "refused");
    overwrite(directory, at, change(bytes));
    process.kill(second.archivistPid, "SIGCONT");
    await second.says(word);

    expect(await place(second, "too-late")).toBe(503);
    await second.stop();
    expect(second.exitCode).toBe(0);
    expect(second.output.match(/archivist pid/g)).toHaveLength(1);
    expect(second.output.match(/HALTED/g)).toHaveLength(1);
    expect(snapshotsIn(directory)).toEqual(kept);

    overwrite(directory, at, bytes);
    const third = await startIn(directory);
    expect(await place(third, "goes-on")).toBe(200);
    await third.stop();
    expect((await bourse("verify", directory)).output).toContain("verified");
    expect(snapshotsIn(directory)).toHaveLength(2);
  },
);

test("LOG-LOCK-1 an archivist whose server was killed changes nothing beside its successor", async () => {
  const directory = temporaryDirectory();
  const first = await startIn(directory, "--snapshot-every", "1");
  const orphan = first.archivistPid;
  await vi.waitUntil(async () => {
    await place(first, `before-${Date.now()}`);
    return existsSync(join(directory, "snapshots"));
  }, PATIENCE);
  process.kill(orphan, "SIGSTOP");
  // It is told a new position every quarter of a second, and finds it when it wakes.
  const untilMs = Date.now() + 1_000;
  while (Date.now() < untilMs) await place(first, `behind-${Date.now()}`);
  await first.kill();

  const second = await startIn(directory, "--snapshot-every", "1000000");
  // All that an archivist changes. The new server makes its next segment meanwhile, no more.
  const before = snapshotsIn(directory);
  const [archive, log] = ["archive", "log"].map((folder) => namesIn(directory, folder));
  process.kill(orphan, "SIGCONT");
  await vi.waitUntil(() => !isAlive(orphan), PATIENCE);

  expect(snapshotsIn(directory)).toEqual(before);
  expect(namesIn(directory, "archive")).toEqual(archive);
  const segments = log?.filter((name) => name.endsWith(".log")) ?? [];
  expect(namesIn(directory, "log")).toEqual(expect.arrayContaining(segments));
  await second.stop();
  expect((await bourse("verify", directory)).output).toContain("verified");
});
