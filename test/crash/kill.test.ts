/** kill -9 of the real process under load, and two starts at the same moment. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bourse, ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { Claims } from "./claims.ts";
import { torture } from "./torture.ts";

const SEED = 20261115;
/** Half a minute on a machine that has nothing else to do. */
const PATIENCE_MS = 300_000;

test(
  "LOG-DUR-1 20 times kill -9 under load: 200 is kept, 503 never was, nothing is done twice",
  async () => {
    const claims = await torture({
      directory: temporaryDirectory(),
      seed: SEED,
      serverKills: 15,
      archivistKills: 5,
      report: () => undefined,
    });

    expect(claims.broken, `seed ${SEED}`).toEqual([]);
    expect(claims.counts.acknowledged).toBeGreaterThan(500);
    expect(claims.counts.lost).toBeGreaterThan(15);
    expect(claims.counts.canceled).toBeGreaterThan(50);
  },
  PATIENCE_MS,
);

test("LOG-LOCK-1 of two processes started on one directory at the same moment one serves", async () => {
  const directory = temporaryDirectory();

  const starts = [ServerProcess.start(directory), ServerProcess.start(directory)];
  const servers = await Promise.all(starts);

  const [up, ...others] = servers.filter((server) => server.isRunning);
  const [down] = servers.filter((server) => !server.isRunning);
  expect(up && others.length === 0).toBe(true);
  expect(down?.exitCode).toBe(1);
  expect(down?.output).toMatch(/is in use by the process with pid \d+/);
  await up?.kill();

  const again = await ServerProcess.start(directory);
  expect(again.isRunning).toBe(true);
  await again.stop();
  expect(again.exitCode).toBe(0);
  expect((await bourse("verify", directory)).output).toContain("verified");
});

test("LOG-DUR-1 a server that is told to stop answers 503 to what comes, and none of it ever was", async () => {
  const directory = temporaryDirectory();
  const server = await ServerProcess.start(directory);
  const keys = server.keys()["demo1"] ?? { apiKey: "", secret: "" };
  const client = new SignedClient(server.port, keys);
  const claims = new Claims();
  let sent = 0;
  const flood = async () => {
    while (server.isRunning) {
      const clientId = `s${++sent}`;
      const order = { side: "BUY", price: "1", volume: "0.001" } as const;
      const placement = { user: "demo1", clientId, ...order, told: undefined };
      claims.placements.push(placement);
      const body = { symbol: "BTCUSDT", type: "LIMIT", newClientOrderId: clientId, ...order };
      Object.assign(placement, { told: await client.post("/sapi/v1/order", body) });
    }
  };

  // So many that some wait unread when the signal comes.
  const floods = Array.from({ length: 16 }, flood);
  await client.get("/sapi/v1/account");
  await server.stop();
  await Promise.all(floods);
  client.close();

  expect(server.exitCode).toBe(0);
  const statuses = claims.placements.map(({ told }) => told?.status);
  expect(statuses).toContain(503);
  // Without a server every try fails at once: what was never sent need not be asked about.
  const asked = claims.placements.filter(({ told }, index) => told || index < 50);
  claims.placements.splice(0, claims.placements.length, ...asked);
  const again = await ServerProcess.start(directory);
  const clients = new Map([["demo1", new SignedClient(again.port, keys)]]);
  await claims.check(clients);
  expect(claims.broken).toEqual([]);
  for (const one of clients.values()) one.close();
  await again.stop();
});

test("a start that cannot listen ends, with a sentence and without holding the directory", async () => {
  const first = await ServerProcess.start(temporaryDirectory());
  const directory = temporaryDirectory();

  const { code, output } = await bourse(
    ...["start", "--data", directory, "--port", `${first.port}`],
  );

  expect(code).toBe(1);
  expect(output).toContain(`port ${first.port} of 127.0.0.1 is in use`);
  const verified = await bourse("verify", directory);
  expect(verified.code, verified.output).toBe(0);
  await first.stop();
});

test("CORE-DIR-1 a start that is refused leaves a fresh directory open to any kind", async () => {
  const directory = temporaryDirectory();

  const { code, output } = await bourse("start", "--data", directory, "--port", "0", "--no-demo");
  const sandbox = await ServerProcess.start(directory, ["--no-demo", "--sandbox"]);

  expect(code).toBe(2);
  expect(output).toContain("BOURSE_MASTER_KEY_FILE");
  expect(sandbox.output).toContain("sandbox");
  await sandbox.stop();
});

test("a demo that a crash cut short is completed by the next start: its keys came first", async () => {
  const directory = temporaryDirectory();
  const bare = await ServerProcess.start(directory, ["--no-demo", "--sandbox"]);
  await bare.kill();
  const key = { apiKey: "a".repeat(32), secret: "b".repeat(64) };
  const other = { ...key, apiKey: "c".repeat(32) };
  writeFileSync(join(directory, "demo-keys.json"), JSON.stringify({ demo1: key, demo2: other }));

  const server = await ServerProcess.start(directory);
  const client = new SignedClient(server.port, key);
  const account = await client.get("/sapi/v1/account");

  expect(account?.json.balances[0]).toEqual({ asset: "BTC", free: "100", locked: "0" });
  client.close();
  await server.stop();
});
