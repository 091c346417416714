/** How high the account stands: within the window, and as it was left. */
import { expect, test } from "vitest";
import { accountHeight, HEIGHT_MIN, parseHeight, setAccountHeight } from "./account-height.ts";

test.each([
  [300, 800, 300],
  [12, 800, HEIGHT_MIN],
  [790, 800, 560],
  [300.6, 800, 301],
  [400, 300, HEIGHT_MIN],
])("a height of %d in a window of %d is %d", (height, windowHeight, set) => {
  setAccountHeight(height, windowHeight);
  expect(accountHeight.value).toBe(set);
});

test("without one it is as the page has it", () => {
  setAccountHeight(300, 800);
  setAccountHeight(undefined, 800);
  expect(accountHeight.value).toBeUndefined();
});

test.each([undefined, "", "high", "-300", "159", "300.5", "1e999"])(
  "%j, which somebody else has written, is none",
  (kept) => {
    expect(parseHeight(kept)).toBeUndefined();
  },
);
