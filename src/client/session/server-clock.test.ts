import { expect, test } from "vitest";
import { ServerClock, type TimeSample } from "./server-clock.ts";

/** A server that is an hour ahead, over trips of these lengths, all of it on the way there. */
function clockOver(...tripsMs: readonly number[]) {
  const left = [...tripsMs];
  let nowMs = 0;
  let asked = 0;
  const ask = async (): Promise<TimeSample> => {
    asked++;
    const sentMs = nowMs;
    nowMs += left.shift() ?? 0;
    return { sentMs, serverMs: nowMs + 3_600_000, receivedMs: nowMs };
  };
  const clock = new ServerClock({ now: () => nowMs, ask });
  return { clock, now: () => nowMs, asked: () => asked };
}

test("half the trip is the guess, and it is asked for once", async () => {
  const { clock, now, asked } = clockOver(400);

  const first = await clock.now();
  const second = await clock.now();

  expect([first, second]).toEqual([now() + 3_600_200, now() + 3_600_200]);
  expect(asked()).toBe(1);
});

test("after a long trip it is asked again, and the shortest counts", async () => {
  const { clock, now, asked } = clockOver(7_000, 3_000, 300, 100);

  expect(await clock.now()).toBe(now() + 3_600_150);
  expect(asked()).toBe(3);
});

test("trips that stay long are asked for four times at most", async () => {
  const { clock, now, asked } = clockOver(5_000, 3_000, 2_000, 4_000, 1);

  expect(await clock.now()).toBe(now() + 3_601_000);
  expect(asked()).toBe(4);
});

test("what is told is what the server's clock showed, not a guess", async () => {
  const { clock, now } = clockOver(400);

  expect(await clock.learn()).toBe(now() + 3_600_000);
});

test("a failure is told, and the next caller tries again", async () => {
  let isDown = true;
  const sample = { sentMs: 0, serverMs: 5, receivedMs: 0 };
  const ask = () => (isDown ? Promise.reject(new Error("down")) : Promise.resolve(sample));
  const clock = new ServerClock({ now: () => 0, ask });

  await expect(clock.now()).rejects.toThrow("down");
  isDown = false;
  expect(await clock.now()).toBe(5);
});
