/** The console while its server goes away and comes back: the real process, killed, on one port. */
import { afterAll, beforeAll, expect } from "vitest";
import { BourseClient } from "../../src/client/client.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
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

/** Cut off, an order is refused at once; prices are dimmed, and say how old they are. */
async function expectNotSent(desk: ConsoleDesk): Promise<void> {
  const { page } = desk.visit;
  await desk.fillIn({ Price: "44000", Quantity: "0.2" });
  await desk.submit(/^Buy BTC$/);
  const form = desk.panel("Order");
  await form.getByText("Not sent: there is no connection to the exchange.").waitFor();
  expect(await form.getByRole("button", { name: "Buy BTC" }).isEnabled()).toBe(true);
  await page.getByText(/^Data \d+ s old$/).waitFor();
  const opacity = 'getComputedStyle(document.querySelector(".area-book")).opacity';
  expect(Number(await page.evaluate(opacity))).toBeLessThan(1);
  await desk.visit.keepLook("cut-off");
}

function clientOf(user: string): BourseClient {
  return new BourseClient({
    baseUrl: `http://127.0.0.1:${server.port}`,
    ...server.keys()[user],
    fetch: judgedFetch,
  });
}

test("it says that it is cut off, comes back by itself, signed in, and goes on", async () => {
  const desk = await ConsoleDesk.open(open, `http://127.0.0.1:${server.port}/`);
  // While no server listens, the browser itself writes down each try to connect.
  desk.visit.expectProblem(/^console: .*(?:WebSocket|ERR_CONNECTION_REFUSED|Failed to load)/);
  const newest = desk.panel("Latest trades").getByRole("row").nth(1);
  await newest.waitFor();
  await desk.signIn("demo1");
  await desk.fillIn({ Price: "45000", Quantity: "0.1" });
  await desk.submit(/^Buy BTC$/);
  const orders = await desk.table("Open orders");
  const cancel = orders.getByRole("button", { name: /^Cancel order \d+ on BTC\/USDT$/ });
  await cancel.waitFor();

  const door = await desk.holdStreams();
  await server.kill();
  await desk.isSaying("Reconnecting");
  const before = await newest.textContent();
  await expectNotSent(desk);
  await startAgain();
  // What happens while the page hears nothing, it asks the histories for.
  const { spot } = clientOf("demo1");
  const meanwhile = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", price: "44321" } as const;
  const { orderId } = await spot.createOrder({ ...meanwhile, volume: "0.2" });
  await spot.cancelOrder({ symbol: "BTCUSDT", orderId });
  door.open();
  await desk.isSaying("Live");

  await expect.poll(() => newest.textContent(), SOON).not.toBe(before);
  const events = await desk.tab("Events");
  await events.getByText("Placed: buy 0.2 BTC/USDT at 44,321 (canceled since)").waitFor();
  await desk.tab("Open orders");
  // That of before is there, and no other: nothing was sent late.
  await cancel.first().waitFor();
  expect(await cancel.count()).toBe(1);
  await cancel.click();
  await desk.panel("Account").getByText("No open orders.").waitFor();
  await desk.visit.keepLook("after-restart");
});

test("while an answer is missing it says so, and tells what came of the order, once", async () => {
  const desk = await ConsoleDesk.open(open, `http://127.0.0.1:${server.port}/`);
  desk.visit.expectProblem(/^console: .*(?:WebSocket|ERR_|Failed to load)/);
  await desk.signIn("demo2");
  await desk.fillIn({ Price: "45000", Quantity: "0.1" });
  const form = desk.panel("Order");

  process.kill(server.pid, "SIGSTOP");
  await desk.submit(/^Buy BTC$/);
  await form.getByRole("button", { name: "No answer yet, looking it up…" }).waitFor();
  await desk.visit.keepLook("no-answer");
  process.kill(server.pid, "SIGCONT");

  // It lay in the socket while the server stood still, and is as old as that.
  const said = form.getByText(/^Buy 0\.1 BTC at 45,000: rests on the book|^Not executed/);
  await said.waitFor({ timeout: 60_000 });
  const isTaken = !(await said.textContent())?.startsWith("Not executed");
  const orders = await desk.table("Open orders");
  await expect
    .poll(() => orders.getByRole("button", { name: /^Cancel order/ }).count(), SOON)
    .toBe(isTaken ? 1 : 0);
});
