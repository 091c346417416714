/** SEC-25 by the clock: what reading the worst bodies takes, also of what the runtime does by itself. */
import { expect, test } from "vitest";
import { readBody, WORST_BODIES } from "./worst-bodies.ts";

const TURNS = 40;

/** Of the processor: what others do with it does not count. */
function readingMs(bytes: Uint8Array): number {
  const start = process.cpuUsage();
  readBody(bytes);
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

/** The least time of many: whatever else the machine does only adds to it. Less than enough is enough. */
function leastMs(body: string, enoughMs: number): number {
  const bytes = Buffer.from(body);
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TURNS && least >= enoughMs; turn++) {
    least = Math.min(least, readingMs(bytes));
  }
  return least;
}

test.each(WORST_BODIES)("SEC-25 reading %s takes time in proportion to their bytes", (_, write) => {
  const short = write(6_000);
  // What is not compiled yet would make the short one slow, and the long one good in comparison.
  leastMs(short, 0);

  const shortMs = Math.max(leastMs(short, 0), 0.005);

  // Ten times as much; what grew with the square would be a hundred.
  const mostMs = 40 * shortMs;
  expect(leastMs(write(60_000), mostMs)).toBeLessThan(mostMs);
});
