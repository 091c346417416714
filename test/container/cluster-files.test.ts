/**
 * The files for a cluster of three machines are sound, as far as that can be known without an engine of containers, Patroni
 * and etcd: their syntax, that they fit each other, and that a node reads them as what they are for.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { validate } from "dockerfile-utils";
import { expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { readConfig } from "../../src/app/settings/config.ts";
import { ConnectChecks } from "../../src/log/postgres/connect-checks.ts";
import type { Session } from "../../src/log/postgres/database.ts";
import { NotSafe } from "../../src/log/postgres/safety-settings.ts";
import { imageProgram } from "../support/dockerfile.ts";
import { patroniParameters } from "../support/patroni.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { composeProblems } from "./lint-compose.ts";
import { isPinned, ROOT } from "./settings.ts";

const read = (path: string) => readFileSync(join(ROOT, "ops/cluster", path), "utf8");
const compose = read("compose.yaml");
const patroni = read("patroni.yml");
const dockerfile = read("Dockerfile");
const { services, configs } = parse(compose, { merge: true });
const { etcd3, bootstrap, postgresql } = parse(patroni);
const MACHINES = ["m1", "m2", "m3"];

/** As Compose fills them in. */
function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{([A-Z_]+)(?::\?[^}]*)?\}/g, (_, name) => variables[name] ?? "");
}

test("the Compose file of a machine has no problem, and every file that it names is there", () => {
  expect(composeProblems(compose, "ops/cluster")).toEqual([]);
  const wanted = services.postgres.configs.map(({ source }: { source: string }) => source);
  expect(wanted).toEqual(Object.keys(configs));
  expect(read(configs.patroni.file)).toBe(patroni);
  expect(services.postgres.configs[0].target).toBe("/etc/patroni/patroni.yml");
});

test.each<[string, string | RegExp, string, string]>([
  ["an unknown key", "restart:", "restarts:", '"additionalProperty":"restarts"'],
  ["a password", /REWIND_PASSWORD: .+/, "REWIND_PASSWORD: a", "is written down"],
  ["a setting that is none", "BOURSE_ADVERTISE:", "BOURSE_ADVERTISES:", "is no setting"],
  ["a volume of no name", '"etcd:/', '"etcds:/', "the volume etcds is not declared"],
])("a Compose file with %s is found out", (_, from, to, problem) => {
  const faulty = compose.replace(from, to);
  expect(faulty, `${from} stands there`).not.toBe(compose);

  const problems = composeProblems(faulty, "ops/cluster");

  expect(problems).toContainEqual(expect.stringContaining(problem));
});

test("the Dockerfile parses, and builds on a pinned image of PostgreSQL 15", () => {
  const [, base = ""] = /^FROM (\S+)/m.exec(dockerfile) ?? [];

  expect(validate(dockerfile).map(({ message }) => message)).toEqual([]);
  expect(isPinned(base)).toBe(true);
  expect(base).toMatch(/^postgres:15\b/);
  expect(postgresql.bin_dir).toBe("/usr/lib/postgresql/15/bin");
  expect(dockerfile).toMatch(/^USER postgres$/m);
});

test("each machine's volumes are where its programs have their data", () => {
  const mounted = (name: string) => services[name].volumes[0].split(":")[1];

  expect(services.etcd.command).toContain(`--data-dir=${mounted("etcd")}`);
  expect(postgresql.data_dir.startsWith(`${mounted("postgres")}/`)).toBe(true);
  for (const name of ["etcd", "postgres"]) expect(dockerfile).toContain(`"${mounted(name)}"`);
});

test("etcd, Patroni and the URL name the same three machines", () => {
  const members = services.etcd.command.find((word: string) =>
    word.startsWith("--initial-cluster="),
  );

  expect(members).toBe(
    `--initial-cluster=${MACHINES.map((at) => `${at}=http://${at}:2380`).join()}`,
  );
  expect(etcd3.hosts).toEqual(MACHINES.map((at) => `${at}:2379`));
  expect(compose).toContain(`postgres://bourse:PASSWORD@${MACHINES.join()}/bourse`);
});

