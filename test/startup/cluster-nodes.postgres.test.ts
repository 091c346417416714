/** Three nodes on one log, as an operator runs them: each takes requests, one leads, and the lead changes hands. */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PostgresServer } from "../../src/local-cluster/postgres-server.ts";
import { hasPostgres } from "../support/postgres.ts";
import { RawStream } from "../support/raw-stream.ts";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const NAMES = ["one", "two", "three"] as const;
type Name = (typeof NAMES)[number];
const ACCOUNT = "/sapi/v1/account";
/** Of the account, within two seconds. */
const ACCOUNT_LIMIT = 20;

const place = directoryOfFile();
const at = (name: string) => join(place, name);
const urlFile = at("url");
const isHere = hasPostgres();
const nodeTest = test.skipIf(!isHere);

let postgres: PostgresServer;
const servers = new Map<Name, ServerProcess>();
const clients = new Map<Name, SignedClient>();
const server = (name: Name) => servers.get(name) ?? expect.fail(`${name} does not run`);
const client = (name: Name) => clients.get(name) ?? expect.fail(`${name} does not run`);

function argsOf(name: string): string[] {
  const shared = ["--no-traders", "--cluster", urlFile, "--single-postgres"];
  return [...shared, "--node", name, "--advertise", "127.0.0.1:0"];
}

/** The second has its public side in a process of its own. */
async function start(name: Name): Promise<void> {
  if (name !== "one") {
    mkdirSync(at(name), { recursive: true });
    for (const file of ["master-key", "demo-keys.json"]) {
      copyFileSync(join(at("one"), file), join(at(name), file));
    }
  }
  const gateways = name === "two" ? ["--gateways", "1"] : [];
  const started = await ServerProcess.startAsIs(at(name), [...argsOf(name), ...gateways]);
  const keys = started.keys()["demo1"] ?? expect.fail(started.output);
  servers.set(name, started);
  clients.set(name, new SignedClient(started.port, keys));
}

const status = async () => {
  const shown = await bourse("cluster", "status", urlFile, "--single-postgres", "--json");
  expect(shown.code, shown.output).toBe(0);
  return JSON.parse(shown.output);
};

function order(name: Name, id: string) {
  return client(name).post("/sapi/v1/order", { ...BUY, newClientOrderId: id });
}

/** Until somebody leads: what is refused is in the log never. */
async function placedAt(name: Name, id: string): Promise<void> {
  await expect.poll(async () => (await order(name, id))?.status, { timeout: 10_000 }).toBe(200);
}

beforeAll(async () => {
  if (!isHere) return;
  postgres = await PostgresServer.start({ directory: at("primary") });
  writeFileSync(urlFile, postgres.url, { mode: 0o600 });
  const made = await bourse("cluster", "init", urlFile, "--single-postgres", "--segment-mib", "1");
  expect(made.code, made.output).toBe(0);
  for (const name of NAMES) await start(name);
}, 3 * START_PATIENCE_MS);
afterAll(async () => {
  for (const each of clients.values()) each.close();
  await Promise.all([...servers.values()].map((each) => each.kill()));
  await postgres?.stop();
});

nodeTest(
  "CLUSTER-FOLLOW-1 every node takes orders, and every other shows them at once",
  async () => {
    for (const [turn, name] of NAMES.entries()) {
      const other = NAMES[(turn + 1) % NAMES.length] ?? "one";
      expect((await order(name, `at-${name}`))?.status).toBe(200);
      const found = await client(other).get(
        `/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=at-${name}`,
      );
      expect(found).toMatchObject({ status: 200, json: { status: "NEW" } });
    }
  },
);

nodeTest(
  "CLUSTER-NODE-1 each says how it stands, and a second one of a name is refused",
  async () => {
    await expect
      .poll(async () => (await status()).nodes.map((node: { role: string }) => node.role))
      .toEqual(["leading", "following", "following"]);
    expect(await status()).toMatchObject({ leader: "one", epoch: 1 });
    const shown = await bourse("status", "--data", at("three"));
    expect(shown.output).toContain("three, following; one leads in epoch 1");

    const twin = await ServerProcess.startAsIs(at("twin"), argsOf("two"));
    expect(twin.exitCode).toBe(1);
    expect(twin.output).toContain("A node named two is running already.");
  },
);

nodeTest("CLUSTER-WIRE-1 the operator says it to any node", async () => {
  const balance = async () => {
    const { json } = (await client("one").get(ACCOUNT)) ?? {};
    return json.balances.find(({ asset }: { asset: string }) => asset === "ETH")?.free ?? "0";
  };
  const before = Number(await balance());
  const deposited = await bourse("deposit", "demo1", "ETH", "3", "--data", at("three"));

  expect(deposited.code, deposited.output).toBe(0);
  expect(Number(await balance())).toBe(before + 3);
});

