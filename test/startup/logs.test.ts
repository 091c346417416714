/** The log of the real program: JSON where no terminal is, quiet about requests, and without secrets. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findRefusal } from "../../src/program-log/find-refusal.ts";
import { ServerProcess } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const ORDER = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "30000", volume: "0.01" };

/** A yes, a no of the engine and a no before it; the id of the last. */
async function visit(server: ServerProcess): Promise<string> {
  const { demo1 = NOBODY } = server.keys();
  const good = new SignedClient(server.port, demo1);
  const bad = new SignedClient(server.port, { ...demo1, secret: "another" });
  expect((await good.post("/sapi/v1/order", ORDER))?.status).toBe(200);
  expect((await good.post("/sapi/v1/order", { ...ORDER, price: "30000.123" }))?.status).toBe(400);
  const refused = await bad.post("/sapi/v1/order", ORDER);
  expect(refused?.status).toBe(401);
  good.close();
  bad.close();
  return `${refused?.headers["x-request-id"]}`;
}

const NOBODY = { apiKey: "", secret: "" };

function linesOf(server: ServerProcess): Record<string, unknown>[] {
  return server.written
    .trimEnd()
    .split("\n")
    .filter((line) => !isWelcome(line))
    .map((line) => JSON.parse(line));
}

/** What a sandbox says to whoever started it is plain text, wherever it goes. */
function isWelcome(line: string): boolean {
  return /^(?:this is a sandbox|demo users|try: |trade in|read and try|listening on | {2}\S)/.test(
    line,
  );
}

/** One directory, two starts: a process that is killed at info, one that is stopped at trace. */
const directory = directoryOfFile();
let killed: ServerProcess;
let stopped: ServerProcess;

afterAll(() => Promise.all([killed, stopped].map((server) => server?.kill())));

test("USER-LOG-3 a refusal of a process that was killed can still be found", async () => {
  killed = await ServerProcess.start(directory);
  const id = await visit(killed);
  // It is written behind the reply, so it may still be on its way.
  while (!(await findRefusal(directory, id))) await new Promise((resolve) => setImmediate(resolve));
  await killed.kill();

  expect(await findRefusal(directory, id)).toMatchObject({
    ...{ method: "POST", path: "/sapi/v1/order", status: 401, code: -1022, user: 0 },
    message: expect.stringContaining('POST/sapi/v1/order{"symbol":"BTCUSDT"'),
  });
}, 120_000);

test("USER-LOG-2 at trace no line and no kept refusal holds a secret of the directory", async () => {
  stopped = await ServerProcess.start(directory, ["--log-level", "trace"]);
  await visit(stopped);
  const secrets = Object.values(stopped.keys()).flatMap(({ apiKey, secret }) => [apiKey, secret]);
  for (const name of ["operator-token", "master-key"]) {
    secrets.push(readFileSync(join(directory, name), "utf8").trim());
  }
  await stopped.stop();

  const kept = readdirSync(join(directory, "logs")).map((name) =>
    readFileSync(join(directory, "logs", name), "utf8"),
  );
  const said = stopped.written + kept.join("");
  expect(secrets).toHaveLength(6);
  for (const secret of secrets) expect(said).not.toContain(secret);
  expect(linesOf(stopped).filter(({ method }) => method === "POST")).toHaveLength(3);
}, 120_000);

test("USER-LOG-1 every line behind the welcome is JSON, and at info none is about a request", () => {
  const [atInfo, atTrace] = [linesOf(killed), linesOf(stopped)];

  for (const { level, time, msg } of [...atInfo, ...atTrace]) {
    expect([level, time, msg].every(Boolean)).toBe(true);
  }
  expect(atInfo.length).toBeGreaterThan(0);
  expect(atInfo.filter(({ request }) => request !== undefined)).toEqual([]);
  expect(atTrace.at(-1)).toMatchObject({ level: "info", process: "server", msg: "stopped" });
});
