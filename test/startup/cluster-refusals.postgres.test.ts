/** What a node, or a cluster that is to be made, is refused for: one sentence, an exit code, and nothing written. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { freePorts } from "../../scripts/local-cluster/free-ports.ts";
import { initCluster } from "../../src/runtime/cluster/init-cluster.ts";
import { typed } from "../support/cli-desk.ts";
import { FileDatabases } from "../support/file-databases.ts";
import { hasPostgres } from "../support/postgres.ts";
import { FREE_PORTS, SERVER, ServerProcess } from "../support/server-process.ts";
import { TcpWay } from "../support/tcp-way.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { PATIENCE_MS } from "../support/until.ts";

const place = directoryOfFile();
const at = (name: string) => join(place, name);
const isHere = hasPostgres();
const refusalTest = test.skipIf(!isHere);
const SINGLE = "--single-postgres";
let databases: FileDatabases;

/** A database of its own, and a file with its URL. */
async function database(name: string): Promise<string> {
  const file = at(`${name}.url`);
  writeFileSync(file, await databases.create(name), { mode: 0o600 });
  return file;
}

async function cluster(name: string): Promise<string> {
  const file = await database(name);
  await initCluster({ url: databases.url(name), segmentBytes: 1024 ** 2, isSingle: true });
  return file;
}

function argsOf(file: string, ...more: string[]): string[] {
  const node = more.includes("--node") ? [] : ["--node", "one"];
  return ["--cluster", file, "--advertise", "127.0.0.1:0", "--no-traders", ...node, ...more];
}

/** A start that ends by itself, and leaves no directory. */
async function refused(directory: string, args: readonly string[], environment = {}) {
  const server = await ServerProcess.launch(at(directory), { args, environment });
  const lines = server.output.trim().split("\n");
  expect(lines, server.output).toHaveLength(1);
  return { code: server.exitCode, said: lines[0] };
}

beforeAll(async () => {
  if (!isHere) return;
  databases = await FileDatabases.open();
}, PATIENCE_MS);

refusalTest("a URL that leads nowhere", async () => {
  const [file, [port]] = [at("nowhere"), await freePorts(1)];
  writeFileSync(file, `postgres://bourse:secret@127.0.0.1:${port}/x`, { mode: 0o600 });

  const { code, said } = await refused("a", argsOf(file, SINGLE, "--wait-for-postgres", "0"));

  expect(code).toBe(1);
  expect(said).toMatch(/^PostgreSQL cannot be asked: .*ECONNREFUSED/);
  expect(said).not.toContain("secret");
  expect(existsSync(at("a"))).toBe(false);
});

refusalTest(
  "CLUSTER-START-1 a start waits for a PostgreSQL that does not answer, and goes on when it does",
  async () => {
    await cluster("late");
    const url = new URL(databases.url("late"));
    const way = await TcpWay.to(Number(url.port));
    onTestFinished(() => way.close());
    way.cut();
    url.port = `${way.port}`;
    writeFileSync(at("late.url"), url.href, { mode: 0o600 });
    const args = [...FREE_PORTS, "--data", at("late"), ...argsOf(at("late.url"), SINGLE)];
    const server = ServerProcess.begin(at("late"), { command: SERVER, args });

    await server.says(/waiting for PostgreSQL, \d+ s more at most \(--wait-for-postgres\): /);
    expect(existsSync(at("late"))).toBe(false);
    way.heal();

    await server.says(/listening on https?:\/\/\S+\n/);
    await server.stop();
  },
  PATIENCE_MS,
);

