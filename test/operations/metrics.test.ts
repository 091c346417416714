/** The metrics page as a whole: that it is sound, and that its figures are those of the exchange. */
import { expect, test, vi } from "vitest";
import { NOT_READY } from "../../src/contract/not-ready.ts";
import { valueIn } from "../support/exposition.ts";
import { MetricsDesk } from "../support/metrics-desk.ts";
import { TEST_PATIENCE_MS } from "../support/patience.ts";
import { ALICE, BOB, MARKET, mustDo, order } from "../support/service-desk.ts";

test("after known commands the page says what they did", async () => {
  const desk = await MetricsDesk.open();
  await mustDo(desk.sequencer, order(ALICE, "buy 1 @ 100"));
  await mustDo(desk.sequencer, order(ALICE, "buy 1 @ 99"));
  await mustDo(desk.sequencer, order(BOB, "sell 1 @ 100"));

  const families = await desk.scrape();

  const of = (name: string, labels = {}) => valueIn(families, name, labels);
  expect(of("bourse_log_position")).toBe(MARKET.length + 3);
  expect(of("bourse_open_orders")).toBe(1);
  expect(of("bourse_users")).toBe(2);
  expect(of("bourse_open_positions")).toBe(0);
  expect(of("bourse_bans")).toBe(0);
  expect(of("bourse_sequencer_waiting")).toBe(0);
  expect(of("bourse_connections")).toBe(3);
  expect(of("bourse_batch_commands_sum")).toBe(MARKET.length + 3);
  expect(of("bourse_append_seconds_count")).toBe(of("bourse_apply_seconds_count"));
  const [btc, usdt] = [{ asset: "BTC" }, { asset: "USDT" }];
  const fee = { account: "FEE" };
  const fees = [of("bourse_house_balance", { ...btc, ...fee })];
  fees.push(of("bourse_house_balance", { ...usdt, ...fee }));
  expect(fees[0]).toBeGreaterThan(0);
  expect(of("bourse_house_balance", { ...btc, account: "EXTERNAL" })).toBe(-2_000_000);
  expect(of("bourse_users_balance", btc)).toBe(2_000_000 - (fees[0] ?? 0));
  expect(of("bourse_users_balance", usdt)).toBe(2_000_000 - (fees[1] ?? 0));
  expect(of("bourse_build_info", { version: "1.2.3" })).toBe(1);
});

test("what the archivist and the checks say is on the page", async () => {
  const desk = await MetricsDesk.open();
  const { position, timeMs } = desk.sequencer.state;
  const before = await desk.scrape();
  desk.archivist.archived = position - 2;
  desk.archivist.snapshot = { position: position - 5, timeMs: timeMs - 90_000 };
  desk.archivist.starts = 4;
  desk.archivist.pid = undefined;
  Object.assign(desk.checks.batch, { ran: 12, failed: 1 });
  desk.checks.snapshot.ran = 3;

  const after = await desk.scrape();

  expect(before.get("bourse_snapshot_age_seconds")?.samples).toEqual([]);
  expect(valueIn(before, "bourse_archivist_up")).toBe(1);
  expect(valueIn(before, "bourse_archivist_lag_commands")).toBe(position);
  expect(valueIn(after, "bourse_archivist_up")).toBe(0);
  expect(valueIn(after, "bourse_archivist_starts_total")).toBe(4);
  expect(valueIn(after, "bourse_archivist_position")).toBe(position - 2);
  expect(valueIn(after, "bourse_archivist_lag_commands")).toBe(2);
  expect(valueIn(after, "bourse_snapshot_position")).toBe(position - 5);
  expect(valueIn(after, "bourse_snapshot_age_seconds")).toBe(90);
  expect(valueIn(after, "bourse_checks_total", { check: "batch" })).toBe(12);
  expect(valueIn(after, "bourse_checks_failed_total", { check: "batch" })).toBe(1);
  expect(valueIn(after, "bourse_checks_total", { check: "snapshot" })).toBe(3);
  expect(valueIn(after, "bourse_checks_failed_total", { check: "snapshot" })).toBe(0);
});

test("a sandbox that went back to another state is read as it is now", async () => {
  const desk = await MetricsDesk.open();
  const before = await desk.scrape();
  const { sequencer } = new MetricsDesk();
  await mustDo(sequencer, { type: "OpenDirectory", kind: "sandbox", format: 1, rules: 1 });

  desk.sequencer = sequencer;
  desk.archivist = { ...desk.archivist, archived: 1 };
  const after = await desk.scrape();

  expect(valueIn(before, "bourse_log_position")).toBe(MARKET.length);
  expect(valueIn(after, "bourse_log_position")).toBe(1);
  expect(valueIn(after, "bourse_archivist_lag_commands")).toBe(0);
  expect(after.get("bourse_users_balance")?.samples).toEqual([]);
});

test("ready is one line, and the reason why not has a line of its own", async () => {
  const desk = await MetricsDesk.open();
  const shown = async () => {
    const families = await desk.scrape();
    const reasons = families.get("bourse_not_ready")?.samples ?? [];
    const on = reasons.filter(({ value }) => value === 1).map(({ labels }) => labels["reason"]);
    expect(reasons).toHaveLength(Object.keys(NOT_READY).length);
    return [valueIn(families, "bourse_ready"), ...on];
  };

  expect(await shown()).toEqual([1]);
  desk.notReady = "halted";
  expect(await shown()).toEqual([0, "halted"]);
  desk.notReady = "short_of_space";
  expect(await shown()).toEqual([0, "short_of_space"]);
});

function keepBusy(lengthMs: number): void {
  const endMs = performance.now() + lengthMs;
  while (performance.now() < endMs);
}

test("the process speaks for itself, and a delay of the loop is seen at every scrape", async () => {
  const desk = await MetricsDesk.open();
  const delayIn = (families: Awaited<ReturnType<typeof desk.scrape>>) =>
    valueIn(families, "bourse_event_loop_delay_seconds", { stat: "max" });
  let families = await desk.scrape();
  let turns = 0;
  // The runtime's timer must have rung once before it can be late, and once more to say so.
  await vi.waitUntil(
    async () => {
      keepBusy(60);
      turns++;
      if (turns % 4 > 0) return false;
      const [first, second] = await Promise.all([desk.scrape(), desk.scrape()]);
      families = first;
      expect(delayIn(second)).toBeGreaterThanOrEqual(delayIn(first));
      return delayIn(first) > 0.03;
    },
    { timeout: TEST_PATIENCE_MS, interval: 1 },
  );

  expect(valueIn(families, "process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
  expect(valueIn(families, "process_cpu_seconds_total")).toBeGreaterThan(0.1);
  const free = valueIn(families, "bourse_disk_free_bytes");
  expect(free).toBeGreaterThan(0);
  expect(free).toBeLessThanOrEqual(valueIn(families, "bourse_disk_size_bytes"));
  expect(valueIn(families, "process_start_time_seconds")).toBeCloseTo(
    (Date.now() - performance.now()) / 1_000,
    -1,
  );
});
