import { expect, test } from "vitest";
import { VirtualTime } from "../../test/support/virtual-time.ts";
import { ANSWER_MS } from "../service/sequencer.ts";
import { SILENT_MS } from "./leader-watch.ts";
import { LEASE_MS, Lease } from "./lease.ts";

function leaseAt() {
  const time = new VirtualTime(0);
  const now = () => time.monotonicMs();
  return { time, lease: new Lease({ now, timer: time.timer }, now()) };
}

test("CLUSTER-READ-1 a lease is over before another may claim", () => {
  expect(LEASE_MS).toBeLessThan(SILENT_MS);
});

test("CLUSTER-READ-1 reads are answered for two seconds from when what was confirmed was sent, not from when it was confirmed", async () => {
  const { time, lease } = leaseAt();
  const sentMs = time.monotonicMs();
  await time.pass(1_500);
  lease.confirm(sentMs);
  expect(lease.current()).toBeUndefined();

  await time.pass(500);
  expect(lease.current()).toBeInstanceOf(Promise);
});

test("CLUSTER-READ-1 a read that comes too late waits for the next confirmation", async () => {
  const { time, lease } = leaseAt();
  await time.pass(LEASE_MS);
  const waiting = lease.current();
  lease.confirm(time.monotonicMs() - LEASE_MS); // Old news.
  await time.pass(100);
  lease.confirm(time.monotonicMs());

  expect(await waiting).toBe(true);
});

test("CLUSTER-READ-1 when the term is over no read is answered, waiting or new", async () => {
  const { time, lease } = leaseAt();
  await time.pass(LEASE_MS);
  const waiting = lease.current();
  lease.end();
  lease.confirm(time.monotonicMs());

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
