/** The clock that dates what the page shows. */
import { expect, test } from "vitest";
import { ExchangeClock } from "./exchange-clock.ts";

test("the last update sets it, an old snapshot does not, and it goes on with the machine's clock", () => {
  let local = 1_000;
  const clock = new ExchangeClock(() => local);

  expect(clock.now()).toBe(1_000);
  clock.hearAtLeast(800);
  expect(clock.now()).toBe(800);
  clock.hearAtLeast(400);
  expect(clock.now()).toBe(800);
  clock.hearAtLeast(5_000);
  expect(clock.now()).toBe(5_000);
  clock.hear(300);
  local += 50;
  expect(clock.now()).toBe(350);
});
