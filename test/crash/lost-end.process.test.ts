/**
 * A log that lost its end, at the real program: what a killed server's disk dropped is never traded on.
 * Each test goes on from the one before.
 */
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { witnessesOf } from "../../src/log/file/witness.ts";
import { realDisk } from "../../src/log/real-disk.ts";
import { cli } from "../support/cli-desk.ts";
import { ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

/** The archivist runs at low priority: a busy machine lets it wait. */
const PATIENCE = { timeout: 60_000 };
const LOG = "log/00000001.log";
const LOST_BYTES = 3_500;
const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "100", volume: "1" };

const place = directoryOfFile();
const directory = join(place, "exchange");
let running: ServerProcess | undefined;
/** The highest order id that any client was told. */
let highest = 0;

beforeAll(async () => {
  const server = await ServerProcess.start(directory);
  for (let count = 0; count < 40; count++) highest = await placeAs(server, "demo1");
  const { position } = JSON.parse((await cli(["status", "--data", directory, "--json"])).out);
  const noted = () => witnessesOf(realDisk(directory))[0]?.position ?? 0;
  await vi.waitUntil(() => noted() >= position, PATIENCE);
  await server.kill();
  loseEnd();
}, START_PATIENCE_MS);
afterAll(() => running?.stop());

async function placeAs(server: ServerProcess, user: string): Promise<number> {
  const client = new SignedClient(server.port, server.keys()[user] ?? { apiKey: "", secret: "" });
  const answer = await client.post("/sapi/v1/order", ORDER);
  client.close();
  expect(answer?.status, JSON.stringify(answer?.json)).toBe(200);
  return answer?.json.orderId;
}

/** The last 3,500 bytes that were written are zeros. */
function loseEnd(): void {
  const bytes = readFileSync(join(directory, LOG));
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  bytes.fill(0, end - LOST_BYTES, end);
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

  const { code, out, err } = await cli(["accept-loss", directory]);

  expect(code, err).toBe(0);
  expect(out).toMatch(/^lost +at least \d+ commands, positions \d+ to \d+, and what came after$/m);
  expect(out).toMatch(/^set aside +lost\/0001\/history-witness$/m);
  expect(await cli(["accept-loss", directory])).toMatchObject({
    code: 1,
    err: "every witness bears out the log: nothing is lost",
  });
  expect(await cli(["verify", directory])).toMatchObject({ code: 0 });
});

test("LOG-LOSS-1 it starts, and no order has an id that another had", async () => {
  running = await ServerProcess.start(directory);

  expect(await placeAs(running, "demo2")).toBeGreaterThan(highest);
});
