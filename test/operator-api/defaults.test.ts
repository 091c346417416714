/** What a parameter says that holds without it does hold: it is in the reply of what was made without. */
import { expect, test } from "vitest";
import { requestSchemaOf } from "../support/api-document.ts";
import { OperatorDesk } from "../support/operator-desk.ts";
import { OPERATOR_API } from "../support/operator-document.ts";

/** The last word before `without it`, where it is a figure or a name in capitals. */
const USUAL = /([0-9.]+|[A-Z_]{3,})(?: days)? without it\.$/;
const DAY_MS = 86_400_000;

function usualOf(name: string): Record<string, string> {
  const operation = OPERATOR_API.operationNamed(name) ?? expect.fail(name);
  const entries = Object.entries(requestSchemaOf(operation).properties ?? {});
  return Object.fromEntries(
    entries.flatMap(([parameter, { description = "", default: usual }]) => {
      const said = USUAL.exec(description)?.[1] ?? usual;
      const value = description.includes(" days without") ? Number(said) * DAY_MS : said;
      return said === undefined ? [] : [[parameter, `${value}`]];
    }),
  );
}

test.each([
  [
    "/symbols",
    { name: "BTCUSDT", base: "BTC", quote: "USDT", pricePrecision: 2, quantityPrecision: 5 },
    7,
  ],
  ["/contracts", { name: "E-BTC-USDT" }, 15],
  ["/assets", { name: "ETH" }, 1],
])("POST %s has what it says without a word", async (path, asked, least) => {
  const usual = usualOf(`POST /operator/v1${path}`);
  const desk = new OperatorDesk();
  for (const name of ["BTC", "USDT"]) await desk.done("/assets", { name });
  await desk.done("/index", { asset: "BTC", price: "20000" });

  const made = await desk.done(path, asked);

  expect(Object.keys(usual).length).toBeGreaterThanOrEqual(least);
  const held = Object.keys(usual).map((name) => [name, `${made[name]}`]);
  expect(Object.fromEntries(held)).toEqual(usual);
});
