/**
 * The program as a container of the image would run it: its entry point, its environment and its health
 * check, read from the Dockerfile. A sandbox without traders that is reached over another address of loopback, and the
 * same image as production, which refuses that; every way to be refused is in src/app/provision-directory.test.ts. No
 * engine of containers is needed, and none was tried.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { cli } from "../support/cli-desk.ts";
import { imageProgram } from "../support/dockerfile.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const place = directoryOfFile();
const image = imageProgram();
/** As `openssl rand -hex 32` draws them, but not only in lower case. */
const TOKEN = "C0ffee0123456789".repeat(4);
/** 127.0.0.2 stands for an address of the container's network. */
const SANDBOX = {
  BOURSE_KIND: "demo",
  BOURSE_HOST: "localhost",
  BOURSE_NO_TRADERS: "1",
  BOURSE_OPERATOR_HOST: "127.0.0.2",
  BOURSE_OPERATOR_NAMES: "bourse",
  BOURSE_OPERATOR_TOKEN: TOKEN,
};

/** What the image sets, but on free ports, on loopback and in a directory of the test. */
function environmentOf(name: string, given: Readonly<Record<string, string>>) {
  const ours = { BOURSE_PORT: "0", BOURSE_OPERATOR_PORT: "0", BOURSE_DATA: join(place, name) };
  return { ...image.environment, ...ours, BOURSE_HOST: "127.0.0.1", ...given };
}

function run(name: string, given: Readonly<Record<string, string>>): Promise<ServerProcess> {
  return ServerProcess.launch(join(place, name), {
    command: [...image.entrypoint, ...SMALL_LOG],
    environment: environmentOf(name, given),
  });
}

const keyFile = join(place, "master-key");
const PRODUCTION = { BOURSE_MASTER_KEY_FILE: keyFile };
let sandbox: ServerProcess;
let production: ServerProcess;

beforeAll(async () => {
  writeFileSync(keyFile, `${"5a".repeat(32)}\n`, { mode: 0o600 });
  [sandbox, production] = await Promise.all([
    run("made/by the start", { ...SANDBOX, BOURSE_LOG_LEVEL: "trace" }),
    run("production", PRODUCTION),
  ]);
}, START_PATIENCE_MS);
afterAll(() => Promise.all([sandbox.kill(), production.kill()]));

