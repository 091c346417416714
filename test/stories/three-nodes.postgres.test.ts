/**
 * Three nodes over a real PostgreSQL, and a leader that is killed with two orders in flight: one of them PostgreSQL has, the other it
 * has not. A relay between the leader and PostgreSQL holds the answers back, so that neither has one when the kill comes. Another node
 * leads then: what was acknowledged is there once, the first in flight once, the second never, and new orders are taken. A stream
 * of the leader's goes on at a node that had followed it: it is told each of them once.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { initCluster } from "../../src/runtime/cluster/init-cluster.ts";
import { ask } from "../crash/asking.ts";
import { Journal } from "../streams/from-the-docs/folds.ts";
import { StreamClient } from "../streams/from-the-docs/ws-client.ts";
import { typed } from "../support/cli-desk.ts";
import { FileDatabases } from "../support/file-databases.ts";
import { hasPostgres } from "../support/postgres.ts";
import { ServerProcess } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { TcpWay } from "../support/tcp-way.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { PATIENCE_MS, untilSeen } from "../support/until.ts";

const MARKET = { symbol: "BTCUSDT" } as const;
const BUY = { ...MARKET, side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const NAMES = ["one", "two", "three"] as const;
const DATABASE = "story";
const [ACKNOWLEDGED, ARRIVED, BEHIND, NEW] = ["acknowledged", "arrived", "behind", "new"] as const;
/** All have the same, so that none waits for another to make them. */
const KEY = { apiKey: "a".repeat(32), secret: "b".repeat(64) };
const KEY_FILES = {
  "master-key": `${"c".repeat(64)}\n`,
  "demo-keys.json": JSON.stringify({ demo1: KEY, demo2: { ...KEY, apiKey: "d".repeat(32) } }),
};

interface StoryNode {
  readonly name: string;
  readonly way: TcpWay;
  readonly server: ServerProcess;
  readonly client: SignedClient;
}

const isHere = hasPostgres();
const directories = directoryOfFile();
const nodes: StoryNode[] = [];
let databases: FileDatabases;

beforeAll(async () => {
  if (!isHere) return;
  databases = await FileDatabases.open();
  const url = await databases.create(DATABASE);
  await initCluster({ url, segmentBytes: 1024 ** 2, isSingle: true });
  await Promise.all(NAMES.map(start));
}, PATIENCE_MS);
afterAll(async () => {
  for (const { client } of nodes) client.close();
  await Promise.all(nodes.map(({ server }) => server.kill()));
  await Promise.all(nodes.map(({ way }) => way.close()));
});

/** A node whose way to PostgreSQL is its own. */
async function start(name: string): Promise<void> {
  const directory = join(directories, name);
  mkdirSync(directory);
  for (const [file, text] of Object.entries(KEY_FILES)) {
    writeFileSync(join(directory, file), text, { mode: 0o600 });
  }
  const way = await TcpWay.to(databases.server.port);
  const url = databases.url(DATABASE).replace(`:${databases.server.port}`, `:${way.port}`);
  const cluster = ["--cluster", url, "--single-postgres", "--advertise", "127.0.0.1:0"];
  const flags = ["--no-traders", "--no-limits", "--node", name, ...cluster];
  const server = await ServerProcess.startAsIs(directory, flags);
  nodes.push({ name, way, server, client: new SignedClient(server.port, KEY) });
  expect(server.isRunning, server.output).toBe(true);
}

function order(client: SignedClient, clientId: string): Promise<HttpAnswer | undefined> {
  return client.post("/sapi/v1/order", { ...BUY, newClientOrderId: clientId, recvWindow: 60_000 });
}

/** Places an order, again and again while none leads: a 503 was never logged. */
async function place(node: StoryNode, clientId: string): Promise<HttpAnswer> {
  const placed = await untilSeen("an order is taken", async () => {
    const told = await order(node.client, clientId);
    return told?.status === 503 ? undefined : told;
  });
  expect(placed).toMatchObject({ status: 200, json: { status: "NEW" } });
  return placed;
}

