/** Values that change, and their followers. */
import { expect, test } from "vitest";
import { LiveValue } from "./live.ts";

test("a follower is told of every change until it stops, and of nothing that is none", () => {
  const live = new LiveValue(1);
  const seen: number[] = [];
  const unfollow = live.follow(() => seen.push(live.value));

  live.set(2);
  live.set(2);
  live.set(3);
  unfollow();
  live.set(4);

  expect(seen).toEqual([2, 3]);
});

test("a listener may stop following while it is being told, and the others are still told", () => {
  const live = new LiveValue("a");
  const told: string[] = [];
  const unfollow = live.follow(() => {
    told.push("first");
    unfollow();
  });
  live.follow(() => told.push("second"));

  live.set("b");
  live.set("c");

  expect(told).toEqual(["first", "second", "second"]);
});
