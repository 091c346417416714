/**
 * The real server with two gateways, as a person starts it: every gateway serves the same exchange, accidents are
 * brought about and explained, one that is killed comes back, and none outlives the core. One directory, two starts.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { OPERATOR_TOKEN_NAME } from "../../src/edge/auth/operator-token.ts";
import { SOCKET_NAME } from "../../src/runtime/wire/socket-wire.ts";
import { cli, typistOf } from "../support/cli-desk.ts";
import { readExposition } from "../support/exposition.ts";
import { clientAtEach, gatewayOf } from "../support/gateway-clients.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
import type { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { PATIENCE_MS, until } from "../support/until.ts";
import { type Explained, StruckBot } from "./struck-bot.ts";

const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const directory = directoryOfFile();
const typed = typistOf(directory);
let server: ServerProcess;
let one: SignedClient;
let two: SignedClient;

beforeAll(start, START_PATIENCE_MS);
afterAll(() => server.kill());

async function start(): Promise<void> {
  const args = ["--no-traders", "--no-limits", "--gateways", "2", ...SMALL_LOG];
  server = await ServerProcess.startAsIs(directory, args);
  await meet();
}

/** Finds a connection to each gateway. */
async function meet(): Promise<void> {
  const clients = await clientAtEach(server, 2);
  one = clients.get(1) ?? expect.fail("no client at gateway 1");
  two = clients.get(2) ?? expect.fail("no client at gateway 2");
}

const place = (client: SignedClient, newClientOrderId: string) =>
  client.post("/sapi/v1/order", { ...BUY, newClientOrderId });

const named = (client: SignedClient, id: string) =>
  client.get(`/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${id}`);

test("FOLLOW-READ-1 what was written through one gateway is read through the other at once", async () => {
  for (let count = 0; count < 50; count++) {
    const [writer, reader] = count % 2 === 0 ? [one, two] : [two, one];

    const placed = await place(writer, `own-${count}`);
    const found = await named(reader, `own-${count}`);

    expect(placed).toMatchObject({ status: 200, json: { status: "NEW" } });
    expect(found).toMatchObject({ status: 200, json: { orderId: placed?.json.orderId } });
  }
  const cancelled = await two.post("/sapi/v1/cancelAll", { symbol: "BTCUSDT" });
  expect(cancelled?.status).toBe(200);
  await server.archived();
  const ended = await one.get("/sapi/v1/historyOrders?symbol=BTCUSDT&limit=100");
  expect(ended?.json.list ?? ended?.json).toHaveLength(50);
});

test("the socket is its owner's alone, and no gateway's arguments say a secret", () => {
  expect(statSync(join(directory, SOCKET_NAME)).mode & 0o777).toBe(0o600);
  for (const pid of server.gatewayPids.values()) {
    const said =
      readFileSync(`/proc/${pid}/cmdline`, "utf8") + readFileSync(`/proc/${pid}/environ`, "utf8");
    expect(said).not.toContain(readFileSync(join(directory, "master-key"), "utf8").trim());
    expect(said).not.toContain(server.keys()["demo1"]?.secret);
  }
});

test("USER-REQUEST-2 a refusal through either gateway is explained by its id", async () => {
  for (const client of [one, two]) {
    const refused = await client.post("/sapi/v1/order", { ...BUY, symbol: "NOSUCH" });
    const id = `${refused?.headers["x-request-id"]}`;

    expect(refused?.status).toBe(400);
    // It is written behind the reply.
    await until(`${id} is explained`, PATIENCE_MS, async () => {
      const { out } = await cli(["explain", id, "--data", directory]);
      return out.includes("-1121") || undefined;
    });
  }
});

test("SANDBOX-FAULT-4 a fault rule counts the requests of both gateways", async () => {
  await typed(["faults", "add", "POST /sapi/v1/order", "503", "--user", "demo1", "--count", "3"]);

  const statuses = [];
  for (const client of [one, two, one, two]) statuses.push((await place(client, ""))?.status);

  expect(statuses).toEqual([503, 503, 503, 200]);
});

