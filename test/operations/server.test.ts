/** The real server as whoever watches it sees it: probes, metrics, a start, a new master key. */
import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readExposition, valueIn } from "../support/exposition.ts";
import {
  bourse,
  type Launch,
  ServerProcess,
  START_PATIENCE_MS,
} from "../support/server-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

async function startOn(directory: string, launch: Launch): Promise<ServerProcess> {
  const server = await ServerProcess.launch(directory, launch);
  // Not killed: its archivist would still write while the directory is removed.
  onTestFinished(() => server.stop());
  return server;
}

const read = (directory: string, name: string) =>
  readFileSync(join(directory, name), "utf8").trim();

test("USER-OPER-5 USER-OPER-6 it is alive and ready, and its figures are those of its traffic", {
  timeout: START_PATIENCE_MS,
}, async () => {
  const directory = temporaryDirectory();
  const server = await startOn(directory, { args: ["--no-traders"] });
  const url = `http://127.0.0.1:${server.operatorPort}`;
  for (let times = 0; times < 3; times++) {
    await fetch(`http://127.0.0.1:${server.port}/sapi/v1/ping`);
  }
  await fetch(`http://127.0.0.1:${server.port}/none`);

  const headers = { authorization: `Bearer ${read(directory, "metrics-token")}` };
  const reply = await fetch(`${url}/metrics`, { headers });
  const families = readExposition(await reply.text());

  expect(reply.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const of = (name: string, labels = {}) => valueIn(families, name, labels);
  expect(of("bourse_requests_total", { path: "/sapi/v1/ping", status: "200" })).toBe(3);
  expect(of("bourse_requests_total", { path: "none", status: "404" })).toBe(1);
  expect(of("bourse_request_seconds_count", { method: "GET" })).toBe(3);
  expect(of("bourse_ready")).toBe(1);
  expect(of("bourse_archivist_up")).toBe(1);
  expect(of("bourse_users")).toBeGreaterThan(1);
  expect(of("bourse_batch_commands_sum")).toBe(of("bourse_log_position"));
  expect(of("bourse_connections")).toBeGreaterThanOrEqual(1);
  expect(of("bourse_checks_total", { check: "batch" })).toBeGreaterThan(0);
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  expect(await (await fetch(`${url}/readyz`)).text()).toBe("ready\n");
  expect((await fetch(`${url}/operator/v1/status`, { headers })).status).toBe(401);
  // None of it is on the public listener.
  for (const path of ["/livez", "/readyz", "/metrics"]) {
    const there = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
    expect(there.status).toBe(404);
  }
});

/** Writes a new key beside the directory. */
function newMasterKey(place: string, name: string): string {
  const path = join(place, name);
  writeFileSync(path, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
  return path;
}

test("USER-SECRET-3 a production directory goes over to a new master key, and then needs only that one", {
  timeout: 2 * START_PATIENCE_MS,
}, async () => {
  const place = temporaryDirectory();
  const directory = join(place, "data");
  const [old, fresh] = [newMasterKey(place, "old"), newMasterKey(place, "new")];
  const args = ["--no-demo"];
  const first = await startOn(directory, { args, environment: { BOURSE_MASTER_KEY_FILE: old } });
  await bourse("user", "add", "alice", "--data", directory);
  await bourse("key", "add", "alice", "--data", directory);
  await first.stop();

  const wrong = await startOn(directory, { args, environment: { BOURSE_MASTER_KEY_FILE: fresh } });
  expect(wrong.exitCode).toBe(2);
  expect(wrong.output).not.toContain("archivist");
  expect(wrong.output).toContain("The master key does not open the secret of an API key");
  const both = { BOURSE_MASTER_KEY_FILE: fresh, BOURSE_OLD_MASTER_KEY_FILE: old };
  const second = await startOn(directory, { args, environment: both });
  expect(second.output).toContain("1 secret was sealed anew;");
  await second.stop();
  const third = await startOn(directory, { args, environment: { BOURSE_MASTER_KEY_FILE: fresh } });
  expect(third.isRunning).toBe(true);
  await third.stop();

  expect((await bourse("verify", directory)).code).toBe(0);
});
