/** All orders of a user on a symbol at once: by one request, and when a countdown is due. */
import { expect, test } from "vitest";
import { Desk, OPENING_MS } from "../../../../test/support/desk.ts";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";
import { readSnapshot, writeSnapshot } from "../snapshot/snapshot.ts";
import { CANCEL_ALL_STEP } from "./cancel-all.ts";
import { dueCountdowns, nextCountdownMs } from "./countdowns.ts";
import { COUNTDOWN_MS } from "./manage-commands.ts";

const people = { ann: { BTC: "90", USDT: "90000" }, bob: { BTC: "90", USDT: "9000" } };
const request = 0;

function byOf(desk: Desk, name: string) {
  return { user: desk.user(name), key: desk.key(name), request, pair: 1 };
}

function cancelAll(desk: Desk, name: string, area: "spot" | "margin" = "spot") {
  return desk.send({ type: "CancelAllOrders", ...byOf(desk, name), area });
}

function countdown(desk: Desk, name: string, afterMs: number) {
  return desk.send({ type: "SetCountdown", ...byOf(desk, name), afterMs });
}

function end(desk: Desk, name: string) {
  return desk.send({ type: "EndCountdown", user: desk.user(name), pair: 1 });
}

function endsOf(desk: Desk): string[] {
  return desk.events.flatMap((event) => {
    return event.type === "OrderEnded" ? [`${event.id} ${event.reason ?? ""}`.trim()] : [];
  });
}

test("SPOT-CANCEL-3 all orders of the user on the symbol go, stops too, newest first, and no others", () => {
  const desk = new Desk(people);
  desk.addPair({ name: "USDTBTC" }, "USDT", "BTC");
  desk.place("ann", "sell 1 @ 100");
  desk.place("bob", "buy 1 @ 100");
  const own = ["buy 1 @ 90 as x", "sell 1 @ 120", "sell 1 stop 80"].map((w) =>
    desk.place("ann", w),
  );
  const kept = [desk.place("bob", "buy 1 @ 91"), desk.place("ann", "sell 1 @ 1 on USDTBTC")];
  desk.halt();

  expect(cancelAll(desk, "ann")).toMatchObject({ answer: { canceled: 3, more: false } });

  expect(endsOf(desk)).toEqual(own.toReversed().map(String));
  expect(kept.map((id) => desk.status(id))).toEqual(["new", "new"]);
  desk.resume();
  // SPOT-CLIENT-3: it was the user's own cancel.
  expect(desk.status(desk.place("ann", "buy 1 @ 90 as x"))).toBe("new");
  expect(cancelAll(desk, "bob", "margin")).toMatchObject({ answer: { canceled: 0, more: false } });
});

test("SPOT-CANCEL-3 CORE-BOUND-1 one command cancels so many, and says whether there are more", () => {
  const desk = new Desk(people, { rules: { openOrdersMax: 2_000 } });
  const state = () => desk.state.orders.byId.size;
  const items = Array.from({ length: 10 }, () => "buy 0.01 @ 90");
  for (let placed = 0; placed <= CANCEL_ALL_STEP; placed += 10) desk.batch("ann", items);
  expect(state()).toBe(CANCEL_ALL_STEP + 10);

  expect(cancelAll(desk, "ann")).toMatchObject({ answer: { canceled: 1_000, more: true } });
  expect(cancelAll(desk, "ann")).toMatchObject({ answer: { canceled: 10, more: false } });

  expect(desk.balances("ann")).toEqual({ BTC: "90/0", USDT: "90000/0" });
});

test("SPOT-COUNT-1 a countdown is a second to a day long, or 0", () => {
  const desk = new Desk(people);
  for (const afterMs of [1, COUNTDOWN_MS.least - 1, COUNTDOWN_MS.most + 1]) {
    expect(countdown(desk, "ann", afterMs)).toMatchObject({ reason: "countdown_out_of_range" });
  }
  for (const afterMs of [COUNTDOWN_MS.least, COUNTDOWN_MS.most]) {
    expect(countdown(desk, "ann", afterMs)).toMatchObject({
      answer: { dueMs: OPENING_MS + afterMs },
    });
  }
  expect(countdown(desk, "ann", 0)).toMatchObject({ answer: { dueMs: 0 } });
  expect(desk.state.countdowns.byTime).toEqual([]);
});

