/** FUT-LEV-4 in a real browser: what is said before an order is made with the leverage that it will have. */
import { expect } from "vitest";
import type { InProcessExchange } from "../../src/create-exchange.ts";
import { formatDecimal } from "../../web/console/text/format.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { browserTests, type OpenVisit } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";

const CONTRACT = { contractName: "E-BTC-USDT" } as const;
const REST = { ...CONTRACT, type: "LIMIT", open: "OPEN", positionType: 1 } as const;

const { open, share, test } = browserTests();

const openAnew = exchangeOfFile({ frozen: true });

/** Engine time stands; a user sells contracts at 50,000. */
const arrive = share(async (openShared) => {
  const exchange = await openAnew();
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.operator.advanceClock(1_000);
  const rest = { ...REST, side: "SELL", price: "50000", volume: "5000" } as const;
  await exchange.client("demo2").futures.createOrder(rest);
  return { exchange, desk: await openOnContract(openShared, exchange) };
});

async function openOnContract(visit: OpenVisit, exchange: InProcessExchange): Promise<ConsoleDesk> {
  const desk = await ConsoleDesk.signedIn(visit, exchange);
  await desk.chooseMarket(/^BTC\/USDT Perp/);
  return desk;
}

/** Leverage 20, cross margin, and no order of demo1; the ticket is empty. */
async function begin() {
  const { exchange, desk } = await arrive();
  const { futures } = exchange.client("demo1");
  await futures.cancelAll(CONTRACT);
  await futures.setLeverage({ ...CONTRACT, nowLevel: 20 });
  await futures.setMarginModel({ ...CONTRACT, marginModel: 1 });
  for (const market of [/^BTC\/USDT(?! Perp)/, /^BTC\/USDT Perp/]) await desk.chooseMarket(market);
  await expect.poll(() => leverageOf(desk).inputValue(), PATIENTLY).toBe("20");
  await expect.poll(() => isolatedOf(desk).isChecked(), PATIENTLY).toBe(false);
  return { exchange, desk, mine: futures };
}

function leverageOf(desk: ConsoleDesk) {
  return desk.panel("Order").getByLabel("Leverage");
}

function isolatedOf(desk: ConsoleDesk) {
  return desk.panel("Order").getByLabel(/^Isolated margin/);
}

test("FUT-LEV-4 an order that is pressed while its leverage is being set is not sent on the old figures", async () => {
  const { desk, mine } = await begin();
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
  await expect.poll(() => desk.estimate("Margin"), PATIENTLY).toMatch(/^about 166\.6/);
  expect(await mine.newestOrders(CONTRACT)).toEqual([]);
  await page.unroute("**/fapi/v1/edit_lever");
});

test("FUT-LEV-2 a leverage that is refused is not shown as if it held", async () => {
  const { desk, mine } = await begin();
  await mine.createOrder({ ...REST, side: "BUY", price: "40000", volume: "10" });
  desk.visit.expectProblem(/^console: .*400/);

  await leverageOf(desk).fill("50");
  await leverageOf(desk).press("Enter");

  await desk
    .panel("Order")
    .getByText(/open orders/i)
    .first()
    .waitFor();
  await expect.poll(() => leverageOf(desk).inputValue(), PATIENTLY).toBe("20");
  expect((await mine.userConfig(CONTRACT))[0]).toMatchObject({ nowLevel: 20 });
});

test("FUT-LEV-4 what one tab sets the other shows, also after a reload; nothing of it is kept by the browser", async () => {
  const { exchange, desk: one } = await begin();
  const other = await openOnContract(open, exchange);

  await leverageOf(one).fill("7");
  await leverageOf(one).press("Enter");
  await one.panel("Order").getByText("Isolated", { exact: true }).click();

  await expect.poll(() => leverageOf(other).inputValue(), PATIENTLY).toBe("7");
  await expect.poll(() => isolatedOf(other).isChecked(), PATIENTLY).toBe(true);
  await other.visit.page.reload();
  await expect.poll(() => leverageOf(other).inputValue(), PATIENTLY).toBe("7");
  const kept = await other.visit.page.evaluate("Object.keys(localStorage).join()");
  expect(kept).not.toMatch(/contract-account|leverage/);
});

test("FUT-LEV-4 leverage and mode that were set elsewhere are those of the estimate and of the order", async () => {
  const { desk, mine: elsewhere } = await begin();
  await leverageOf(desk).fill("5");
  await leverageOf(desk).press("Enter");
  await expect
    .poll(async () => (await elsewhere.userConfig(CONTRACT))[0]?.nowLevel, PATIENTLY)
    .toBe(5);

  await elsewhere.setLeverage({ ...CONTRACT, nowLevel: 100 });
  await elsewhere.setMarginModel({ ...CONTRACT, marginModel: 2 });

  await expect.poll(() => leverageOf(desk).inputValue(), PATIENTLY).toBe("100");
  await expect.poll(() => isolatedOf(desk).isChecked(), PATIENTLY).toBe(true);
  await desk.fillIn({ Price: "50000", Contracts: "100" });
  await expect.poll(() => desk.estimate("Margin"), PATIENTLY).toBe("about 5 USDT");
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
