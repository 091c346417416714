/**
 * The tripwire in the line: a planted difference between what is locked and what the orders need is
 * met by the first batch that touches the account, and nobody is told anything of that batch.
 */
import { expect, test } from "vitest";
import {
  ALICE,
  answered,
  BOB,
  deposit,
  LineDesk,
  mustDo,
  order,
} from "../../test/support/service-desk.ts";
import { settle } from "../../test/support/virtual-time.ts";
import { spotWallet } from "../engine/ledger/ledger.ts";
import { inspectTouched } from "../engine/tripwire.ts";
import { counted, noChecksYet } from "./checks.ts";

const USDT = 2;

async function restingDesk(): Promise<LineDesk> {
  const desk = await LineDesk.open();
  desk.log.isHolding = false;
  await mustDo(desk.line, order(ALICE, "buy 1 @ 100", "first"));
  return desk;
}

test.each([
  ["a lock that is one too much", (wallet: { locked: bigint }) => (wallet.locked += 1n)],
  ["orders that count one too little", (wallet: { needed: number }) => (wallet.needed -= 1)],
])("CORE-TRIP-1 %s: the next batch that touches it is not acknowledged", async (_, plant) => {
  const { line, broken, log } = await restingDesk();
  plant(spotWallet(line.state.ledger, ALICE, USDT));
  await mustDo(line, deposit(BOB, "untouched"));
  expect(broken).toEqual([]);

  log.isHolding = true;
  await settle();
  const opening = answered(line.submit(deposit(BOB, "opens the batch before")));
  const sent = [deposit(BOB, "innocent"), order(ALICE, "buy 1 @ 90"), deposit(BOB, "behind")].map(
    (command) => answered(line.submit(command)),
  );
  await log.release();
  await log.release();

  expect(opening.submitted?.kind).toBe("done");
  expect(sent.map(({ submitted }) => submitted?.kind)).toEqual(["unknown", "unknown", "unknown"]);
  expect(String(broken[0])).toMatch(/Fault: I-3 I-12 user 1, asset 2: \d+ is locked/);
  expect(await line.submit(deposit(BOB, "after"))).toEqual({ kind: "unavailable" });
});

test("CORE-TRIP-1 a cancel and a fill are looked at like an order", async () => {
  const { line, broken } = await restingDesk();
  await mustDo(line, order(BOB, "sell 0.4 @ 100"));
  spotWallet(line.state.ledger, ALICE, USDT).locked += 1n;

  const submitted = await line.submit(order(BOB, "sell 0.1 @ 100"));

  expect(submitted.kind).toBe("unknown");
  expect(broken).toHaveLength(1);
});

test("CORE-TRIP-1 each look is counted, and each that found something", async () => {
  const { line } = await restingDesk();
  const checks = noChecksYet();
  const look = () => counted(checks.batch, () => inspectTouched(line.state));

  look();
  const wallet = spotWallet(line.state.ledger, ALICE, USDT);
  wallet.free = -1n;
  line.state.ledger.touched.add(wallet);
  expect(look).toThrow("I-2");

  expect(checks.batch).toEqual({ ran: 2, failed: 1 });
});
