/**
 * Three nodes on one log, as an operator runs them: each takes requests, one leads, and the lead changes hands. On a busy machine it
 * may do so by itself: who leads is asked for, and a node that has nobody to ask (503) is asked again.
 */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { initCluster } from "../../src/runtime/cluster/init-cluster.ts";
import { typed } from "../support/cli-desk.ts";
import { FileDatabases } from "../support/file-databases.ts";
import { stateHashIn } from "../support/moved-directory.ts";
import { hasPostgres } from "../support/postgres.ts";
import { RawStream } from "../support/raw-stream.ts";
import { ServerProcess } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { PATIENCE_MS, UNTIL_SEEN, untilSeen } from "../support/until.ts";

const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const NAMES = ["one", "two", "three"] as const;
type Name = (typeof NAMES)[number];
const ACCOUNT = "/sapi/v1/account";
/** Of the account, within two seconds. */
const ACCOUNT_LIMIT = 20;

const directory = directoryOfFile();
const at = (name: string) => join(directory, name);
const urlFile = at("url");
const isHere = hasPostgres();
const nodeTest = test.skipIf(!isHere);

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

interface Status {
  readonly leader: Name | "";
  readonly epoch: number;
  readonly nodes: readonly { readonly name: Name; readonly role: string }[];
}

async function status(): Promise<Status> {
  const shown = await typed("cluster", "status", urlFile, "--single-postgres", "--json");
  expect(shown.code, shown.output).toBe(0);
  return JSON.parse(shown.output);
}

const leader = () => untilSeen("a node leads", async () => (await status()).leader || undefined);

/** The first answer of a node that serves. */
async function served(ask: () => Promise<HttpAnswer | undefined>): Promise<HttpAnswer> {
  return await untilSeen("the node serves", async () => {
    const answer = await ask();
    return answer && answer.status !== 503 ? answer : undefined;
  });
}

const get = (name: Name, path: string) => served(() => client(name).get(path));

/** What is refused was never in the log, and is sent again; what was not answered in time may be there. */
async function place(name: Name, id: string): Promise<HttpAnswer> {
  const body = { ...BUY, newClientOrderId: id };
  return await untilSeen(`${id} is placed`, async () => {
    const placed = await served(() => client(name).post("/sapi/v1/order", body));
    if (placed.status === 200) return placed;
    const found = await get(name, byId(id));
    return found.status === 200 ? found : undefined;
  });
}

const byId = (id: string) => `/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${id}`;

beforeAll(async () => {
  if (!isHere) return;
  const url = await (await FileDatabases.open()).create("nodes");
  writeFileSync(urlFile, url, { mode: 0o600 });
  await initCluster({ url, segmentBytes: 1024 ** 2, isSingle: true });
  for (const name of NAMES) await start(name);
}, PATIENCE_MS);
afterAll(async () => {
  for (const each of clients.values()) each.close();
  await Promise.all([...servers.values()].map((each) => each.kill()));
});

nodeTest(
  "CLUSTER-FOLLOW-1 every node takes orders, and every other shows them at once",
  async () => {
    for (const [turn, name] of NAMES.entries()) {
      const other = NAMES[(turn + 1) % NAMES.length] ?? "one";
      expect((await place(name, `at-${name}`)).status).toBe(200);
      const found = await get(other, byId(`at-${name}`));
      expect(found).toMatchObject({ status: 200, json: { status: "NEW" } });
    }
  },
  PATIENCE_MS,
);

nodeTest(
  "CLUSTER-NODE-1 each says how it stands, and a second one of a name is refused",
  async () => {
    const seen = await untilSeen("each has said what it is", async () => {
      const now = await status();
      const right = now.nodes.map(({ name }) => (name === now.leader ? "leading" : "following"));
      return `${now.nodes.map(({ role }) => role)}` === `${right}` ? now : undefined;
    });
    expect(seen.nodes.map(({ name }) => name).sort()).toEqual(NAMES.toSorted());
    expect(NAMES).toContain(seen.leader);
    const shown = async () => (await typed("status", "--data", at("three"))).output;
    const says = /three, (leading|following); (one|two|three) leads in epoch \d/;
    await expect.poll(shown, UNTIL_SEEN).toMatch(says);

    const twin = await ServerProcess.startAsIs(at("twin"), argsOf("two"));
    expect(twin.exitCode).toBe(1);
    expect(twin.output).toContain("A node named two is running already.");
  },
  PATIENCE_MS,
);

nodeTest(
  "CLUSTER-WIRE-1 the operator says it to any node",
  async () => {
    const balance = async () => {
      const { json } = await get("one", ACCOUNT);
      return json.balances.find(({ asset }: { asset: string }) => asset === "ETH")?.free ?? "0";
    };
    const before = Number(await balance());
    const deposit = ["deposit", "demo1", "ETH", "3", "--id", "once", "--data", at("three")];
    await expect.poll(async () => (await typed(...deposit)).code, UNTIL_SEEN).toBe(0);

    expect(Number(await balance())).toBe(before + 3);
  },
  PATIENCE_MS,
);

