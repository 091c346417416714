/** The console while its server goes away and comes back: the real process, killed, on one port. */
import { afterAll, beforeAll, expect } from "vitest";
import { SERVER, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { browserTests } from "./visit/in-chromium.ts";

const SOON = { timeout: 15_000, interval: 50 };

const { open, test } = browserTests();

const directory = directoryOfFile();
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.startAsIs(directory);
}, START_PATIENCE_MS);
afterAll(() => server.stop());

/** On the port that it had. */
async function startAgain(): Promise<void> {
  const ports = ["--port", `${server.port}`, "--operator-port", "0"];
  const command = [...SERVER, ...ports, "--data", directory];
  server = await ServerProcess.launch(directory, { command });
}

test("it says that it is cut off, comes back by itself, signed in, and goes on", async () => {
  const desk = await ConsoleDesk.open(open, `http://127.0.0.1:${server.port}/`);
  // While nobody listens, the browser itself writes down each try to connect.
  desk.visit.expectProblem(/^console: .*(?:WebSocket|ERR_CONNECTION_REFUSED|Failed to load)/);
  const newest = desk.panel("Latest trades").getByRole("row").nth(1);
  await newest.waitFor();
  await desk.signIn("demo1");
  await desk.fillIn({ Price: "45000", Quantity: "0.1" });
  await desk.submit(/^Buy BTC$/);
  const orders = await desk.table("Open orders");
  const cancel = orders.getByRole("button", { name: /^Cancel order \d+ on BTCUSDT$/ });
  await cancel.waitFor();

  await server.kill();
  await desk.isSaying("Reconnecting");
  const before = await newest.textContent();
  await startAgain();
  await desk.isSaying("Live");

  await expect.poll(() => newest.textContent(), SOON).not.toBe(before);
  await cancel.click();
  await desk.panel("Account").getByText("No open orders.").waitFor();
  await desk.visit.keepLook("after-restart");
});