test("SPOT-COUNT-2 SPOT-COUNT-3 the example of the rules: a renewed countdown is due later", () => {
  const desk = new Desk(people);
  desk.place("bob", "buy 1 @ 90 as quote");
  countdown(desk, "bob", 5_000);
  desk.advance(4_000);
  countdown(desk, "bob", 5_000);
  desk.advance(1_000);
  expect(end(desk, "bob")).toMatchObject({ reason: "tick_not_due" });
  expect(nextCountdownMs(desk.state.countdowns)).toBe(OPENING_MS + 9_000);
  desk.advance(4_000);
  expect(dueCountdowns(desk.state.countdowns, desk.timeMs, 9)).toHaveLength(1);

  expect(end(desk, "bob")).toMatchObject({ answer: { canceled: 1 } });

  expect(endsOf(desk)).toEqual(["1 countdown"]);
  expect(end(desk, "bob")).toMatchObject({ reason: "tick_not_due" });
  // Not the user's own cancel: the name stays taken.
  expect(desk.refusal("bob", "buy 1 @ 90 as quote")).toBe("client_id_used");
});

test("SPOT-COUNT-3 SPOT-COUNT-4 it ends in spot and margin, also of a frozen user with no key on a halted symbol", () => {
  const desk = new MarginDesk({ ann: { USDT: "1000" } });
  desk.deposit("ann", "100 USDT");
  desk.place("ann", "buy 1 @ 90");
  desk.placeMargin("ann", "buy 1 @ 91");
  countdown(desk, "ann", 1_000);
  desk.halt();
  desk.freeze("ann");
  desk.revokeKey(desk.key("ann"));
  desk.advance(1_000);

  expect(end(desk, "ann")).toMatchObject({ answer: { canceled: 2 } });

  expect(desk.book()).toEqual([]);
});

test("SPOT-COUNT-3 CORE-BOUND-1 with more orders than one command cancels it goes on with the next", () => {
  const desk = new Desk(people, { rules: { openOrdersMax: 2_000 } });
  const items = Array.from({ length: 10 }, () => "buy 0.01 @ 90");
  for (let placed = 0; placed <= CANCEL_ALL_STEP; placed += 10) desk.batch("ann", items);
  countdown(desk, "ann", 1_000);
  desk.advance(60_000);

  expect(end(desk, "ann")).toMatchObject({ answer: { canceled: 1_000 } });
  expect(dueCountdowns(desk.state.countdowns, desk.timeMs, 9)).toHaveLength(1);
  expect(end(desk, "ann")).toMatchObject({ answer: { canceled: 10 } });

  expect(desk.state.countdowns.byTime).toEqual([]);
});

test("SPOT-COUNT-2 CORE-BOUND-1 there are at most so many countdowns; renewing one is always possible", () => {
  const desk = new Desk(people, { limits: { countdowns: 1 } });
  countdown(desk, "ann", 1_000);

  expect(countdown(desk, "bob", 1_000)).toMatchObject({ reason: "too_many_countdowns" });
  expect(countdown(desk, "ann", 2_000)).toMatchObject({ ok: true });
  countdown(desk, "ann", 0);
  expect(countdown(desk, "bob", 1_000)).toMatchObject({ ok: true });
});

test("SPOT-COUNT-2 countdowns are in the snapshot, in their order", () => {
  const desk = new Desk(people);
  const plain = writeSnapshot(desk.state)[0];
  countdown(desk, "bob", 1_000);
  countdown(desk, "ann", 1_000);
  const bytes = writeSnapshot(desk.state);
  expect(bytes[0]).toBeGreaterThan(plain ?? 0);

  for (const direction of ["forward", "backward"] as const) {
    const loaded = readSnapshot(bytes, direction);
    expect(loaded.countdowns.byTime.map(({ user }) => user)).toEqual([1, 2]);
    expect(writeSnapshot(loaded)).toEqual(bytes);
  }
});

test("CORE-RULES-3 before rules 5 there is neither", () => {
  const desk = new Desk(people, { adopted: 4 });

  expect(cancelAll(desk, "ann")).toMatchObject({ reason: "rules_too_old" });
  expect(countdown(desk, "ann", 1_000)).toMatchObject({ reason: "rules_too_old" });
});
