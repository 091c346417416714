/** Keys that take each signature once: what was accepted is refused the second time. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { newDigest } from "../../base/records/digest.ts";
import type { Command } from "../codec.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";
import {
  isFullAt,
  newSpentSignatures,
  SIGNATURE_KEPT_MS,
  spendSignature,
} from "./spent-signatures.ts";

function open(limits = {}): Desk {
  const desk = new Desk({ alice: { BTC: "5", USDT: "1000" } }, { limits });
  const sealedSecret = Uint8Array.of(1);
  const may = { mayTrade: true, addresses: [], isOnce: true };
  desk.must({ type: "AddKey", user: 1, apiKey: "once", sealedSecret, ...may, request: 0 });
  return desk;
}

function order(signature: string | undefined, quantity = "1"): Command {
  const asked = { side: "buy", kind: "limit", quantity, price: "10", clientId: "" } as const;
  return { type: "PlaceOrder", user: 1, key: 2, request: 0, pair: 1, ...asked, signature };
}

function knownTo({ state: { requests } }: Desk): string[] {
  const { known, queue } = requests.spent;
  const signatures = queue.all().map(({ signature }) => signature);
  expect(signatures.every((signature) => known.has(signature))).toBe(true);
  expect(known.size).toBe(signatures.length);
  return signatures;
}

test("USER-ONCE-1 the same signed order five times is placed once", () => {
  const desk = open();

  const outcomes = Array.from({ length: 5 }, () => desk.send(order("aa")));

  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, false, false, false]);
  expect(desk.refusalOf(order("aa"))).toBe("signature_used");
  expect(desk.state.orders.byId.size).toBe(1);
  desk.must(order("bb"));
});

test("USER-ONCE-1 a key that takes each signature once admits no request without one", () => {
  const desk = open();

  expect(desk.refusalOf(order(undefined))).toBe("key_not_allowed");
  expect(desk.refusalOf({ ...order("aa"), user: 2 } as Command)).toBe("key_not_allowed");
  desk.revokeKey(2);
  expect(desk.refusalOf(order("aa"))).toBe("key_not_allowed");
});

test("USER-ONCE-1 a refused request has not spent its signature: it may be sent again", () => {
  const desk = open();
  expect(desk.refusalOf(order("aa", "999"))).toBe("insufficient_balance");
  desk.deposit("alice", "10000 USDT");

  desk.must(order("aa", "999"));

  expect(desk.refusalOf(order("aa", "999"))).toBe("signature_used");
});

test("USER-ONCE-2 a signature is known after a restart from a snapshot", () => {
  const desk = open();
  desk.must(order("aa"));
  const bytes = writeSnapshot(desk.state).slice();
  Object.assign(desk.state.requests, readSnapshot(bytes, "backward").requests);

  expect(desk.refusalOf(order("aa"))).toBe("signature_used");
});

test("USER-ONCE-2 a signature is kept for longer than its request is valid, and then forgotten", () => {
  const desk = open();
  desk.must(order("aa"));
  desk.advance(SIGNATURE_KEPT_MS);
  desk.must(order("bb"));
  expect(knownTo(desk)).toEqual(["aa", "bb"]);

  desk.advance(1);
  desk.must(order("cc"));

  expect(knownTo(desk)).toEqual(["bb", "cc"]);
});

test("USER-ONCE-3 CORE-BOUND-1 when no more can be kept none is accepted, until the oldest is over", () => {
  const desk = open({ spentSignatures: 2 });
  desk.must(order("aa"));
  desk.advance(1000);
  desk.must(order("bb"));

  expect(desk.refusalOf(order("cc"))).toBe("signatures_full");
  desk.advance(SIGNATURE_KEPT_MS - 1000);
  expect(desk.refusalOf(order("cc"))).toBe("signatures_full");
  desk.advance(1);
  desk.must(order("cc"));
});

test("USER-ONCE-3 CORE-BOUND-1 of a quarter of a million none is lost, and all go in time", () => {
  const spent = newSpentSignatures(newDigest(), 2 ** 18);
  for (let n = 0; n < 2 ** 18; n++) spendSignature(spent, `s${n}`, 0);

  expect(isFullAt(spent, SIGNATURE_KEPT_MS)).toBe(true);
  for (let n = 0; n < 2 ** 14; n++) spendSignature(spent, `t${n}`, SIGNATURE_KEPT_MS + 1);
  expect(spent.known.size).toBe(2 ** 14);
  expect(spent.queue["values"].length).toBeLessThan(2 ** 16);
});
