import { expect, test } from "vitest";
import { ProgressLine } from "./progress-line.ts";

const WIPE = "\r\u001b[2K";

/** A screen that keeps what was written, and a clock that is set by hand. */
function desk(screen: { isTTY?: boolean; columns?: number } = { isTTY: true }) {
  const written: string[] = [];
  const clock = { ms: 1_000 };
  const kept = { ...screen, write: (text: string) => written.push(text) };
  return { written, clock, line: new ProgressLine(kept, () => clock.ms) };
}

test("percentage, rate and time left stand on one line that is written over", () => {
  const { written, clock, line } = desk();
  const told = line.begin("verifying", "commands");

  for (const [ms, done] of [
    [2_000, 250_000],
    [3_000, 500_000],
    [4_000, 1_000_000],
  ] as const) {
    clock.ms = ms;
    told(done, 1_000_000);
  }

  expect(written).toEqual([
    `${WIPE}verifying 25 %, 250,000/s, 3 s left`,
    `${WIPE}verifying 50 %, 250,000/s, 2 s left`,
    `${WIPE}verifying 100 %, 333,333/s, 0 s left`,
  ]);
});

test("bytes are told in MiB, and what takes long in minutes", () => {
  const { written, clock, line } = desk();
  const told = line.begin("copying", "bytes");

  clock.ms = 3_000;
  told(3 * 1024 ** 2, 600 * 1024 ** 2);

  expect(written).toEqual([`${WIPE}copying 0 %, 1.5 MiB/s, 7 min left`]);
});

test("it is shown at most five times a second, and not at all for what is done at once", () => {
  const { written, clock, line } = desk();
  const told = line.begin("copying", "bytes");

  for (let ms = 0; ms < 300; ms++, clock.ms++) told(ms, 10_000);
  expect(written).toEqual([]);
  for (let ms = 300; ms < 10_300; ms++, clock.ms++) told(ms, 20_000);
  expect(written.length).toBeGreaterThan(45);
  expect(written.length).toBeLessThanOrEqual(50);
});

test("nothing is written where there is no terminal", () => {
  for (const screen of [{}, { isTTY: false }]) {
    const { written, clock, line } = desk(screen);
    const told = line.begin("verifying", "commands");
    clock.ms += 60_000;
    told(1, 2);
    line.clear();
    expect(written).toEqual([]);
  }
});

test("it is gone before anything else is printed, and is as wide as the screen at most", () => {
  const { written, clock, line } = desk({ isTTY: true, columns: 12 });
  const told = line.begin("verifying", "commands");
  clock.ms += 1_000;
  told(0, 0);

  line.clear();
  line.clear();

  expect(written).toEqual([`${WIPE}verifying 1`, WIPE]);
});
