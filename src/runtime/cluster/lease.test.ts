import { expect, test } from "vitest";
import { StandingClocks } from "../../../test/support/standing-clocks.ts";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import { ANSWER_MS } from "../sequencer/sequencer.ts";
import { readClocks } from "./clocks.ts";
import { SILENT_MS } from "./leader-watch.ts";
import { LEASE_MS, Lease } from "./lease.ts";

function leaseAt() {
  const time = new VirtualTime(0);
  const clocks = new StandingClocks(time);
  const now = () => readClocks(clocks);
  return { time, clocks, now, lease: new Lease({ clocks, timer: time.timer }, now()) };
}

test("CLUSTER-READ-1 a lease is over before another may claim", () => {
  expect(LEASE_MS).toBeLessThan(SILENT_MS);
});

test("CLUSTER-READ-1 reads are answered for two seconds from when what was confirmed was sent, not from when it was confirmed", async () => {
  const { time, now, lease } = leaseAt();
  const sent = now();
  await time.pass(1_500);
  lease.confirm(sent);
  expect(lease.current()).toBeUndefined();

  await time.pass(500);
  expect(lease.current()).toBeInstanceOf(Promise);
});

test("CLUSTER-READ-1 a read that comes too late waits for the next confirmation", async () => {
  const { time, now, lease } = leaseAt();
  const before = now();
  await time.pass(LEASE_MS);
  const waiting = lease.current();
  lease.confirm(before); // Old news.
  await time.pass(100);
  lease.confirm(now());

  expect(await waiting).toBe(true);
});

test("CLUSTER-READ-1 when the term is over no read is answered, waiting or new", async () => {
  const { time, now, lease } = leaseAt();
  await time.pass(LEASE_MS);
  const waiting = lease.current();
  lease.end();
  lease.confirm(now());

  expect(await waiting).toBe(false);
  expect(await lease.current()).toBe(false);
});

test("CLUSTER-READ-1 a read waits for ten seconds at most", async () => {
  const { time, lease } = leaseAt();
  await time.pass(LEASE_MS);
  const waiting = lease.current();
  await time.pass(ANSWER_MS);

  expect(await waiting).toBe(false);
});

const STANDING = [
  ["monotonic"],
  ["boot"],
  ["wall"],
  ["monotonic", "boot"],
  ["monotonic", "wall"],
  ["boot", "wall"],
] as const;

test.each(STANDING.map((clocks) => [clocks]))(
  "CLUSTER-READ-2 a lease is over though these clocks have stood: %j",
  async (standing) => {
    const { time, clocks, now, lease } = leaseAt();
    clocks.stop(standing);
    await time.pass(LEASE_MS);
    clocks.goOn();

    expect(lease.current()).toBeInstanceOf(Promise);
    lease.confirm(now());
    expect(lease.current()).toBeUndefined();
  },
);

test("CLUSTER-READ-2 a wall clock that is set back makes a lease no longer, one that is set forward ends it", async () => {
  const { time, now, lease } = leaseAt();
  time.jump(-60_000);
  await time.pass(LEASE_MS);
  expect(lease.isFresh).toBe(false);

  lease.confirm(now());
  expect(lease.isFresh).toBe(true);
  time.jump(60_000);
  expect(lease.isFresh).toBe(false);
});
