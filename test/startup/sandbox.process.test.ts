/**
 * The controls of a sandbox, as a person uses them: the real server, the command line, kills. One
 * directory, three starts: one that is killed, one that is killed in the midst of a load, and one that
 * is stopped.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cli, typistOf } from "../support/cli-desk.ts";
import { ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const SELL = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", volume: "1", price: "30000" };
const BUY = { ...SELL, side: "BUY", price: "100" };
const directory = directoryOfFile();
const typed = typistOf(directory);
let server: ServerProcess;
let client: SignedClient;

/** A sandbox in which only the test trades. */
async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  client = new SignedClient(server.port, server.keys()["demo1"] ?? { apiKey: "", secret: "" });
}

beforeAll(start, START_PATIENCE_MS);
afterAll(() => server.kill());

async function kill(): Promise<void> {
  await server.kill();
  client.close();
}

const sell = () => client.post("/sapi/v1/order", SELL);

async function openCount(): Promise<number> {
  return (await client.get("/sapi/v1/openOrders?symbol=BTCUSDT"))?.json.length;
}

const named = (clientId: string) =>
  client.get(`/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${clientId}`);

/** The status of an order that is placed, and whether it is there afterwards. */
async function place(newClientOrderId: string): Promise<{ status: number; isThere: boolean }> {
  const placed = await client.post("/sapi/v1/order", { ...BUY, newClientOrderId });
  const found = await named(newClientOrderId);
  return { status: placed?.status ?? 0, isThere: found?.status === 200 };
}

test("SANDBOX-FAULT-1 both kinds of 504, a 503 and a delay, as the operator asked for them", async () => {
  for (const kind of ["504-executed", "504-not-executed", "503", "latency"]) {
    const more = kind === "latency" ? ["--ms", "1"] : [];
    const once = ["--user", "demo1", "--count", "1", ...more];
    await typed(["faults", "add", "POST /sapi/v1/order", kind, ...once]);
  }

  expect(await place("a")).toEqual({ status: 504, isThere: true });
  expect(await place("b")).toEqual({ status: 504, isThere: false });
  expect(await place("b")).toEqual({ status: 503, isThere: false });
  expect(await place("b")).toEqual({ status: 200, isThere: true });
  expect(await typed("faults")).toBe("there are no fault rules");
});

test("SANDBOX-STATE-2 what came after a save is undone by a load", async () => {
  expect(server.output).toMatch(/sandbox in /);
  expect(await typed("snapshot save two-orders")).toMatch(/^saved two-orders: position \d+, /);
  await sell();
  expect(await openCount()).toBe(3);

  expect(await typed("snapshot load two-orders --yes")).toMatch(
    /^loaded two-orders: the exchange goes on from /,
  );

  expect(await openCount()).toBe(2);
});

test("SANDBOX-CLOCK-1 SANDBOX-FAULT-6 a kill -9 keeps the clock, and what faults hid; it forgets the rules", async () => {
  expect(await typed("clock freeze")).toContain("engine time stands at");
  expect(await typed("clock advance 90s")).toContain(" ahead of the request clock");
  await sell();
  await typed("faults add /sapi/v1/order 503");
  expect(await place("c")).toEqual({ status: 503, isThere: false });

  await kill();
  await start();

  expect(await typed("clock")).toContain("engine time stands at");
  expect(await openCount()).toBe(3);
  expect(await typed("faults")).toBe("there are no fault rules");
  expect(await named("a")).toMatchObject({ status: 200, json: { status: "NEW" } });
});

test("SANDBOX-STATE-2 a state outlives a kill and a reset", async () => {
  await typed("snapshot load two-orders --yes");
  expect(await openCount()).toBe(2);
  expect(await typed("reset --yes")).toMatch(/^reset: the exchange begins again at /);
  expect(await openCount()).toBe(0);
  expect(await typed("snapshot list")).toBe("two-orders");
  await typed("snapshot load two-orders --yes");
  expect(await openCount()).toBe(2);
  expect(readdirSync(join(directory, "past"))).toHaveLength(4);
});

test("SANDBOX-STATE-4 a kill -9 in the midst of a load leaves the old log or the new one", async () => {
  await sell();
  const archivists = [...server.output.matchAll(/archivist pid/g)].length;
  const loading = cli(["snapshot", "load", "two-orders", "--yes", "--data", directory]);
  // The archivist of the new exchange instance is started in the midst of it.
  await server.says(/archivist pid \d+/, archivists + 1);
  await kill();
  await loading;

  await start();

  expect([2, 3]).toContain(await openCount());
  await sell();
  client.close();
  await server.stop();
  expect((await cli(["verify", directory])).out).toContain("verified: ");
});
