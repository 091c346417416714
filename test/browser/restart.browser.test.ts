/** The console while its server goes away and comes back: the real process, killed; and while an answer does not come. */
import type { Route } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { BourseClient } from "../../src/client/client.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess } from "../support/server-process.ts";
import { TcpWay } from "../support/tcp-way.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";

const BID = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT" } as const;

const { open: openVisit, share, test } = browserTests();

const directory = directoryOfFile();
let server: ServerProcess;
/** The page's way to the server, which stays where it is when the server does not. */
let way: TcpWay;

beforeAll(async () => {
  server = await ServerProcess.start(directory);
  way = await TcpWay.to(server.port);
});
afterAll(async () => {
  await way.close();
  await server.stop();
});

const pageUrl = () => `http://127.0.0.1:${way.port}/`;

function clientOf(user: string): BourseClient {
  return new BourseClient({
    baseUrl: `http://127.0.0.1:${server.port}`,
    ...server.keys()[user],
    fetch: judgedFetch,
  });
}

async function trade(price: string): Promise<void> {
  const order = { ...BID, price, volume: "0.01" } as const;
  await clientOf("demo2").spot.createOrder({ ...order, side: "SELL" });
  await clientOf("demo1").spot.createOrder(order);
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

test("it says that it is cut off, comes back by itself, signed in, and goes on", async () => {
  await trade("50000");
  const desk = await ConsoleDesk.open(openVisit, pageUrl());
  // While no server listens, the browser itself writes down each try to connect.
  desk.visit.expectProblem(/^console: .*(?:WebSocket|ERR_|Failed to load)/);
  const newest = desk.panel("Latest trades").getByRole("row").nth(1);
  await newest.getByText("50,000.00").waitFor();
  await desk.signIn("demo1");
  await desk.fillIn({ Price: "45000", Quantity: "0.1" });
  await desk.submit(/^Buy BTC$/);
  const orders = await desk.table("Open orders");
  const cancel = orders.getByRole("button", { name: /^Cancel order \d+ on BTC\/USDT$/ });
  await cancel.waitFor();

  const door = await desk.holdStreams();
  await server.kill();
  await desk.isSaying("Reconnecting");
  await expectNotSent(desk);
  server = await ServerProcess.start(directory);
  // What happens while the page hears nothing, it asks the histories for.
  const { spot } = clientOf("demo1");
  const { orderId } = await spot.createOrder({ ...BID, price: "44321", volume: "0.2" });
  await spot.cancelOrder({ symbol: BID.symbol, orderId });
  await trade("50001");
  way.leadTo(server.port);
  door.open();
  await desk.isSaying("Live");

  await newest.getByText("50,001.00").waitFor();
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

const withoutAnswer = share(async (openShared) => {
  const desk = await ConsoleDesk.open(openShared, pageUrl());
  await desk.signIn("demo2");
  return desk;
});

/** By what becomes of the order, how the page tells of it. */
const LOST = [
  ["did not get there", { price: "45000", told: /^Not executed/, send: async () => undefined }],
  ["was taken", { price: "45100", told: /^Buy 0\.1 BTC at 45,100: rests on the book/, send: take }],
] as const;

test.each(LOST)(
  "while the answer to an order that %s is missing it says so, and then tells what came of it, once",
  async (_, { price, told, send }) => {
    const desk = await withoutAnswer();
    const { page } = desk.visit;
    // The answer that is lost, and those that say that there is no such order.
    desk.visit.expectProblem(/^console: .*(?:ERR_FAILED|status of 400)/);
    const form = desk.panel("Order");
    const orders: string[] = [];
    await page.route("**/sapi/v1/order", async (route) => {
      if (route.request().method() !== "POST") return await route.fallback();
      orders.push(price);
      await send(route);
      await form.getByRole("button", { name: "No answer yet, looking it up…" }).waitFor();
      await desk.visit.keepLook(`no-answer-${price}`);
      await route.abort();
    });

    await desk.fillIn({ Price: price, Quantity: "0.1" });
    await desk.submit(/^Buy BTC$/);

    await form.getByText(told).waitFor();
    const taken = send === take ? [price] : [];
    const cancel = (await desk.table("Open orders")).getByRole("button", { name: /^Cancel order/ });
    await expect.poll(() => cancel.count(), PATIENTLY).toBe(taken.length);
    const open = await clientOf("demo2").spot.openOrders({ symbol: BID.symbol });
    expect(open.map((order) => order.price)).toEqual(taken);
    expect(orders).toEqual([price]);
    await page.unroute("**/sapi/v1/order");
  },
);

/** The server has it; only its reply is lost. */
async function take(route: Route): Promise<void> {
  await route.fetch();
}
