/**
 * The worked examples of the rulebook, run from its own file: numbers and spot. Every field of
 * `expect` is asked of the exchange and compared as a decimal; one without an answer fails.
 * SPOT-06 and SPOT-07 are about market data and run with the views.
 */
import { expect, test } from "vitest";
import { present } from "../../src/core/base/assert.ts";
import { closedCostOf } from "../../src/core/money/cost.ts";
import { formatUnits, unitsOf } from "../../src/core/money/decimal.ts";
import { feeOf } from "../../src/core/money/fee.ts";
import { parseRate } from "../../src/core/money/rate.ts";
import { mulDiv } from "../../src/core/money/rounding.ts";
import { ExampleStory } from "../support/example-story.ts";
import { type Example, exampleNamed, examplesOf, plain } from "../support/examples.ts";

const IN_VIEWS = ["SPOT-06", "SPOT-07"];

test("the file has the twelve examples of spot", () => {
  expect(examplesOf("spot").map(({ id }) => id)).toEqual(
    Array.from({ length: 12 }, (_, index) => `SPOT-${`${index + 1}`.padStart(2, "0")}`),
  );
});

const SCALE = 8;
const units = (text: string) => present(unitsOf(text, SCALE), text);

test("NUM-01 NUM-ROUND-2 a fee is rounded up to the asset's scale", () => {
  const { given, expect: expected } = exampleNamed("NUM-01");
  const { price, qty, rates } = given as {
    price: string;
    qty: string;
    rates: Record<"standard" | "tax", string>;
  };
  const received = mulDiv(units(price), units(qty), units("1"), "down");
  const fee = (rate: string) => formatUnits(feeOf(received, parseRate(rate) ?? 0, 0n), SCALE);

  expect({
    received: formatUnits(received, SCALE),
    standardFee: fee(rates.standard),
    taxFee: fee(rates.tax),
  }).toEqual(plain(expected));
});

test("NUM-02 NUM-COST-1 the cost of a partial close is rounded against the customer", () => {
  const { given, expect: expected } = exampleNamed("NUM-02");
  const { fills, closes } = given as { fills: string[][]; closes: string[][] };
  const worth = ([volume = "", price = ""]: readonly string[]) => BigInt(volume) * units(price);
  let openCost = fills.reduce((sum, [, ...fill]) => sum + worth(fill), 0n);
  let volume = fills.reduce((sum, [, count = ""]) => sum + BigInt(count), 0n);

  const steps = closes.map((close) => {
    const closed = BigInt(close[0] ?? "");
    const cost = closedCostOf({ openCost, volume, closed, profitIs: "value_minus_cost" });
    openCost -= cost;
    volume -= closed;
    return { profit: worth(close) - cost, left: openCost };
  });

  expect({
    closeProfitAfterFirst: formatUnits(steps[0]?.profit ?? 0n, SCALE),
    remainingCost: formatUnits(steps[0]?.left ?? 0n, SCALE),
    closeProfitSecond: formatUnits(steps[1]?.profit ?? 0n, SCALE),
    closeProfitTotal: formatUnits(
      steps.reduce((sum, { profit }) => sum + profit, 0n),
      SCALE,
    ),
  }).toEqual(plain(expected));
});

const rows = examplesOf("spot")
  .filter(({ id }) => !IN_VIEWS.includes(id))
  .map((example): [string, string, Example] => [example.id, example.title, example]);

test.each(rows)("%s %s", (_id, _title, example) => {
  const story = new ExampleStory(example);

  const told = story.tell();

  expect(told).toEqual(plain(example.expect));
});