/** Waits until one of these leads, as the database has it. */
async function whoLeads(among: readonly StoryNode[]): Promise<StoryNode> {
  return await untilSeen("one of them leads", async () => {
    const [row] = await databases.sql(DATABASE, "select node from bourse.leader");
    return among.find(({ name }) => name === row?.["node"]);
  });
}

/** Whether PostgreSQL has an order, by its name. */
async function hasArrived(name: string): Promise<boolean> {
  const rows = `select 1 from bourse.log where position('${name}'::bytea in bytes) > 0`;
  return (await databases.sql(DATABASE, rows)).length > 0;
}

interface InFlight {
  readonly name: string;
  readonly answer: Promise<HttpAnswer | undefined>;
  /** Those before it, which were acknowledged. */
  readonly earlier: readonly string[];
}

/**
 * An order that PostgreSQL has, and of which the leader does not know it. The first answer that is held back may be that to a
 * second's tick or to a beat: then the way is healed, and the next order tried.
 */
async function inFlight({ way, client }: StoryNode): Promise<InFlight> {
  const earlier: string[] = [];
  for (let attempt = 1; ; attempt++) {
    const name = `${ARRIVED}-${attempt}`;
    way.cut("back");
    const answer = order(client, name);
    await way.holds();
    if (await hasArrived(name)) return { name, answer, earlier };
    way.heal();
    if ((await answer)?.status === 200) earlier.push(name);
  }
}

/** Each open order's name and id, as a node shows them. */
async function openAt({ client }: StoryNode): Promise<readonly (readonly [string, number])[]> {
  const open: readonly { clientOrderId: string; orderId: number }[] = await ask(
    client,
    "GET /sapi/v1/openOrders",
    MARKET,
  );
  return open.map(({ clientOrderId, orderId }) => [clientOrderId, orderId] as const).toSorted();
}

async function streamAt({ server }: StoryNode): Promise<StreamClient> {
  const stream = new StreamClient(`http://127.0.0.1:${server.port}`, { key: KEY });
  onTestFinished(() => stream.cut());
  return await stream.connect();
}

test.skipIf(!isHere)(
  "CLUSTER-CLAIM-1 LOG-PG-3 STREAM-RESUME-5 a leader is killed: what it acknowledged is there once, what was in flight once or never, and another takes orders",
  async () => {
    const leader = await whoLeads(nodes);
    const others = nodes.filter((node) => node !== leader);
    const stream = await streamAt(leader);
    const before = await stream.follow("my.orders", new Journal("orders"));
    const acknowledged = await place(leader, ACKNOWLEDGED);
    await stream.until(() => before.fold.rows.length > 0);

    const arrived = await inFlight(leader);
    const behind = order(leader.client, BEHIND);
    await leader.server.kill();
    expect(await arrived.answer).toBeUndefined();
    // A leader that hears nothing for two seconds refuses what comes: that is never done, either.
    expect([undefined, 503]).toContain((await behind)?.status);

    const next = await whoLeads(others);
    const [other = next] = others.filter((node) => node !== next);
    await place(other, NEW);
    const [seen, same] = [await openAt(next), await openAt(other)];
    expect(same).toEqual(seen);
    const kept = [ACKNOWLEDGED, ...arrived.earlier, arrived.name, NEW];
    expect(seen.map(([name]) => name)).toEqual(kept.toSorted());
    expect(seen[0]?.[1]).toBe(acknowledged.json.orderId);
    const { seq, log, fold } = before;
    const moved = await streamAt(other);
    const after = await moved.follow("my.orders", fold, { seq, log });
    await moved.until(() => fold.rows.length >= kept.length);
    expect(fold.column("clientOrderId")).toEqual(kept);
    expect([after.resumed, after.snapshots, after.resyncs]).toEqual([1, 0, []]);
    await Promise.all(others.map(({ server }) => server.stop()));
    const verified = await typed("cluster", "verify", databases.url(DATABASE), "--single-postgres");
    expect(verified.code, verified.output).toBe(0);
  },
  PATIENCE_MS,
);
