/**
 * The package as a bot author gets it: packed, installed into an empty project from a registry, and used
 * there: the command, the typed client, an exchange inside a test, the types, the example of a workflow.
 * Nothing of the clone is near. To pack and to install costs most, so it is done once, for all of it.
 */
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hasProgram } from "../support/run-to-end.ts";
import { ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { EmptyProject, manifest, ROOT } from "./empty-project.ts";
import { installAsWorkflow, testWorkflow } from "./workflow-tests.ts";

const directory = directoryOfFile();
const hasPython = await hasProgram("python3", "--version");
let project: EmptyProject;
let server: ServerProcess | undefined;

beforeAll(async () => {
  project = await EmptyProject.open(directory);
  await installAsWorkflow(project);
  const examples = join(directory, "node_modules/bourse/examples");
  cpSync(examples, join(directory, "examples"), { recursive: true });
});

afterAll(() => {
  server?.killGroup();
  project.close();
});

test("the changelog begins with the version that is packed", () => {
  const changelog = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");

  expect(/^## (\S+?):? /m.exec(changelog)?.[1]).toBe(manifest.version);
});

test("nothing is installed but what it runs with, and no script is needed for it", () => {
  const installed = readdirSync(join(directory, "node_modules")).filter(
    (name) => !name.startsWith("."),
  );

  for (const name of Object.keys(manifest.dependencies)) expect(installed).toContain(name);
  for (const name of Object.keys(manifest.devDependencies))
    expect(project.registry.asked).not.toContain(name);
});

test("it holds the built program, its types and its papers, and neither sources nor tests", () => {
  const folder = join(directory, "node_modules/bourse");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });

  for (const name of [
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "docs/client.md",
    "examples/README.md",
  ]) {
    expect(files).toContain(name);
  }
  expect(
    files.filter((file) =>
      /\.test\.|^(?:src|test|web|scripts)(?:\/|$)|^bench\/.*\.m?[jt]s/.test(file),
    ),
  ).toEqual([]);
  expect(files.filter((file) => file.endsWith(".map") || file.endsWith(".bourse-setup"))).toEqual(
    [],
  );
});

test("whatever its papers point to is in it, too", () => {
  const folder = join(directory, "node_modules/bourse");
  const papers = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".md") && !file.startsWith("node_modules/"),
  );
  const targets = papers.flatMap((paper) => {
    const text = readFileSync(join(folder, paper), "utf8");
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, link = ""]) => link);
    return links
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => ({ paper, link, file: join(folder, dirname(paper), link) }));
  });

  expect(targets.length).toBeGreaterThan(100);
  expect(targets.filter(({ file }) => !existsSync(file))).toEqual([]);
});

// Before a server has ./data: there the commands of the workflow would look.
testWorkflow(() => project);

test("npx bourse start listens, and the installed client trades with it", async () => {
  const flags = ["--port", "0", "--operator-port", "0", "--data", "data", ...SMALL_LOG];
  server = await ServerProcess.launch(join(directory, "data"), {
    command: ["npx", "--no-install", "bourse", "start", ...flags],
    isGroup: true,
    cwd: directory,
  });
  const { apiKey = "", secret = "" } = server.keys()["demo1"] ?? {};
  project.write(
    "trade.js",
    `import { BourseClient } from "bourse/client";
const client = new BourseClient({ baseUrl: process.argv[2], apiKey: process.argv[3], secret: process.argv[4] });
const order = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", price: "90000", volume: "0.01" };
const { orderId } = await client.spot.createOrder(order);
console.log((await client.spot.getOrder({ symbol: "BTCUSDT", orderId })).status);
`,
  );

  const url = `http://127.0.0.1:${server.port}`;
  const told = await project.run(process.execPath, "trade.js", url, apiKey, secret);

  expect(told).toContain("NEW");
});

/** Three rounds, in about a second. */
const MOMENT = ["--hours", "0.0003", "--step", "0.5"];
/** Each with flags that make it short, and what it ends with. */
const EXAMPLES: readonly (readonly [string, readonly string[], RegExp])[] = [
  ["place-and-cancel.mjs", [], /^order \d+: CANCELED$/m],
  [
    "market-maker.mjs",
    ["--rounds", "2", "--pause", "50"],
    /^stopped, nothing is left in the book/m,
  ],
  ["funding-watcher.mjs", ["--rounds", "1"], /^E-BTC-USDT +mark \S+, index \S+, funding /m],
  ["market-watcher.mjs", ["--lines", "3"], /^(?:book|trades|orders) /m],
  // With a whole exchange inside it; the workflow runs it against one beside.
  ["test-a-bot.mjs", [], /^\S pass 2$/m],
  ["python/place_and_cancel.py", [], /^order \d+: CANCELED$/m],
  ...["market_maker", "grid", "funding_collector", "liquidation_aware_long"].map(
    (name) => [`python/${name}.py`, MOMENT, /^profit and loss: [+-][\d.]+ USDT$/m] as const,
  ),
];

test("every example has its line here", () => {
  const programs = readdirSync(join(ROOT, "examples"), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(?:mjs|py)$/.test(path))
    .filter((path) => !/(?:^|\/)surroundings\./.test(path));

  expect(EXAMPLES.map(([path]) => path).sort()).toEqual(programs.sort());
});

test.each(EXAMPLES)("the example %s of the package runs in the project", async (...row) => {
  const [path, flags, end] = row;
  const isPython = path.endsWith(".py");
  if (isPython && !hasPython) return;
  const environment = { BOURSE_URL: `http://127.0.0.1:${server?.port}` };
  const isTest = path.startsWith("test-");
  const program = isPython ? ["python3"] : [process.execPath, ...(isTest ? ["--test"] : [])];

  const { code, output } = await project.end(
    [...program, join("examples", path), ...flags],
    isTest ? {} : environment,
  );

  expect(code, output).toBe(0);
  expect(output).toMatch(end);
});

test("its types are found by a strict compiler", async () => {
  project.write(
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

  await project.run(
    process.execPath,
    join(ROOT, "node_modules/typescript/bin/tsc"),
    ...strict,
    ...types,
    "bot.ts",
  );
});
