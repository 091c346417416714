/** The operator's page of a node, in a real browser, with a real PostgreSQL behind it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { PostgresServer } from "../../src/local-cluster/postgres-server.ts";
import { hasPostgres } from "../support/postgres.ts";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { OperatorPage } from "./operator-page.ts";
import { browserTests } from "./visit/in-chromium.ts";

const isHere = hasPostgres();
const { open, test } = browserTests();
const place = directoryOfFile();
let postgres: PostgresServer;
let server: ServerProcess;

beforeAll(async () => {
  if (!isHere) return;
  const urlFile = join(place, "url");
  postgres = await PostgresServer.start({ directory: join(place, "primary") });
  writeFileSync(urlFile, postgres.url, { mode: 0o600 });
  const made = await bourse("cluster", "init", urlFile, "--single-postgres", "--segment-mib", "1");
  expect(made.code, made.output).toBe(0);
  const own = ["--node", "only", "--advertise", "127.0.0.1:0", "--single-postgres"];
  const args = ["--no-traders", "--cluster", urlFile, ...own];
  server = await ServerProcess.startAsIs(join(place, "only"), args);
}, 2 * START_PATIENCE_MS);
afterAll(async () => {
  if (!isHere) return;
  await server.stop();
  await postgres.stop();
});

test("a node shows who leads, and offers no clock and no states", async () => {
  if (!isHere) return;
  const desk = await OperatorPage.enter(open, server);
  const panel = desk.panel("Cluster");
  await panel.getByText("leading").waitFor();

  const facts = await panel.getByRole("definition").allTextContents();
  expect(facts.slice(0, 4)).toEqual(["only", "only", "1", "0 commands"]);
  await desk.goTo("Sandbox");
  await desk.panel("Fault rules").waitFor();
  expect(await desk.panel("Clock").count()).toBe(0);
});
