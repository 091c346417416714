/** FUT-LEV-4 in a real browser: what is said before an order is made with the leverage that it will have. */
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { formatDecimal } from "../../web/console/text/format.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { browserTests } from "./visit/in-chromium.ts";

const SOON = { timeout: 10_000, interval: 25 };
const CONTRACT = { contractName: "E-BTC-USDT" } as const;
const REST = { ...CONTRACT, type: "LIMIT", open: "OPEN", positionType: 1 } as const;

const { open, test } = browserTests();

const openAnew = exchangeOfFile({ frozen: true });

/** Engine time stands; a user sells contracts at 50,000. */
async function openFrozen(): Promise<InProcessExchange> {
  const exchange = await openAnew();
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  const rest = { ...REST, side: "SELL", price: "50000", volume: "5000" } as const;
  await exchange.client("demo2").futures.createOrder(rest);
  return exchange;
}

async function openOnContract(exchange: InProcessExchange): Promise<ConsoleDesk> {
  const desk = await ConsoleDesk.signedIn(open, exchange.url);
  await desk.chooseMarket(/^BTC\/USDT Perp/);
  return desk;
}

function leverageOf(desk: ConsoleDesk) {
  return desk.panel("Order").getByLabel("Leverage");
}

test("FUT-LEV-4 leverage and mode that were set elsewhere are those of the estimate and of the order", async () => {
  const exchange = await openFrozen();
  const elsewhere = exchange.client("demo1").futures;
  const desk = await openOnContract(exchange);
  await expect.poll(() => leverageOf(desk).inputValue(), SOON).toBe("20");
  await leverageOf(desk).fill("5");
  await leverageOf(desk).press("Enter");
  await expect.poll(async () => (await elsewhere.userConfig(CONTRACT))[0]?.nowLevel, SOON).toBe(5);

  await elsewhere.setLeverage({ ...CONTRACT, nowLevel: 100 });
  await elsewhere.setMarginModel({ ...CONTRACT, marginModel: 2 });

  await expect.poll(() => leverageOf(desk).inputValue(), SOON).toBe("100");
  const isolated = desk.panel("Order").getByLabel(/^Isolated margin/);
  await expect.poll(() => isolated.isChecked(), SOON).toBe(true);
  await desk.fillIn({ Price: "50000", Contracts: "100" });
  await expect.poll(() => desk.estimate("Margin"), SOON).toBe("about 5 USDT");
  const said = await desk.estimate("Liquidation price");
  await desk.submit(/^Open long/);
  await desk
    .panel("Order")
    .getByText(/^Bought 100 contracts/)
    .waitFor();

  const { account } = await elsewhere.account();
  const [position] = account
    .flatMap(({ positionVos }) => positionVos)
    .flatMap(({ positions }) => positions);
  expect(position).toMatchObject({ leverageLevel: 100, positionType: 2 });
  expect(said).toBe(`about ${formatDecimal(position?.reducePrice ?? "", 1)} USDT`);
});

test("FUT-LEV-4 what one tab sets the other shows, also after a reload; nothing of it is kept by the browser", async () => {
  const exchange = await openFrozen();
  const [one, other] = [await openOnContract(exchange), await openOnContract(exchange)];

  await leverageOf(one).fill("7");
  await leverageOf(one).press("Enter");
  await one.panel("Order").getByText("Isolated", { exact: true }).click();

  await expect.poll(() => leverageOf(other).inputValue(), SOON).toBe("7");
  const isolated = other.panel("Order").getByLabel(/^Isolated margin/);
  await expect.poll(() => isolated.isChecked(), SOON).toBe(true);
  await other.visit.page.reload();
  await expect.poll(() => leverageOf(other).inputValue(), SOON).toBe("7");
  const kept = await other.visit.page.evaluate("Object.keys(localStorage).join()");
  expect(kept).not.toMatch(/contract-account|leverage/);
});

test("FUT-LEV-2 a leverage that is refused is not shown as if it held", async () => {
  const exchange = await openFrozen();
  const mine = exchange.client("demo1").futures;
  await mine.createOrder({ ...REST, side: "BUY", price: "40000", volume: "10" });
  const desk = await openOnContract(exchange);
  desk.visit.expectProblem(/^console: .*400/);
  await expect.poll(() => leverageOf(desk).inputValue(), SOON).toBe("20");

  await leverageOf(desk).fill("50");
  await leverageOf(desk).press("Enter");

  await desk
    .panel("Order")
    .getByText(/open orders/i)
    .first()
    .waitFor();
  await expect.poll(() => leverageOf(desk).inputValue(), SOON).toBe("20");
  expect((await mine.userConfig(CONTRACT))[0]).toMatchObject({ nowLevel: 20 });
});

test("FUT-LEV-4 an order that is pressed while its leverage is being set is not sent on the old figures", async () => {
  const exchange = await openFrozen();
  const desk = await openOnContract(exchange);
  await expect.poll(() => leverageOf(desk).inputValue(), SOON).toBe("20");
  await desk.fillIn({ Price: "50000", Contracts: "100" });
  const { page } = desk.visit;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/fapi/v1/edit_lever", async (route) => {
    await held;
    await route.continue();
  });

  await leverageOf(desk).fill("3");
  await desk.submit(/^Open long/);

  await desk
    .panel("Order")
    .getByText(/^Not sent: the leverage was being set/)
    .waitFor();
  letGo();
  await expect.poll(() => desk.estimate("Margin"), SOON).toMatch(/^about 166\.6/);
  const mine = exchange.client("demo1").futures;
  expect(await mine.newestOrders(CONTRACT)).toEqual([]);
  await page.unroute("**/fapi/v1/edit_lever");
});
