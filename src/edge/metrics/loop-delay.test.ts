import fc from "fast-check";
import { expect, test } from "vitest";
import { type Delays, loopDelayMetric, RESOLUTION_MS, STRETCH_MS } from "./loop-delay.ts";

/** A measure that a test fills; of the percentiles only that they are no more than the largest counts. */
class Filled implements Delays {
  max = 0;

  late(ms: number): void {
    this.max = Math.max(this.max, (ms + RESOLUTION_MS) * 1e6);
  }

  percentile(): number {
    return this.max;
  }

  reset(): void {
    this.max = 0;
  }
}

async function largestIn(metric: ReturnType<typeof loopDelayMetric>): Promise<number> {
  const samples = await metric.read();
  return samples.find(({ labels }) => labels?.["stat"] === "max")?.value ?? -1;
}

/** What happens after so many milliseconds: a scrape by the page, or a delay. */
const steps = fc.array(
  fc.record({ afterMs: fc.integer({ min: 1, max: 5_000 }), lateMs: fc.option(fc.nat(5_000)) }),
  { minLength: 20, maxLength: 80 },
);

test("however often others scrape, a scraper that comes once in a stretch has seen every delay", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const delays = new Filled();
      let nowMs = 0;
      const metric = loopDelayMetric(delays, () => nowMs);
      let worst = 0;
      let scrapedMs = 0;
      for (const { afterMs, lateMs } of story) {
        nowMs += afterMs;
        if (lateMs !== null) {
          delays.late(lateMs);
          worst = Math.max(worst, lateMs / 1_000);
        }
        const told = await largestIn(metric);
        if (nowMs - scrapedMs < STRETCH_MS - 5_000) continue;
        expect(told).toBeGreaterThanOrEqual(worst);
        worst = 0;
        scrapedMs = nowMs;
      }
    }),
    { seed: 7 },
  );
});

test("a delay is forgotten after two stretches", async () => {
  const delays = new Filled();
  let nowMs = 0;
  const metric = loopDelayMetric(delays, () => nowMs);
  delays.late(1_500);
  const told: number[] = [];
  for (; nowMs <= 3 * STRETCH_MS; nowMs += STRETCH_MS / 2) told.push(await largestIn(metric));

  expect(told).toEqual([1.5, 1.5, 1.5, 1.5, 1.5, 0, 0]);
});

test("the runtime's own measure has the three figures, none below zero", async () => {
  const samples = await loopDelayMetric().read();

  expect(samples.map(({ labels }) => labels?.["stat"])).toEqual(["p50", "p99", "max"]);
  for (const { value } of samples) expect(value).toBeGreaterThanOrEqual(0);
});
