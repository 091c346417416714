/** How high the account stands: within the window, and as it was left. */
import { expect, test } from "vitest";
import {
  accountHeight,
  HEIGHT_MIN,
  parseHeight,
  setAccountHeight,
  stepAccountHeight,
} from "./account-height.ts";

test.each([
  [300, 800, 300],
  [12, 800, HEIGHT_MIN],
  [790, 800, 496],
  [300.6, 800, 301],
  [400, 250, HEIGHT_MIN],
])("a height of %d in a window of %d is %d", (height, windowHeight, set) => {
  setAccountHeight(height, windowHeight);
  expect(accountHeight.value).toBe(set);
});

test("without one it is as the page has it", () => {
  setAccountHeight(300, 800);
  setAccountHeight(undefined, 800);
  expect(accountHeight.value).toBeUndefined();
});

test("a key that comes before the screen is drawn anew goes on from the one before", () => {
  setAccountHeight(undefined, 800);
  const shown = 288;
  for (let press = 0; press < 3; press++) stepAccountHeight(24, shown, 800);
  expect(accountHeight.value).toBe(360);
  // In a window made smaller a key goes on from what is seen.
  stepAccountHeight(-24, 310, 500);
  expect(accountHeight.value).toBe(286);
});

test.each([undefined, "", "high", "-300", "159", "300.5", "1e999"])(
  "%j, which somebody else has written, is none",
  (kept) => {
    expect(parseHeight(kept)).toBeUndefined();
  },
);