nodeTest(
  "LOG-COPY-1 a node that follows has history, can explain, and is backed up as any directory",
  async () => {
    const placed = await order("two", "to-explain");
    const orderId = placed?.json.orderId;
    await client("two").post("/sapi/v1/cancel", { symbol: BUY.symbol, orderId });
    const ended = `/sapi/v1/order?symbol=BTCUSDT&orderId=${orderId}`;
    await expect
      .poll(async () => (await client("three").get(ended))?.json.status)
      .toMatch(/^CANCELED$/);
    const explained = await bourse("explain", `${orderId}`, "--data", at("three"));
    expect(explained.code, explained.output).toBe(0);

    const copied = await bourse("backup", at("three"), at("copies"));
    expect(copied.code, copied.output).toBe(0);
    const drilled = await bourse("drill", at("copies"));
    expect(drilled.code, drilled.output).toBe(0);
  },
  START_PATIENCE_MS,
);

nodeTest("CLUSTER-STATE-1 its clock is not led by hand", async () => {
  const refused = await bourse("clock", "freeze", "--data", at("one"));

  expect(refused.code).toBe(1);
  expect(refused.output).toContain("A sandbox in a cluster has no manual clock.");
});

nodeTest("FOLLOW-LIMIT-1 a limit is the user's, whichever node is asked", async () => {
  const refusedElsewhere = async () => {
    const asked = Array.from({ length: ACCOUNT_LIMIT }, () => client("one").get(ACCOUNT));
    await Promise.all(asked);
    // Alone, neither of the others has been asked more than a few times.
    const answers = await Promise.all([client("two").get(ACCOUNT), client("three").get(ACCOUNT)]);
    return answers.map((answer) => answer?.status);
  };

  await expect.poll(refusedElsewhere, { timeout: 20_000, interval: 300 }).toEqual([429, 429]);
});

nodeTest(
  "CLUSTER-RESIGN-1 a leader that is asked to resign lets another lead, and a stream goes on",
  async () => {
    const stream = await RawStream.open(server("three").port);
    stream.say({ op: "subscribe", channel: "depth:BTCUSDT" });
    await stream.until(() => stream.texts.some((text) => text.includes('"subscribed"')));
    const heard = stream.texts.length;

    const resigned = await bourse("cluster", "resign", urlFile, "--single-postgres");

    expect(resigned.code, resigned.output).toBe(0);
    expect(resigned.output).toMatch(/^one has resigned; (two|three) leads in epoch 2/);
    await placedAt("one", "after-resign");
    await stream.until(() => stream.texts.length > heard);
    expect(stream.closedWith).toBeUndefined();
    stream.socket.destroy();
  },
  START_PATIENCE_MS,
);

nodeTest(
  "CLUSTER-RESIGN-1 a leader that is stopped is replaced at once, and follows when it is back",
  async () => {
    const { leader } = (await status()) as { leader: Name };
    const other = NAMES.find((name) => name !== leader && name !== "one") ?? "one";
    const startedAt = performance.now();
    await server(leader).stop();
    await placedAt(other, "after-stop");
    expect(performance.now() - startedAt).toBeLessThan(10_000);

    await start(leader);
    expect((await order(leader, "is-back"))?.status).toBe(200);
    const shown = await bourse("status", "--data", at(leader));
    expect(shown.output).toContain(`${leader}, following`);
  },
  2 * START_PATIENCE_MS,
);

nodeTest(
  "CLUSTER-VERIFY-1 in the end all are sound, and the last to stop has the state that PostgreSQL has",
  async () => {
    const { leader } = (await status()) as { leader: Name };
    const order = [...NAMES.filter((name) => name !== leader), leader];
    for (const name of order) await server(name).stop();
    const verified = await Promise.all([
      ...order.map((name) => bourse("verify", at(name))),
      bourse("cluster", "verify", urlFile, "--single-postgres"),
    ]);

    // Each replays what others wrote and holds it against their digests; the seconds go on until the last has stopped.
    for (const { code, output } of verified) expect(code, output).toBe(0);
    const [last, whole] = verified.slice(-2).map(({ output }) => hashIn(output));
    expect(last).toBe(whole);
  },
  2 * START_PATIENCE_MS,
);

function hashIn(output: string): string {
  return /\b[0-9a-f]{64}\b/.exec(output)?.[0] ?? expect.fail(output);
}