test("everything of a machine listens in the private network, and says its own name to the others", () => {
  const at = { MACHINE: "m2", ADDRESS: "10.0.0.2" };
  const words = services.etcd.command.map((word: string) => filledIn(word, at));
  const listening = words.filter((word: string) => word.startsWith("--listen"));
  const { environment } = services.postgres;

  expect(listening).toHaveLength(2);
  for (const word of listening) expect(word).toContain("=http://10.0.0.2:");
  for (const name of ["POSTGRESQL", "RESTAPI"]) {
    expect(filledIn(environment[`PATRONI_${name}_LISTEN`], at)).toMatch(/^10\.0\.0\.2:/);
    expect(filledIn(environment[`PATRONI_${name}_CONNECT_ADDRESS`], at)).toMatch(/^m2:/);
  }
});

test("the node is read by the program as a node of the cluster, in production", () => {
  const file = join(temporaryDirectory(), "cluster-url");
  const url = `postgres://bourse:a-password@${MACHINES.join()}/bourse`;
  writeFileSync(file, `${url}\n`);
  const { environment } = imageProgram();
  const at = { MACHINE: "m2", ADDRESS: "10.0.0.2" };
  const own = Object.entries<string>(services.node.environment);
  const filled = Object.fromEntries(own.map(([name, value]) => [name, filledIn(value, at)]));
  expect(filled["BOURSE_CLUSTER"]).toBe("/run/secrets/cluster-url");

  const config = readConfig([], { ...environment, ...filled, BOURSE_CLUSTER: file });

  expect(config).toMatchObject({
    isProduction: true,
    host: "10.0.0.2",
    masterKeyFile: "/run/secrets/master-key",
    operatorHost: "127.0.0.1",
    cluster: { url, node: "m2", address: "m2:7070", isSingle: false },
  });
});

/** A primary with these settings, as Patroni's strict mode has it when no standby is there. */
function primaryWith(parameters: Readonly<Record<string, string>>): Session {
  const row = { version: 15, is_standby: false, standbys: "*", timeline: 1, ...parameters };
  const query = async () => ({ rows: [row], isWarned: false });
  return { isOver: false, query, close: () => undefined };
}

test("LOG-PG-5 what Patroni is told satisfies the connect checks of a node", async () => {
  const checks = new ConnectChecks({ isSingle: false });

  await checks.check(primaryWith(patroniParameters()));

  for (const name of ["fsync", "full_page_writes", "synchronous_commit"]) {
    const without = { ...patroniParameters(), [name]: "off" };
    await expect(checks.check(primaryWith(without)), name).rejects.toThrow(NotSafe);
  }
});

test("LOG-PG-5 Patroni confirms nothing that one machine alone has, and sets the standbys itself", () => {
  const { dcs } = bootstrap;

  expect(parseDocument(patroni, { strict: true }).errors).toEqual([]);
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
  expect(dcs.synchronous_node_count).toBe(1);
  expect(patroniParameters()).not.toHaveProperty("synchronous_standby_names");
  expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
});

test("every user that Patroni has may log in from the other machines, with a password only", () => {
  const { environment } = services.postgres;
  const users = ["SUPERUSER", "REPLICATION", "REWIND"].map(
    (at) => environment[`PATRONI_${at}_USERNAME`],
  );
  const lines: readonly string[] = postgresql.pg_hba;
  const fromOutside = lines.filter((line) => line.startsWith("host"));

  for (const user of [...users, "bourse"]) {
    expect(
      fromOutside.some((line) => line.split(" ")[2] === user),
      user,
    ).toBe(true);
  }
  for (const line of fromOutside) expect(line).toMatch(/ samenet scram-sha-256$/);
});

test("every file that was not run says so at its head", () => {
  for (const text of [compose, patroni, dockerfile]) {
    const head = text
      .split("\n")
      .filter((line) => line.startsWith("#"))
      .slice(0, 12)
      .join("\n");
    expect(head).toContain("NOT RUN");
  }
});
