/** A whole cluster on this machine: started, its primary killed and replaced, brought back, and ended without a trace. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { LocalCluster } from "../../scripts/local-cluster/local-cluster.ts";
import { PostgresSupervisor } from "../../scripts/local-cluster/postgres-supervisor.ts";
import { OwnServers } from "../support/own-servers.ts";
import { hasPostgres, POSTGRES_PROGRAMS } from "../support/postgres.ts";
import { SignedClient } from "../support/signed-client.ts";
import { PATIENCE_MS, UNTIL_SEEN } from "../support/until.ts";
import { serverTemplate } from "../support/worker-server.ts";

const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const clusterTest = test.skipIf(!hasPostgres());

/** In a directory of the test's own, which ends with the worker at the latest. */
async function plan() {
  const { place } = OwnServers.ofTest();
  return { programs: POSTGRES_PROGRAMS, place, template: await serverTemplate() };
}

/** Sends an order through one node after the other; answers whether one of them took it. */
async function isTaken(cluster: LocalCluster, id: string): Promise<boolean> {
  const login = cluster.logins()["demo1"] ?? expect.fail("no keys");
  for (const port of cluster.ports) {
    const client = new SignedClient(port, login);
    client.patienceMs = 3_000;
    const reply = await client.post("/sapi/v1/order", { ...BUY, newClientOrderId: id });
    client.close();
    // One whose reply was lost is there already.
    if (reply?.status === 200 || reply?.json.code === DUPLICATE) return true;
  }
  return false;
}

const DUPLICATE = -2010;

/** The command lines of processes that name the directory. */
function leftIn(directory: string): readonly string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(commandOf).filter((command) => command.includes(directory));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return "";
  }
}

clusterTest(
  "orders go on when the primary is killed and a standby promoted; a node is killed and brought back; nothing is left",
  async () => {
    const cluster = await LocalCluster.start({ postgres: 3, nodes: 3, ...(await plan()) });
    onTestFinished(() => cluster.stop());
    const roles = () => cluster.postgres.roles();
    await expect.poll(roles, UNTIL_SEEN).toEqual(["primary", "standby", "standby"]);
    await expect.poll(() => isTaken(cluster, "before"), UNTIL_SEEN).toBe(true);
    // One that starts while the primary is replaced may be refused, and is not what this is about.
    const readiness = () => Promise.all(cluster.nodes.map((node) => node.readiness()));
    await expect.poll(readiness, UNTIL_SEEN).toEqual(["ready", "ready", "ready"]);

    const said: string[] = [];
    const supervisor = new PostgresSupervisor(cluster.postgres, (sentence) => said.push(sentence));
    await cluster.killPostgres(0);
    await expect.poll(() => said.join(), UNTIL_SEEN).toContain("is the primary, after");
    await supervisor.stop();
    expect(cluster.postgres.primaryIndex).not.toBe(0);
    await expect.poll(() => isTaken(cluster, "promoted"), UNTIL_SEEN).toBe(true);

    await cluster.revivePostgres(0);
    expect(await cluster.postgres.at(0).isStandby()).toBe(true);
    await cluster.killNode(0);
    expect(await cluster.node(0).readiness()).toBe("down");
    cluster.reviveNode(0);
    await expect.poll(() => isTaken(cluster, "revived"), UNTIL_SEEN).toBe(true);
    const names = async () => (await cluster.look())?.nodes.map(({ name }) => name).sort();
    await expect.poll(names, UNTIL_SEEN).toEqual(["n1", "n2", "n3"]);

    expect(leftIn(cluster.directory)).not.toEqual([]);
    await cluster.stop();
    await expect.poll(() => leftIn(cluster.directory), UNTIL_SEEN).toEqual([]);
    expect(existsSync(cluster.directory)).toBe(false);
  },
  PATIENCE_MS,
);

clusterTest(
  "of a start that is ended half-way nothing is left",
  async () => {
    const { place, ...made } = await plan();
    const end = new AbortController();
    const report = (sentence: string) => sentence.includes("nodes") && end.abort();
    const { signal } = end;
    const size = { postgres: 2, nodes: 2 };
    const starting = LocalCluster.start({ ...size, ...made, place, signal, report });

    await expect(starting).rejects.toThrow("aborted");
    await expect.poll(() => leftIn(place), UNTIL_SEEN).toEqual([]);
    expect(readdirSync(place)).toEqual([]);
  },
  PATIENCE_MS,
);

clusterTest(
  "a start that fails says why, and leaves nothing",
  async () => {
    const { place, ...made } = await plan();
    const nodeFlags = ["--no-such-flag"];
    const starting = LocalCluster.start({ postgres: 1, nodes: 1, ...made, place, nodeFlags });

    await expect(starting).rejects.toThrow(/no node takes orders.*--no-such-flag/s);
    await expect.poll(() => leftIn(place), UNTIL_SEEN).toEqual([]);
    expect(readdirSync(place)).toEqual([]);
  },
  PATIENCE_MS,
);
