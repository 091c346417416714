/** What the streams tell their meter, as figures. */
import { expect, test } from "vitest";
import { readExposition, valueIn } from "../../../test/support/exposition.ts";
import { writeMetrics } from "./exposition.ts";
import { StreamCounts } from "./stream-counts.ts";

test("clients are counted while they are there, and by how they ended", async () => {
  const counts = new StreamCounts();
  for (let client = 0; client < 5; client++) counts.opened();
  for (const closing of ["slow_reader", "slow_reader", undefined] as const) counts.ended(closing);
  counts.sent(3);
  counts.sent(4);

  const families = readExposition(await writeMetrics(counts.metrics()));

  const closed = (reason: string) => valueIn(families, "bourse_stream_closed_total", { reason });
  expect(valueIn(families, "bourse_stream_connections")).toBe(2);
  expect(valueIn(families, "bourse_stream_messages_total")).toBe(7);
  expect([closed("slow_reader"), closed("left"), closed("silent")]).toEqual([2, 1, 0]);
});

test("turns are counted by how long they held the loop", async () => {
  const counts = new StreamCounts();
  for (const ms of [0.05, 2, 5, 5.1]) counts.worked(ms);

  const families = readExposition(await writeMetrics(counts.metrics()));

  const within = (le: string) => valueIn(families, "bourse_stream_turn_seconds_bucket", { le });
  expect([within("0.0001"), within("0.002"), within("0.005")]).toEqual([1, 2, 3]);
  expect(valueIn(families, "bourse_stream_turn_seconds_count")).toBe(4);
});
