/**
 * A log that lost its end, at the real program: what a killed server's disk dropped is never traded on.
 * Each test goes on from the one before.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openFileLog } from "../../src/log/file/file-log.ts";
import { witnessesOf } from "../../src/log/file/witness.ts";
import { GENESIS } from "../../src/log/log.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { cli } from "../support/cli-desk.ts";
import { ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

/** As long as a hook may take: the archivist runs at low priority, and a busy machine lets it wait. */
const PATIENCE = { timeout: 120_000 };
const LOG = "log/00000001.log";
/** Orders before the place from which on all is lost, and behind it. */
const [KEPT, LOST] = [20, 20];
const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "100", volume: "1" };

const place = directoryOfFile();
const directory = join(place, "exchange");
let running: ServerProcess | undefined;
/** The highest order id that any client was told. */
let highest = 0;

beforeAll(async () => {
  running = await ServerProcess.start(directory);
  for (let count = 0; count < KEPT; count++) await placeAs(running, "demo1");
  const kept = await positionNow();
  for (let count = 0; count < LOST; count++) highest = await placeAs(running, "demo1");
  const position = await positionNow();
  const noted = () => witnessesOf(realDisk(directory))[0]?.position ?? 0;
  await vi.waitUntil(() => noted() >= position, PATIENCE);
  await running.kill();
  await loseBehind(kept);
});
afterAll(() => running?.stop());

async function positionNow(): Promise<number> {
  return JSON.parse((await cli(["status", "--data", directory, "--json"])).out).position;
}

async function placeAs(server: ServerProcess, user: string): Promise<number> {
  const client = new SignedClient(server.port, server.keys()[user] ?? { apiKey: "", secret: "" });
  const answer = await client.post("/sapi/v1/order", ORDER);
  client.close();
  expect(answer?.status, JSON.stringify(answer?.json)).toBe(200);
  return answer?.json.orderId;
}

/** Of all batches behind the one with this position nothing is left. */
async function loseBehind(position: number): Promise<void> {
  const log = await openFileLog({ disk: realDisk(directory), readOnly: true });
  const last = [...log.read(GENESIS)].find(({ after }) => after.position >= position);
  log.close();
  const bytes = readFileSync(join(directory, LOG));
  bytes.fill(0, last?.after.offset);
  writeFileSync(join(directory, LOG), bytes);
}

const SENTENCE =
  /^log\/00000001\.log at offset \d+: expected position \d+, which history\/witness has seen, found /m;

test("LOG-WITNESS-1 a start refuses it, with 4, and changes nothing", async () => {
  const before = readFileSync(join(directory, LOG));

  for (let tries = 0; tries < 2; tries++) {
    const refused = await ServerProcess.start(directory);
    expect(refused.exitCode).toBe(4);
    expect(refused.output).toMatch(SENTENCE);
    expect(refused.output).toContain("bourse accept-loss");
  }

  expect(readFileSync(join(directory, LOG)).equals(before)).toBe(true);
});

test("LOG-WITNESS-1 verify says the same", async () => {
  const { code, err } = await cli(["verify", directory]);

  expect(code).toBe(4);
  expect(err).toMatch(SENTENCE);
});

test("LOG-LOSS-1 accept-loss says what is lost, and afterwards everything adds up", async () => {
  cpSync(directory, join(place, "before"), { recursive: true });

  const { code, out, err } = await cli(["accept-loss", directory, "--yes"]);

  expect(code, err).toBe(0);
  expect(out).toMatch(/^lost +at least \d+ commands, positions \d+ to \d+, and what came after$/m);
  expect(out).toMatch(/^set aside +lost\/0001\/history-witness$/m);
  expect(await cli(["accept-loss", directory, "--yes"])).toMatchObject({
    code: 1,
    err: "every witness bears out the log: nothing is lost",
  });
  expect(await cli(["verify", directory])).toMatchObject({ code: 0 });
});

test("LOG-LOSS-1 it starts, and no order has an id that another had", async () => {
  running = await ServerProcess.start(directory);

  expect(await placeAs(running, "demo2")).toBeGreaterThan(highest);
});
