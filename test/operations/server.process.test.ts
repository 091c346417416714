/** The real server as a monitor sees it: probes and metrics. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PUBLIC } from "../support/api-document.ts";
import { readExposition, valueIn } from "../support/exposition.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess, SMALL_LOG } from "../support/server-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const read = (directory: string, name: string) =>
  readFileSync(join(directory, name), "utf8").trim();

test("OPER-API-5 OPER-API-6 it is alive and ready, and its figures are those of its traffic", async () => {
  const directory = temporaryDirectory();
  const server = await ServerProcess.startAsIs(directory, ["--no-traders", ...SMALL_LOG]);
  // Not killed: its archivist would still write while the directory is removed.
  onTestFinished(() => server.stop());
  const url = `http://127.0.0.1:${server.operatorPort}`;
  for (let times = 0; times < 3; times++) {
    await judgedFetch(`http://127.0.0.1:${server.port}/sapi/v1/ping`);
  }
  await judgedFetch(`http://127.0.0.1:${server.port}/none`);

  const headers = { authorization: `Bearer ${read(directory, "metrics-token")}` };
  const reply = await judgedFetch(`${url}/metrics`, { headers });
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
  expect((await judgedFetch(`${url}/livez`)).status).toBe(200);
  expect(await (await judgedFetch(`${url}/readyz`)).text()).toBe("ready\n");
  expect((await judgedFetch(`${url}/operator/v1/status`, { headers })).status).toBe(401);
  // None of it is on the public listener.
  for (const path of ["/livez", "/readyz", "/metrics"]) {
    const elsewhere = `http://127.0.0.1:${server.port}${path}`;
    const there = await judgedFetch(elsewhere, { headers }, PUBLIC);
    expect(there.status).toBe(404);
  }
});
