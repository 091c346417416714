/**
 * The tripwire in the sequencer: a planted difference between the locked money and the expected locks of
 * the orders is met by the first batch that touches the account, and no client is told of that batch.
 */

import { expect, test } from "vitest";
import {
  ALICE,
  answered,
  BOB,
  deposit,
  mustDo,
  order,
  SequencerDesk,
} from "../../../test/support/service-desk.ts";
import { settle } from "../../../test/support/virtual-time.ts";
import { viewOf } from "../../../test/support/wallet-view.ts";
import { inspectTouched } from "../../core/engine/invariants/tripwire.ts";
import { counted, noChecksYet } from "../replica/checks.ts";

const USDT = 2;

async function restingDesk(): Promise<SequencerDesk> {
  const desk = await SequencerDesk.open();
  desk.log.isHolding = false;
  await mustDo(desk.sequencer, order(ALICE, "buy 1 @ 100", "first"));
  return desk;
}

test.each([
  ["a lock that is one too much", (wallet: { locked: bigint }) => (wallet.locked += 1n)],
  [
    "orders that count one too little",
    (wallet: { expectedLock: bigint }) => (wallet.expectedLock -= 1n),
  ],
])("CORE-TRIP-1 %s: the next batch that touches it is not acknowledged", async (_, plant) => {
  const { sequencer, broken, log } = await restingDesk();
  plant(viewOf(sequencer.state.ledger, "spot", ALICE, USDT));
  await mustDo(sequencer, deposit(BOB, "untouched"));
  expect(broken).toEqual([]);

  log.isHolding = true;
  await settle();
  const opening = answered(sequencer.submit(deposit(BOB, "opens the batch before")));
  const sent = [deposit(BOB, "innocent"), order(ALICE, "buy 1 @ 90"), deposit(BOB, "behind")].map(
    (command) => answered(sequencer.submit(command)),
  );
  await log.release();
  await log.release();

  expect(opening.submitted?.kind).toBe("done");
  expect(sent.map(({ submitted }) => submitted?.kind)).toEqual(["unknown", "unknown", "unknown"]);
  expect(String(broken[0])).toMatch(/Fault: I-3 I-12 user 1, asset 2: \d+ is locked/);
  expect(await sequencer.submit(deposit(BOB, "after"))).toEqual({ kind: "unavailable" });
});

test("CORE-TRIP-1 a cancel and a fill are looked at like an order", async () => {
  const { sequencer, broken } = await restingDesk();
  await mustDo(sequencer, order(BOB, "sell 0.4 @ 100"));
  viewOf(sequencer.state.ledger, "spot", ALICE, USDT).locked += 1n;

  const submitted = await sequencer.submit(order(BOB, "sell 0.1 @ 100"));

  expect(submitted.kind).toBe("unknown");
  expect(broken).toHaveLength(1);
});

test("CORE-TRIP-1 each look is counted, and each that found something", async () => {
  const { sequencer } = await restingDesk();
  const checks = noChecksYet();
  const look = () => counted(checks.batch, () => inspectTouched(sequencer.state));

  look();
  const wallet = viewOf(sequencer.state.ledger, "spot", ALICE, USDT);
  wallet.free = -1n;
  sequencer.state.ledger.touched.add(wallet.wallet);
  expect(look).toThrow("I-2");

  expect(checks.batch).toEqual({ ran: 2, failed: 1 });
});
