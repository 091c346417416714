/**
 * Text that would run if it were markup, in every place where a page shows what it was told: names of
 * users, markets and assets, ids, sentences of refusals, messages of the streams, what a person typed.
 * It is shown as text, in a real browser. That nothing of it ran is also what each visit is watched for:
 * the policy of the pages forbids it, and tells.
 */
import { expect } from "vitest";
import { ConsoleDesk } from "./console-desk.ts";
import { exchangeOfFile } from "./exchange-of-file.ts";
import { HOSTILE, hostileRelay, isShown, isTextOnly, type Poison } from "./hostile-relay.ts";
import { browserTests } from "./visit/in-chromium.ts";

const { open, test } = browserTests();
const openAnew = exchangeOfFile();

/** What the console shows of what it was told: who, and in which currency; and every refusal. */
const SHOWN: ReadonlySet<string> = new Set(["user", "asset", "baseAsset", "quoteAsset", "msg"]);
const poison: Poison = (text, field) => (SHOWN.has(field) ? text + HOSTILE : text);

test("SEC-66 names, currencies and refusals are text in the console, by reply and by stream", async () => {
  const exchange = await openAnew();
  await exchange.operator.addFault("POST /sapi/v1/order", "503");
  const desk = await ConsoleDesk.open(open, await hostileRelay(exchange.url ?? "", poison));
  const { page } = desk.visit;
  desk.visit.expectProblem(/status of (?:401|503)/);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("API key", { exact: true }).fill(HOSTILE);
  await dialog.getByLabel("Secret", { exact: true }).fill(HOSTILE);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await isShown(dialog.getByRole("alert"));
  await dialog.getByRole("button", { name: `Use demo1${HOSTILE}` }).click();
  await page.getByRole("button", { name: `demo1${HOSTILE}`, exact: true }).waitFor();
  await desk.fillIn({ Price: "1", Quantity: "1" });
  await desk.submit(/^Buy BTC/);
  await isShown(desk.panel("Order").getByRole("alert"));
  const balances = await desk.table("Balances", "Spot balances");
  await balances.getByRole("cell", { name: `USDT${HOSTILE}`, exact: true }).waitFor();
  expect(await page.title()).toContain(`BTC${HOSTILE}/USDT${HOSTILE}`);
  await isTextOnly(page);
});

test("SEC-66 what is typed and what is answered is text on the page of the API", async () => {
  const exchange = await openAnew();
  const visit = await open(`${await hostileRelay(exchange.url ?? "", poison)}/docs`);
  const { page } = visit;
  visit.expectProblem(/status of 40\d/);
  const endpoint = page.locator("details", { has: page.locator('[data-path="/sapi/v1/ticker"]') });
  await endpoint.locator("summary").click();
  const form = endpoint.locator("form");
  await form.locator('[name="symbol"]').fill(HOSTILE);
  await form.getByRole("button").click();
  // The body is shown as JSON.
  await isShown(form.locator(".outcome"), JSON.stringify(HOSTILE).slice(1, -1));
  await isTextOnly(page);
});
