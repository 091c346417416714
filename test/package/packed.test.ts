/**
 * The package as a bot author gets it: packed, installed into an empty project from a registry, and used
 * there: the command, the typed client, an exchange inside a test, the types. Nothing of the clone is near.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { runToEnd } from "../support/run-to-end.ts";
import { ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { LoopbackRegistry } from "./loopback-registry.ts";

const ROOT = join(import.meta.dirname, "../..");
const INSTALL_MS = 120_000;
const project = directoryOfFile();
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
let registry: LoopbackRegistry;

/** Runs a command in the project, and demands that it succeeds. */
async function inProject(...command: string[]): Promise<string> {
  const { code, output } = await runToEnd(command, { directory: project });
  expect(output, command.join(" ")).not.toMatch(/npm error/);
  expect(code, output).toBe(0);
  return output;
}

function write(name: string, text: string): void {
  writeFileSync(join(project, name), text);
}

beforeAll(async () => {
  registry = await LoopbackRegistry.open();
  const pack = ["npm", "pack", "--ignore-scripts", "--pack-destination", project, ROOT];
  await inProject(...pack);
  write("package.json", JSON.stringify({ name: "a-bot", private: true, type: "module" }));
  const quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--cache", join(project, ".cache")];
  const tarball = `./bourse-${manifest.version}.tgz`;
  await inProject("npm", "install", tarball, "--registry", registry.url, ...quiet);
}, INSTALL_MS);

afterAll(() => registry.close());

test("the changelog begins with the version that is packed", () => {
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");

  expect(/^## (\S+?):? /m.exec(changelog)?.[1]).toBe(manifest.version);
});

test("nothing is installed but what it runs with, and no script is needed for it", () => {
  const installed = readdirSync(join(project, "node_modules")).filter(
    (name) => !name.startsWith("."),
  );

  for (const name of Object.keys(manifest.dependencies)) expect(installed).toContain(name);
  for (const name of Object.keys(manifest.devDependencies))
    expect(registry.asked).not.toContain(name);
});

test("it holds the built program, its types and its papers, and neither sources nor tests", () => {
  const folder = join(project, "node_modules/bourse");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });

  for (const name of ["README.md", "LICENSE", "CHANGELOG.md", "docs/client.md"]) {
    expect(files).toContain(name);
  }
  expect(
    files.filter((file) => /\.test\.|^(?:src|test|bench|web|scripts)(?:\/|$)/.test(file)),
  ).toEqual([]);
  expect(files.filter((file) => file.endsWith(".map") || file.endsWith(".bourse-setup"))).toEqual(
    [],
  );
});

test(
  "npx bourse start listens, and the installed client trades with it",
  async () => {
    const flags = ["--port", "0", "--operator-port", "0", "--data", "data", "--no-traders"];
    const command = ["npx", "--no-install", "bourse", "start", ...flags, ...SMALL_LOG];
    const server = await ServerProcess.launch(join(project, "data"), {
      command,
      isGroup: true,
      cwd: project,
    });
    onTestFinished(() => server.killGroup());
    const { apiKey = "", secret = "" } = server.keys()["demo1"] ?? {};
    write(
      "trade.js",
      `import { BourseClient } from "bourse/client";
const client = new BourseClient({ baseUrl: process.argv[2], apiKey: process.argv[3], secret: process.argv[4] });
const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "10000", volume: "0.01" };
const { orderId } = await client.spot.createOrder(order);
console.log((await client.spot.getOrder({ symbol: "BTCUSDT", orderId })).status);
`,
    );

    const told = await inProject(
      process.execPath,
      "trade.js",
      `http://127.0.0.1:${server.port}`,
      apiKey,
      secret,
    );

    expect(told).toContain("NEW");
  },
  START_PATIENCE_MS,
);

test(
  "a test of a bot has a whole exchange inside it",
  async () => {
    write(
      "bot.test.js",
      `import assert from "node:assert";
import { test } from "node:test";
import { createExchange } from "bourse/sandbox";
test("it buys", async () => {
  const exchange = await createExchange();
  const order = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "10000", volume: "0.01" };
  const placed = await exchange.client("demo1").spot.createOrder(order);
  assert.equal(placed.status, "NEW");
  await exchange.close();
});
`,
    );

    expect(await inProject(process.execPath, "--test", "bot.test.js")).toMatch(/# pass 1/);
  },
  START_PATIENCE_MS,
);

test(
  "its types are found by a strict compiler",
  async () => {
    write(
      "bot.ts",
      `import { BourseClient } from "bourse/client";
import { createExchange, type InProcessExchange } from "bourse/sandbox";
const exchange: InProcessExchange = await createExchange();
const client: BourseClient = exchange.client("demo1");
const { status } = await client.spot.createOrder({
  symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "10000", volume: "0.01",
});
export const isNew: boolean = status === "NEW";
// @ts-expect-error a side is BUY or SELL
await client.spot.createOrder({ symbol: "BTCUSDT", side: "HOLD", type: "MARKET", volume: "1" });
`,
    );
    const strict = [
      "--noEmit",
      "--strict",
      "--module",
      "nodenext",
      "--target",
      "es2023",
      "--lib",
      "es2023",
    ];
    const types = [
      "--typeRoots",
      join(ROOT, "node_modules/@types"),
      "--types",
      "node",
      "--skipLibCheck",
    ];

    await inProject(
      process.execPath,
      join(ROOT, "node_modules/typescript/bin/tsc"),
      ...strict,
      ...types,
      "bot.ts",
    );
  },
  START_PATIENCE_MS,
);