test("SANDBOX-STATE-2 a load closes streams and shows the loaded state through both gateways", async () => {
  await place(one, "kept");
  await typed("snapshot save before");
  await place(two, "lost");
  const stream = new WebSocket(`ws://127.0.0.1:${server.port}/ws`);
  await new Promise((resolve) => stream.addEventListener("open", resolve));
  const closed = new Promise((resolve) => stream.addEventListener("close", resolve));

  await typed("snapshot load before --yes");

  await closed;
  for (const client of [one, two]) {
    expect((await named(client, "kept"))?.status).toBe(200);
    // The archivist begins anew with the load: until it follows nobody knows whether the order ever was.
    const lost = await until("the history is there", PATIENCE_MS, async () => {
      const reply = await named(client, "lost");
      return reply?.status === 503 ? undefined : reply;
    });
    expect(lost.status).toBe(400);
  }
  expect((await place(two, "after"))?.status).toBe(200);
  expect((await named(one, "after"))?.status).toBe(200);
});

let dropped: Explained;

test("EXPLAIN-STRUCK-1 what rules strike through gateways a bot survives, and each strike is explained", async () => {
  const bot = new StruckBot(server);
  onTestFinished(() => bot.close());

  dropped = await bot.missMessage();
  await bot.comeLate();
});

async function readFigures() {
  const token = readFileSync(join(directory, OPERATOR_TOKEN_NAME), "utf8").trim();
  const url = `http://127.0.0.1:${server.operatorPort}/metrics`;
  const reply = await judgedFetch(url, { headers: { Authorization: `Bearer ${token}` } });
  return readExposition(await reply.text());
}

test("the core encodes no reply: all are counted at the gateways", async () => {
  for (const client of [one, two]) await place(client, "");

  const { samples = [] } = (await readFigures()).get("bourse_requests_total") ?? {};
  const replies = (process: string) =>
    samples
      .filter(({ labels }) => labels["process"] === process)
      .reduce((sum, { value }) => sum + value, 0);

  expect(replies("core")).toBe(0);
  expect(replies("gateway-1")).toBeGreaterThan(0);
  expect(replies("gateway-2")).toBeGreaterThan(0);
});

test("one page has the figures of all processes, each under its name, and all come to one position", async () => {
  const memory = (await readFigures()).get("process_resident_memory_bytes")?.samples ?? [];
  expect(memory.map(({ labels }) => labels["process"])).toEqual(["core", "gateway-1", "gateway-2"]);

  // No second ticks while they are compared.
  await typed("clock freeze");
  await until("all stand at one position", PATIENCE_MS, async () => {
    const { samples = [] } = (await readFigures()).get("bourse_log_position") ?? {};
    const isOne = new Set(samples.map(({ value }) => value)).size === 1;
    return (samples.length === 3 && isOne) || undefined;
  });
  await typed("clock resume");
});

test("a gateway that is killed is started again, and the other serves meanwhile", async () => {
  await meet(); // A connection that was idle for long is closed.
  const pid = server.gatewayPids.get(1) ?? 0;
  const opened = [...server.output.matchAll(/gateway 1 takes connections/g)].length;
  process.kill(pid, "SIGKILL");

  expect((await place(two, "meanwhile"))?.status).toBe(200);
  await server.says(/gateway 1 takes connections/, opened + 1);
  await meet();
  expect((await named(one, "meanwhile"))?.status).toBe(200);
  expect(gatewayOf(await place(one, "again"))).toBe(1);
});

test("EXPLAIN-STRUCK-1 no gateway outlives a core that is killed, what struck is explained still, and the next start goes on", async () => {
  await place(one, "before-the-kill");
  const pids = [...server.gatewayPids.values()];
  await server.kill();

  await until("the gateways are gone", PATIENCE_MS, async () => areGone(pids) || undefined);
  one.close();
  two.close();
  // EXPLAIN-STRUCK-1: from the directory alone.
  expect(await typed(`explain ${dropped.order}`)).toMatch(dropped.line);
  await start();
  expect((await named(two, "before-the-kill"))?.status).toBe(200);
});

function areGone(pids: readonly number[]): boolean {
  return pids.every((pid) => !existsSync(`/proc/${pid}`));
}

test("a stop answers what is under way, ends all processes and leaves no socket", async () => {
  const pids = [...server.gatewayPids.values()];
  const answers = Array.from({ length: 40 }, (_, at) =>
    place(at % 2 === 0 ? one : two, `last-${at}`),
  );
  // The others are on their way, or done.
  await Promise.race(answers);
  await server.stop();

  expect(server.exitCode).toBe(0);
  expect(areGone(pids)).toBe(true);
  expect(existsSync(join(directory, SOCKET_NAME))).toBe(false);
  const statuses = (await Promise.all(answers)).map((answer) => answer?.status ?? 0);
  expect(statuses.filter((status) => ![200, 503, 0].includes(status))).toEqual([]);
  expect(await cli(["verify", directory])).toMatchObject({ code: 0, err: "" });
});