nodeTest(
  "LOG-COPY-1 a node that follows has history, can explain, and is backed up as any directory",
  async () => {
    const { orderId } = (await place("two", "to-explain")).json;
    await served(() => client("two").post("/sapi/v1/cancel", { symbol: BUY.symbol, orderId }));
    const ended = async () => (await get("three", byId("to-explain"))).json.status;
    await expect.poll(ended, UNTIL_SEEN).toBe("CANCELED");
    const explained = await typed("explain", `${orderId}`, "--data", at("three"));
    expect(explained.code, explained.output).toBe(0);

    const copied = await typed("backup", at("three"), at("copies"));
    expect(copied.code, copied.output).toBe(0);
    const drilled = await typed("drill", at("copies"));
    expect(drilled.code, drilled.output).toBe(0);
  },
  PATIENCE_MS,
);

nodeTest("CLUSTER-STATE-1 its clock is not led by hand", async () => {
  const refused = await typed("clock", "freeze", "--data", at("one"));

  expect(refused.code).toBe(1);
  expect(refused.output).toContain("A sandbox in a cluster has no manual clock.");
});

/** Whoever goes on asking is banned: it is asked as often as a window has time for. */
const LIMIT_LOOKS = { ...UNTIL_SEEN, interval: 300 } as const;

nodeTest(
  "FOLLOW-LIMIT-1 a limit is the user's, whichever node is asked",
  async () => {
    const refusedElsewhere = async () => {
      const asked = Array.from({ length: ACCOUNT_LIMIT }, () => client("one").get(ACCOUNT));
      await Promise.all(asked);
      // Alone, neither of the others has been asked more than a few times.
      const answers = await Promise.all([client("two").get(ACCOUNT), client("three").get(ACCOUNT)]);
      return answers.map((answer) => answer?.status);
    };

    await expect.poll(refusedElsewhere, LIMIT_LOOKS).toEqual([429, 429]);
  },
  PATIENCE_MS,
);

nodeTest(
  "CLUSTER-RESIGN-1 a leader that is asked to resign lets another lead, and a stream goes on",
  async () => {
    const stream = await RawStream.open(server("three").port);
    stream.say({ op: "subscribe", channel: "depth:BTCUSDT" });
    await stream.until(() => stream.texts.some((text) => text.includes('"subscribed"')));
    const [heard, { epoch }] = [stream.texts.length, await status()];

    const resigned = await typed("cluster", "resign", urlFile, "--single-postgres");

    expect(resigned.code, resigned.output).toBe(0);
    const change = /^(\w+) has resigned; (?!\1 )(?:one|two|three) leads in epoch (\d+)/;
    const [, from = "", later] = change.exec(resigned.output) ?? [];
    expect(NAMES, resigned.output).toContain(from);
    expect(Number(later)).toBeGreaterThan(epoch);
    expect((await place("one", "after-resign")).status).toBe(200);
    await stream.until(() => stream.texts.length > heard);
    expect(stream.closedWith).toBeUndefined();
    stream.socket.destroy();
  },
  PATIENCE_MS,
);

nodeTest(
  "CLUSTER-RESIGN-1 a leader that is stopped is replaced, and follows when it is back",
  async () => {
    const stopped = await leader();
    const other = NAMES.find((name) => name !== stopped && name !== "one") ?? "one";
    await server(stopped).stop();
    expect((await place(other, "after-stop")).status).toBe(200);
    expect(await leader()).not.toBe(stopped);

    await start(stopped);
    expect((await place(stopped, "is-back")).status).toBe(200);
    const shown = async () => (await typed("status", "--data", at(stopped))).output;
    await expect.poll(shown, UNTIL_SEEN).toContain(`${stopped}, following`);
  },
  PATIENCE_MS,
);

nodeTest(
  "CLUSTER-VERIFY-1 in the end all are sound, and the last to stop has the state that PostgreSQL has",
  async () => {
    const last = await leader();
    const order = [...NAMES.filter((name) => name !== last), last];
    for (const name of order) {
      if (name === last) await expect.poll(leader, UNTIL_SEEN).toBe(last);
      await server(name).stop();
    }
    const verified = [];
    for (const name of order) verified.push(await typed("verify", at(name)));
    verified.push(await typed("cluster", "verify", urlFile, "--single-postgres"));

    // Each replays what others wrote and holds it against their digests; the seconds go on until the last has stopped.
    for (const { code, output } of verified) expect(code, output).toBe(0);
    const [own, whole] = verified.slice(-2).map(({ output }) => stateHashIn(output));
    expect(own).toBe(whole);
  },
  PATIENCE_MS,
);
