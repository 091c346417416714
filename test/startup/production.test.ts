/**
 * The start-up contract of a production directory, and the command line on it: everything that is
 * there was put there by the operator. One directory: served, stopped, checked, refused, served.
 */
import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const MASTER_KEY = `${"5a".repeat(32)}\n`;

const place = directoryOfFile();
const directory = join(place, "exchange");
const keyFile = join(place, "master-key");
let server: ServerProcess;
let credentials = { apiKey: "", secret: "" };

function start(args: readonly string[], key = keyFile): Promise<ServerProcess> {
  const environment = { BOURSE_MASTER_KEY_FILE: key };
  return ServerProcess.launch(directory, { args, environment });
}

/** Starts what must not come up. */
async function refusalOf(args: readonly string[], key = keyFile): Promise<ServerProcess> {
  const refused = await start(args, key);
  onTestFinished(() => refused.kill());
  return refused;
}

beforeAll(async () => {
  writeFileSync(keyFile, MASTER_KEY, { mode: 0o600 });
  server = await start(["--no-demo"]);
}, START_PATIENCE_MS);
afterAll(() => server.kill());

/** Types a line after `bourse`; what it printed. */
async function typed(line: string): Promise<string> {
  const { code, output } = await bourse(...line.split(" "), "--data", directory);
  expect(code, output).toBe(0);
  return output;
}

test("--no-demo makes a fresh directory production: empty, without a key in the clear", async () => {
  expect(server.output).toMatch(/^listening on http:\/\/127\.0\.0\.1:[1-9]\d*$/m);
  expect(server.output).not.toContain("demo");
  for (const name of ["demo-keys.json", "master-key"]) {
    expect(existsSync(join(directory, name)), name).toBe(false);
  }
  const status = JSON.parse(await typed("status --json"));
  expect(status).toMatchObject({ kind: "production", halted: false, users: 0, symbols: [] });
});

test("SEC-53 a production directory has the console, and offers it nothing", async () => {
  const { port } = server;
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  expect(await (await ask("/")).text()).toContain("<title>Bourse");
  expect((await ask("/console/key")).status).toBe(404);
});

test("the operator adds an asset, a user and a key, and the key signs", async () => {
  expect(await typed("asset add USDT")).toBe("added asset USDT with 8 decimals\n");
  expect(await typed("user add alice")).toBe("added user alice, number 1\n");
  credentials = JSON.parse(await typed("key add alice --permissions read --json"));

  const account = await ask("/sapi/v1/account");
  expect(account).toEqual({ balances: [{ asset: "USDT", free: "0", locked: "0" }] });
});

test("LEDGER-MOVE-3 the same deposit twice moves the money once and says the same", async () => {
  const line = "deposit alice USDT 12.5 --id first";

  const said = [await typed(line), await typed(line)];

  expect(said).toEqual(Array(2).fill("deposited 12.5 USDT to alice, id first\n"));
  const account = await ask("/sapi/v1/account");
  expect(account).toEqual({ balances: [{ asset: "USDT", free: "12.5", locked: "0" }] });
});

test("after a stop the history is made anew from the log, and everything is verified", async () => {
  await server.stop();

  expect(server.exitCode).toBe(0);
  const rebuilt = await bourse("rebuild-history", directory);
  expect(rebuilt).toMatchObject({
    code: 0,
    output: expect.stringMatching(/^rebuilt: history of /),
  });
  const verified = await bourse("verify", directory);
  expect(verified.code, verified.output).toBe(0);
  expect(verified.output).toMatch(/^USDT +users 12\.5, FEE 0, EXTERNAL -12\.5, sum 0$/m);
  expect(verified.output).toMatch(/^verified: /m);
});

test.each([
  ["--sandbox", "The directory is a production one"],
  ["--no-limits", "--no-limits is for a sandbox"],
])("CORE-DIR-1 %s is refused for a production directory", async (flag, sentence) => {
  const refused = await refusalOf(["--no-demo", flag]);

  expect(refused.exitCode).toBe(2);
  expect(refused.output).toContain(sentence);
});

test.each([
  ["no master key", () => "", "A production directory needs BOURSE_MASTER_KEY_FILE."],
  ["a master key in the directory", keyInside, "must not lie in a production directory."],
  ["a link to a master key in it", linkInside, "must not lie in a production directory."],
  ["a master key that is not there", () => join(place, "none"), "There is no master key file"],
])("USER-SECRET-2 with %s a production directory does not start", async (_, key, sentence) => {
  const refused = await refusalOf([], key());

  expect(refused.exitCode).toBe(2);
  expect(refused.output).toContain(sentence);
});

test("USER-SECRET-3 an old master key that is none is told by its own name", async () => {
  const old = join(place, "half-a-key");
  writeFileSync(old, "5a5a");
  const environment = { BOURSE_MASTER_KEY_FILE: keyFile, BOURSE_OLD_MASTER_KEY_FILE: old };
  const refused = await ServerProcess.launch(directory, { environment });
  onTestFinished(() => refused.kill());

  expect(refused.exitCode).toBe(2);
  expect(refused.output).toContain(`BOURSE_OLD_MASTER_KEY_FILE is ${old}. The master key file`);
});

test("USER-SECRET-2 another master key is refused for good, before anything else is begun", async () => {
  const other = join(place, "other-key");
  writeFileSync(other, "a5".repeat(32));

  const refused = await refusalOf([], other);

  expect(refused.exitCode).toBe(2);
  expect(refused.output).toContain("The master key does not open the secret of an API key.");
  expect(refused.output).not.toContain(credentials.apiKey);
  expect(refused.output).not.toContain("archivist pid");
});

function keyInside(): string {
  const path = join(directory, "key");
  writeFileSync(path, MASTER_KEY, { mode: 0o600 });
  return path;
}

function linkInside(): string {
  const path = join(place, "link");
  symlinkSync(keyInside(), path);
  return path;
}

test("CORE-DIR-1 a start without --no-demo finds what was there, and makes no demo of it", async () => {
  server = ServerProcess.begin(directory, { environment: { BOURSE_MASTER_KEY_FILE: keyFile } });
  await server.says(/archivist pid/);
  process.kill(server.archivistPid, "SIGSTOP");
  await server.says(/listening/);

  expect(existsSync(join(directory, "demo-keys.json"))).toBe(false);
  const account = await ask("/sapi/v1/account");
  expect(account).toEqual({ balances: [{ asset: "USDT", free: "12.5", locked: "0" }] });
});

test("a stop before the archivist has come up is a stop like any other", async () => {
  const ended = server.signal("SIGTERM");
  await server.says(/ stopping/);
  process.kill(server.archivistPid, "SIGCONT");
  await ended;

  expect(server.exitCode).toBe(0);
  expect(server.output).toMatch(/ stopping\n\S+ stopped\n$/);
});

/** Asks with the key that the operator made. */
async function ask(path: string): Promise<unknown> {
  const client = new SignedClient(server.port, credentials);
  const answer = await client.get(path);
  client.close();
  return answer?.json;
}
