/**
 * The start-up contract of a production directory, and the command line on it: everything that is
 * there was put there by the operator. One directory: served, stopped, checked, refused, given a new
 * master key, served. What else is refused is in src/app/provision-directory.test.ts.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cli, typistOf } from "../support/cli-desk.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const place = directoryOfFile();
const directory = join(place, "exchange");
const typed = typistOf(directory);
const [keyFile, newKeyFile] = [join(place, "master-key"), join(place, "new-master-key")];
let server: ServerProcess;
let credentials = { apiKey: "", secret: "" };

function start(args: readonly string[], key = keyFile, old?: string): Promise<ServerProcess> {
  const before = old === undefined ? {} : { BOURSE_OLD_MASTER_KEY_FILE: old };
  const environment = { BOURSE_MASTER_KEY_FILE: key, ...before };
  return ServerProcess.launch(directory, { args: [...SMALL_LOG, ...args], environment });
}

beforeAll(async () => {
  writeFileSync(keyFile, `${"5a".repeat(32)}\n`, { mode: 0o600 });
  writeFileSync(newKeyFile, `${"a5".repeat(32)}\n`, { mode: 0o600 });
  server = await start(["--no-demo"]);
}, START_PATIENCE_MS);
afterAll(() => server.kill());

test("--no-demo makes a new directory production: empty, without a key in the clear", async () => {
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
  const ask = (path: string) => judgedFetch(`http://127.0.0.1:${port}${path}`);

  expect(await (await ask("/")).text()).toContain("<title>Bourse");
  expect((await ask("/console/key")).status).toBe(404);
});

test("the operator adds an asset, a user and a key, and the key signs", async () => {
  expect(await typed("asset add USDT")).toBe("added asset USDT with 8 decimals");
  expect(await typed("user add alice")).toBe("added user alice, number 1");
  credentials = JSON.parse(await typed("key add alice --permissions read --json"));

  const account = await ask("/sapi/v1/account");
  expect(account).toEqual({ balances: [{ asset: "USDT", free: "0", locked: "0" }] });
});

test("LEDGER-MOVE-3 the same deposit twice moves the money once and says the same", async () => {
  const line = "deposit alice USDT 12.5 --id first";

  const said = [await typed(line), await typed(line)];

  expect(said).toEqual(Array(2).fill("deposited 12.5 USDT to alice, id first"));
  const account = await ask("/sapi/v1/account");
  expect(account).toEqual({ balances: [{ asset: "USDT", free: "12.5", locked: "0" }] });
});

const CONTROLS = [
  ...["clock freeze", "clock advance 1h", "clock resume", "reset --yes"],
  ...["snapshot save a", "snapshot load a --yes", "snapshot list", "snapshot remove a --yes"],
  ...["faults", "faults add * 503", "faults clear", "faults remove 1"],
];

test.each(CONTROLS)(
  "SANDBOX-STATE-6 SANDBOX-FAULT-7 a production directory refuses %s, a control of a sandbox",
  async (control) => {
    const { code, out, err } = await cli([...control.split(" "), "--data", directory]);

    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^This directory is a production one, for ever: [^\n]+$/);
    expect(existsSync(join(directory, "saved"))).toBe(false);
  },
);

test("after a stop the history is made anew from the log, and everything is verified", async () => {
  await server.stop();

  expect(server.exitCode).toBe(0);
  const rebuilt = await cli(["rebuild-history", directory]);
  expect(rebuilt).toMatchObject({ code: 0, out: expect.stringMatching(/^rebuilt: history of /) });
  const verified = await cli(["verify", directory]);
  expect(verified.code, verified.err).toBe(0);
  expect(verified.out).toMatch(/^USDT +users 12\.5, FEE 0, EXTERNAL -12\.5, sum 0$/m);
  expect(verified.out).toMatch(/^verified: /m);
});

test("USER-SECRET-2 another master key is refused for good, before anything else is begun", async () => {
  const refused = await start([], newKeyFile);
  onTestFinished(() => refused.kill());

  expect(refused.exitCode).toBe(2);
  expect(refused.output).toContain("The master key does not open the secret of an API key.");
  expect(refused.output).not.toContain(credentials.apiKey);
  expect(refused.output).not.toContain("archivist");
});

test("USER-SECRET-3 with the old one beside it, it goes over to the new master key", async () => {
  server = await start([], newKeyFile, keyFile);

  expect(server.output).toContain("1 secret was sealed anew;");
  await server.stop();
  expect(server.exitCode).toBe(0);
});

test("CORE-DIR-1 USER-SECRET-3 a start without --no-demo, with the new key alone, finds what was there", async () => {
  const environment = { BOURSE_MASTER_KEY_FILE: newKeyFile };
  server = ServerProcess.begin(directory, { args: SMALL_LOG, environment });
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
  expect(await cli(["verify", directory])).toMatchObject({ code: 0, err: "" });
});

/** Asks with the key that the operator made. */
async function ask(path: string): Promise<unknown> {
  const client = new SignedClient(server.port, credentials);
  const answer = await client.get(path);
  client.close();
  return answer?.json;
}
