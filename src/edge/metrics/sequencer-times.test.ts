/** What the sequencer tells its meter, as figures. */
import { expect, test } from "vitest";
import { readExposition, valueIn } from "../../../test/support/exposition.ts";
import { writeMetrics } from "./exposition.ts";
import { SequencerTimes } from "./sequencer-times.ts";

test("batches are counted by their commands, appends and applies by their time", async () => {
  const times = new SequencerTimes();
  for (const [count, tookMs] of [
    [1, 0.4],
    [3, 2],
    [512, 12_000],
  ] as const) {
    times.appended(count, tookMs);
    times.applied(count, tookMs / 10);
  }

  const families = readExposition(await writeMetrics(times.metrics()));

  const of = (name: string, le: string) => valueIn(families, `${name}_bucket`, { le });
  expect(of("bourse_batch_commands", "1")).toBe(1);
  expect(of("bourse_batch_commands", "256")).toBe(2);
  expect(of("bourse_batch_commands", "512")).toBe(3);
  expect(valueIn(families, "bourse_batch_commands_sum")).toBe(516);
  expect(of("bourse_append_seconds", "0.0005")).toBe(1);
  expect(of("bourse_append_seconds", "10")).toBe(2);
  expect(of("bourse_apply_seconds", "1")).toBe(2);
  expect(valueIn(families, "bourse_apply_seconds_sum")).toBeCloseTo(1.200_24);
});

test("LOG-IDLE-1 the empty batch of an idle log is a write without commands", async () => {
  const times = new SequencerTimes();
  times.appended(0, 1);
  times.applied(0, 1);

  const families = readExposition(await writeMetrics(times.metrics()));

  expect(valueIn(families, "bourse_append_seconds_count")).toBe(1);
  expect(valueIn(families, "bourse_batch_commands_count")).toBe(0);
  expect(valueIn(families, "bourse_apply_seconds_count")).toBe(0);
});
