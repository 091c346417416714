/** Everything fits: at the sizes of laptops, desks and phones nothing is cut off and nothing lies under something else, dark or light. */
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { hiddenIn } from "./visit/geometry.ts";
import { browserTests } from "./visit/in-chromium.ts";

const { open, share, test } = browserTests();

const openAnew = exchangeOfFile({ frozen: true });
const REST = { type: "LIMIT", timeInForce: "GTC" } as const;
const CONTRACT = { contractName: "E-BTC-USDT", positionType: 1, type: "LIMIT" } as const;

/** Demo1 is long on one contract and short on another, in margins of their own, and has orders with long figures. */
async function openBusy(): Promise<InProcessExchange> {
  const exchange = await openAnew();
  await exchange.operator.setIndex("BTC", "123456.7");
  await exchange.operator.setIndex("ETH", "4321.09");
  await exchange.operator.advanceClock(1_000);
  const [me, other] = [exchange.client("demo1"), exchange.client("demo2")];
  for (const [contractName, price, mine] of [
    ["E-BTC-USDT", "123456.7", "BUY"],
    ["E-ETH-USDT", "4321.09", "SELL"],
  ] as const) {
    await me.futures.setMarginModel({ contractName, marginModel: 2 });
    const order = { ...CONTRACT, contractName, price, volume: "1234", open: "OPEN" } as const;
    await other.futures.createOrder({ ...order, side: mine === "BUY" ? "SELL" : "BUY" });
    await me.futures.createOrder({ ...order, positionType: 2, side: mine });
  }
  for (const [price, volume] of [
    ["98765.43", "0.12345"],
    ["98765.44", "1.00001"],
  ] as const) {
    await me.spot.createOrder({ ...REST, symbol: "BTCUSDT", side: "BUY", price, volume });
  }
  await placeLists(exchange);
  await me.futures.createOrder({
    ...CONTRACT,
    positionType: 2,
    side: "BUY",
    open: "OPEN",
    price: "101010.1",
    volume: "321",
  });
  return exchange;
}

/** On another pair, where something has been traded: stops need a last price. */
async function placeLists(exchange: InProcessExchange): Promise<void> {
  const [{ spot }, { spot: other }] = [exchange.client("demo1"), exchange.client("demo2")];
  const symbol = "ETHUSDT";
  const traded = { ...REST, symbol, price: "4321.09", volume: "0.5" } as const;
  await other.createOrder({ ...traded, side: "SELL" });
  await spot.createOrder({ ...traded, side: "BUY" });
  const leg = { side: "SELL", volume: "0.1234" } as const;
  const legs = [
    { ...leg, batchType: "LIMIT", price: "4567.89" },
    { ...leg, batchType: "LIMIT", price: "4111.11", triggerPrice: "4123.45" },
  ] as const;
  const entry = { ...leg, side: "BUY", batchType: "LIMIT", price: "4234.56" } as const;
  await spot.createOrderList({ symbol, listType: "OCO", orders: legs });
  await spot.createOrderList({ symbol, listType: "OTOCO", orders: [entry, ...legs] });
}

const busy = share(async () => ({ exchange: await openBusy() }));

const SIZES = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
  { width: 390, height: 844 },
];

for (const size of SIZES) {
  for (const colorScheme of ["dark", "light"] as const) {
    test(`at ${size.width} by ${size.height}, ${colorScheme}, nothing is cut off or covered`, async () => {
      const { exchange } = await busy();
      const desk = await ConsoleDesk.signedIn(open, exchange, { size, colorScheme });
      const { page } = desk.visit;
      const isPhone = size.width < 760;
      const found: string[] = [];
      const look = async (what: string, selector: string) => {
        await desk.visit.keepLook(`fits-${size.width}-${colorScheme}-${what}`);
        const hidden = await hiddenIn(page, selector);
        found.push(...hidden.map((one) => `${what}: ${one}`));
      };
      const area = async (name: "Chart" | "Book" | "Trade" | "Account") => {
        if (isPhone) await desk.showArea(name);
      };

      await look("bar", ".top-bar");
      if (!isPhone) await look("markets", ".area-list");
      await area("Chart");
      await look("chart", ".chart .panel-head");
      await area("Book");
      await look("book", ".ladder");
      await area("Trade");
      await look("ticket of a pair", ".trade");
      const ticket = desk.panel("Order");
      await desk.fillIn({ Price: "123456.78", Quantity: "1.23456" });
      await ticket.getByText("Stop loss, take profit").click();
      await desk.fillIn({ "Stop loss": "123,000.01", "Take profit": "130000.55" });
      await desk.fillIn({ "Stop limit, if any": "122999.99" });
      await look("ticket with an exit", ".trade");
      await ticket.getByText("OCO", { exact: true }).click();
      await desk.fillIn({ "Stop trigger": "123,000.01" });
      await look("ticket of two orders", ".trade");
      if (isPhone) await page.getByRole("button", { name: /^BTC\/USDT Spot$/ }).click();
      const list = page.getByRole(isPhone ? "dialog" : "navigation", { name: "Markets" });
      await list.getByRole("button", { name: /^BTC\/USDT Perp/ }).click();
      await area("Trade");
      await desk.panel("Order").getByLabel("Contracts", { exact: true }).fill("1234567");
      await look("ticket of a contract", ".trade");
      await area("Account");
      await (await desk.table("Positions")).getByText("ETH").first().waitFor();
      await look("positions", ".account");
      await (await desk.table("Open orders")).getByText("98,765.43").first().waitFor();
      await look("open orders", ".account");
      await page.getByRole("button", { name: /^Edit/ }).first().click();
      await look("an order that is edited", ".account");
      await page.keyboard.press("Escape");
      await (await desk.tab("Balances")).getByText("ETH").first().waitFor();
      await look("balances", ".account");
      await (await desk.tab("Order history")).getByText("123,456.7").first().waitFor();
      await look("history", ".account");
      expect(found).toEqual([]);
    });
  }
}
