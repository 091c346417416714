/** A whole cluster on this machine: started, its primary killed and replaced, brought back, and ended without a trace. */
import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { LocalCluster } from "../../src/local-cluster/local-cluster.ts";
import { PostgresSupervisor } from "../../src/local-cluster/postgres-supervisor.ts";
import { hasPostgres, POSTGRES_PROGRAMS } from "../support/postgres.ts";
import { SignedClient } from "../support/signed-client.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const BUY = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "1", price: "100" };
const PATIENCE_MS = 120_000;
const SOON = { timeout: 30_000 };
const clusterTest = test.skipIf(!hasPostgres());
const programs = POSTGRES_PROGRAMS;

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
    const cluster = await LocalCluster.start({ postgres: 3, nodes: 3, programs });
    onTestFinished(() => cluster.stop());
    expect(await cluster.postgres.roles()).toEqual(["primary", "standby", "standby"]);
    await expect.poll(() => isTaken(cluster, "before"), SOON).toBe(true);

    const said: string[] = [];
    const supervisor = new PostgresSupervisor(cluster.postgres, (sentence) => said.push(sentence));
    await cluster.killPostgres(0);
    await expect.poll(() => said.join(), SOON).toContain("is the primary, after");
    await supervisor.stop();
    expect(cluster.postgres.primaryIndex).not.toBe(0);
    await expect.poll(() => isTaken(cluster, "promoted"), SOON).toBe(true);

    await cluster.revivePostgres(0);
    expect(await cluster.postgres.at(0).role()).toBe("standby");
    await cluster.killNode(0);
    expect(await cluster.node(0).readiness()).toBe("down");
    cluster.reviveNode(0);
    await expect.poll(() => isTaken(cluster, "revived"), SOON).toBe(true);
    expect((await cluster.look())?.position).toBeGreaterThan(10);

    expect(leftIn(cluster.directory)).not.toEqual([]);
    await cluster.stop();
    expect(leftIn(cluster.directory)).toEqual([]);
    expect(existsSync(cluster.directory)).toBe(false);
  },
  PATIENCE_MS,
);

/** Where another user, too, can get to. */
function openPlace(): string {
  const place = temporaryDirectory();
  chmodSync(place, 0o755);
  return place;
}

clusterTest(
  "of a start that is ended half-way nothing is left",
  async () => {
    const place = openPlace();
    const end = new AbortController();
    const report = (sentence: string) => sentence.includes("nodes") && end.abort();
    const { signal } = end;
    const plan = { postgres: 2, nodes: 2, programs, place };
    const starting = LocalCluster.start({ ...plan, signal, report });

    await expect(starting).rejects.toThrow("aborted");
    expect(leftIn(place)).toEqual([]);
    expect(readdirSync(place)).toEqual([]);
  },
  PATIENCE_MS,
);

clusterTest(
  "a start that fails says why, and leaves nothing",
  async () => {
    const place = openPlace();
    const nodeFlags = ["--no-such-flag"];
    const starting = LocalCluster.start({ postgres: 1, nodes: 1, programs, place, nodeFlags });

    await expect(starting).rejects.toThrow(/no node takes orders.*--no-such-flag/s);
    expect(leftIn(place)).toEqual([]);
    expect(readdirSync(place)).toEqual([]);
  },
  PATIENCE_MS,
);