refusalTest(
  "CLUSTER-START-1 damage in the cluster's log is exit code 4, at a start as for a command",
  async () => {
    const file = await cluster("damaged");
    const whole = await ServerProcess.startAsIs(at("whole"), argsOf(file, SINGLE));
    expect(whole.port, whole.output).toBeGreaterThan(0);
    await whole.stop();
    await databases.sql(
      "damaged",
      "update bourse.log set bytes = set_byte(bytes, 40, get_byte(bytes, 40) # 1) where number = 2",
    );

    const { exitCode, output } = await ServerProcess.startAsIs(at("i"), argsOf(file, SINGLE));
    const verified = await typed("cluster", "verify", databases.url("damaged"), SINGLE);

    expect([exitCode, verified.code]).toEqual([4, 4]);
    for (const said of [output, verified.output]) {
      expect(said).toContain("Batch 2 of the cluster's log is damaged");
    }
  },
  PATIENCE_MS,
);

refusalTest("a database that is not ours", async () => {
  const { code, said } = await refused("b", argsOf(await database("empty"), SINGLE));

  expect([code, said]).toEqual([
    1,
    "The database has no cluster: make one with bourse cluster init.",
  ]);
  expect(existsSync(at("b"))).toBe(false);
});

refusalTest("tables of another version", async () => {
  const file = await cluster("other_format");
  await databases.sql("other_format", "update bourse.cluster set format = 99");

  const { code, said } = await refused("c", argsOf(file, SINGLE));

  expect(code).toBe(1);
  expect(said).toContain("of format 99; this program has format");
  expect(existsSync(at("c"))).toBe(false);
});

refusalTest("LOG-PG-5 PostgreSQL without a standby", async () => {
  const { code, said } = await refused("d", argsOf(await cluster("alone")));

  expect(code).toBe(1);
  expect(said).toContain("no synchronous standby");
  expect(existsSync(at("d"))).toBe(false);
});

/** Far more than is allowed: what an answer of the database takes is no matter. */
refusalTest.each([
  ["ten minutes behind", -600_000, "behind the database's"],
  ["ten minutes ahead", 600_000, "ahead of the database's"],
])("CLUSTER-CLOCK-1 a clock that is %s", async (_, offMs, sentence) => {
  const file = at(`clock${offMs}.mjs`);
  writeFileSync(file, `const now = Date.now; Date.now = () => now() + ${offMs};`);
  const url = await cluster(`clock_${Math.abs(offMs)}_${offMs < 0 ? "behind" : "ahead"}`);

  const environment = { NODE_OPTIONS: `--import=${file}` };
  const { code, said } = await refused("e", argsOf(url, SINGLE), environment);

  expect(code).toBe(1);
  expect(said).toContain(sentence);
  expect(existsSync(at("e"))).toBe(false);
});

refusalTest(
  "LOG-COPY-1 a directory of another cluster",
  async () => {
    const [mine, others] = [await cluster("mine"), await cluster("others")];
    const server = await ServerProcess.startAsIs(at("f"), argsOf(others, SINGLE));
    expect(server.port, server.output).toBeGreaterThan(0);
    await server.stop();

    const again = await ServerProcess.startAsIs(at("f"), argsOf(mine, SINGLE));

    expect(again.exitCode).toBe(1);
    expect(again.output).toContain("of another log than the cluster's");
    const rows = await databases.sql("mine", "select number from bourse.log where number > 0");
    expect(rows).toEqual([]);
  },
  PATIENCE_MS,
);

refusalTest(
  "CLUSTER-WIRE-1 a node with another master key is not fed, and says so",
  async () => {
    const url = await cluster("keys");
    const leader = await ServerProcess.startAsIs(at("g"), argsOf(url, SINGLE));
    mkdirSync(at("h"));
    copyFileSync(join(at("g"), "demo-keys.json"), join(at("h"), "demo-keys.json"));
    const args = [...FREE_PORTS, "--data", at("h"), ...argsOf(url, SINGLE, "--node", "two")];
    const other = ServerProcess.begin(at("h"), { command: SERVER, args });

    await other.says(/the wire to one at \S+ failed/);

    await other.kill();
    await leader.stop();
  },
  PATIENCE_MS,
);
