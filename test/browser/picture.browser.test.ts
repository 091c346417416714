/**
 * The README's picture of the console: a market with a past, seen by a trader with a position and an
 * order. Its market takes ten seconds to get a past, so it is made where screenshots are wanted, and by CI;
 * CONTRIBUTING.md says how a new one becomes docs/console.png.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { PICTURE_BYTES_MAX } from "../support/picture-bytes.ts";
import { ConsoleDesk } from "./console-desk.ts";
import { browserTests } from "./visit/in-chromium.ts";
import { PATIENTLY } from "./visit/patience.ts";
import { ARE_LOOKS_KEPT } from "./visit/visit.ts";
import "../support/judged-apis.ts";

const SIZE = { width: 1440, height: 840 };
/** Enough candles to look like a market. */
const PAST_MS = 24 * 60_000;
const contractName = "E-BTC-USDT";

const { open, test } = browserTests();

/** Long by what the traders offer, with a sale that waits above. */
async function takePosition(exchange: InProcessExchange): Promise<void> {
  const { operator } = exchange;
  const { futures } = exchange.client("demo1");
  await operator.advanceClock(PAST_MS / 2);
  await futures.createOrder({
    contractName,
    side: "BUY",
    open: "OPEN",
    type: "MARKET",
    positionType: 2,
    volume: "50000",
  });
  await operator.advanceClock(PAST_MS / 2);
  const [best = "0"] = (await futures.depth({ contractName, limit: 1 })).asks[0] ?? [];
  const price = (Number(best) * 1.02).toFixed(0);
  await futures.createOrder({
    contractName,
    side: "SELL",
    open: "CLOSE",
    type: "LIMIT",
    positionType: 2,
    volume: "100",
    price,
  });
}

/** So that few candles fill the chart: a longer past would take the traders longer to make. */
async function zoomIn({ chart, visit: { page } }: ConsoleDesk): Promise<void> {
  const { x = 0, y = 0, width = 0, height = 0 } = (await chart.boundingBox()) ?? {};
  await page.mouse.move(x + width * 0.88, y + height / 2);
  for (let turn = 0; turn < 10; turn += 1) await page.mouse.wheel(0, -100);
  await page.mouse.move(0, 0);
}

test("the console with a position, as a picture that is not too large for a page", async ({
  skip,
}) => {
  skip(!ARE_LOOKS_KEPT, "BOURSE_SCREENSHOTS=1 makes it");
  const exchange = await createExchange({ port: 0, traders: true, frozen: true });
  onTestFinished(() => exchange.close());
  await takePosition(exchange);

  const desk = await ConsoleDesk.signedIn(open, exchange, { size: SIZE });
  await desk.chooseMarket(/^BTC\/USDT Perp/);
  await desk.table("Positions");
  await desk.panel("Account").getByRole("cell", { name: "Long" }).waitFor();
  await expect.poll(() => desk.candlesInChart(), PATIENTLY).not.toEqual([]);
  await zoomIn(desk);
  await desk.visit.screenshot("console");

  const picture = readFileSync(join(import.meta.dirname, "artefacts/console.png"));
  expect(picture.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
  expect(picture.length).toBeLessThan(PICTURE_BYTES_MAX);
});