function ask(
  path: string,
  headers: Record<string, string>,
  init: { readonly method?: string; readonly body?: string } = {},
) {
  const url = `http://127.0.0.2:${sandbox.operatorPort}${path}`;
  return judgedFetch(url, { ...init, headers: { ...headers, "Content-Type": "application/json" } });
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

test("CORE-DIR-2 the image starts as production, unless its environment says otherwise", () => {
  expect(image.environment["BOURSE_KIND"]).toBe("production");
  expect(production.output).toMatch(/production in /);
  expect(sandbox.output).toMatch(/sandbox in /);
  expect(sandbox.output).toContain(`operator on http://127.0.0.2:${sandbox.operatorPort}`);
});

test("OPER-API-8 OPER-API-9 another machine runs the sandbox with the token of the environment", async () => {
  const body = JSON.stringify({ name: "alice" });
  const added = await ask("/operator/v1/users", bearer(TOKEN), { method: "POST", body });

  expect(await added.json()).toMatchObject({ name: "alice" });
  expect((await ask("/operator/v1/clock/freeze", bearer(TOKEN), { method: "POST" })).status).toBe(
    200,
  );
  expect((await ask("/metrics", bearer(TOKEN))).status).toBe(200);
});

test.each([
  ["none", {}],
  ["another", bearer("0123456789abcdef".repeat(4))],
  ["half of it", bearer(TOKEN.slice(0, 32))],
  ["it in another case", bearer(TOKEN.toLowerCase())],
  ["that of the metrics", "metrics-token"],
])("SEC-67 OPER-API-9 from another machine with %s as token: 401", async (_, shown) => {
  const headers =
    typeof shown === "string"
      ? bearer(readFileSync(join(sandbox.directory, shown), "utf8").trim())
      : shown;

  const reply = await ask("/operator/v1/status", headers as Record<string, string>);

  expect(reply.status).toBe(401);
});

test("OPER-API-5 the health check of the image says yes in both modes, and no once it is gone", async () => {
  const environment = environmentOf("made/by the start", SANDBOX);
  const typed = (name: string, given: Readonly<Record<string, string>>) =>
    cli(image.healthCheck.slice(2), environmentOf(name, given));

  const { code, out } = await runToEnd(image.healthCheck, { environment });
  expect([code, out]).toEqual([0, "ready\n"]);
  expect(await typed("production", PRODUCTION)).toEqual({ code: 0, out: "ready", err: "" });
  const gone = await typed("gone", { BOURSE_OPERATOR_PORT: "1" });
  expect([gone.code, gone.out]).toEqual([3, ""]);
});

test("OPER-API-9 bourse works beside the directory with either token", async () => {
  const inside = await cli(["status"], environmentOf("made/by the start", SANDBOX));
  const bare = await cli(["clock", "--data", sandbox.directory]);

  expect([inside.code, inside.out]).toEqual([0, expect.stringMatching(/sandbox/)]);
  expect([bare.code, bare.out]).toEqual([0, expect.stringContaining("engine time stands at")]);
});

async function get(path: string): Promise<unknown> {
  return (await judgedFetch(`http://localhost:${sandbox.port}${path}`)).json();
}

test("BOURSE_PORT, _HOST, _DATA and _OPERATOR_PORT mean what the flags mean", async () => {
  expect(sandbox.output).toMatch(/^listening on http:\/\/localhost:[1-9]\d*$/m);
  expect(sandbox.operatorPort).toBeGreaterThan(0);
  expect(sandbox.operatorPort).not.toBe(sandbox.port);
  expect(readdirSync(sandbox.directory)).toContain("demo-keys.json");
  expect(await get("/sapi/v1/ping")).toEqual({});
});

test.each(["BTCUSDT", "ETHUSDT", "ETHBTC"])(
  "SANDBOX-PAST-5 BOURSE_NO_TRADERS leaves the book of %s empty, without a last price and without a past",
  async (symbol) => {
    expect(await get(`/sapi/v1/depth?symbol=${symbol}`)).toMatchObject({ bids: [], asks: [] });
    expect(await get(`/sapi/v1/ticker?symbol=${symbol}`)).toMatchObject({ last: "0", vol: "0" });
    expect(await get(`/sapi/v1/trades?symbol=${symbol}`)).toEqual({ list: [] });
    expect(await get(`/sapi/v1/klines?symbol=${symbol}&interval=1day`)).toEqual([]);
  },
);

test("SEC-68 OPER-API-8 OPER-API-9 production refuses a token of the environment, listens nowhere and does not repeat it", async () => {
  await production.stop();

  const refused = await run("production", { ...PRODUCTION, BOURSE_OPERATOR_TOKEN: TOKEN });
  onTestFinished(() => refused.kill());

  expect(refused.exitCode, refused.output).toBe(2);
  expect(refused.output).toMatch(/^BOURSE_OPERATOR_TOKEN is for a sandbox; this directory .+/);
  expect(refused.output).not.toMatch(/operator on|listening on/);
  expect(refused.output).not.toContain(TOKEN);
});

/** Everything below a folder that is a file. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile());
}

test("SEC-47 OPER-API-9 the token of the environment is in no line, no file and no child", async () => {
  const parts = [TOKEN, TOKEN.slice(0, 16)];

  for (const part of parts) {
    expect(sandbox.written).not.toContain(part);
    for (const path of filesIn(sandbox.directory)) {
      expect(readFileSync(path).includes(part), path).toBe(false);
    }
  }
  // It could not be hidden from them otherwise: a test that reads nothing would pass as well.
  expect(sandbox.written).toContain("/operator/v1/users");
});

test.skipIf(process.platform !== "linux")(
  "SEC-47 OPER-API-9 neither the command line of a process nor the archivist's environment has it",
  () => {
    const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, "latin1");

    for (const pid of [sandbox.pid, sandbox.archivistPid]) {
      expect(read(pid, "cmdline")).not.toContain(TOKEN);
    }
    expect(read(sandbox.pid, "environ")).toContain("BOURSE_KIND=demo");
    expect(read(sandbox.archivistPid, "environ")).toContain("BOURSE_KIND=demo");
    expect(read(sandbox.archivistPid, "environ")).not.toContain(TOKEN);
  },
);
