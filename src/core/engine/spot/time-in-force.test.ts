/** How long an order stands, and what it does to the user's own orders: worked examples and every combination. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { MarginDesk } from "../../../../test/support/margin-desk.ts";

const PLENTY = { BTC: "90", USDT: "9000" };
const people = { ann: PLENTY, bob: PLENTY, cid: PLENTY };

function endsOf(desk: Desk): string[] {
  return desk.events.flatMap((event) => {
    if (event.type !== "OrderEnded") return [];
    return [`${event.id} ${event.status} ${event.reason ?? ""}`.trim()];
  });
}

test("SPOT-TIF-2 an IOC order trades what it can, its rest is canceled and its money free", () => {
  const desk = new Desk(people);
  desk.place("ann", "sell 1 @ 100");

  const id = desk.place("bob", "buy 3 @ 100 ioc");

  expect(desk.shown(id)).toMatchObject({ status: "canceled", executed: "1" });
  expect(endsOf(desk)).toEqual(["1 filled", `${id} canceled immediate_or_cancel`]);
  expect(desk.balances("bob")).toEqual({ BTC: "91/0", USDT: "8900/0" });
  expect(desk.book()).toEqual([]);
});

test("SPOT-TIF-3 SPOT-STP-4 the example of the rules: a FOK order counts what would really trade", () => {
  const desk = new Desk(people);
  const own = desk.place("ann", "sell 1 @ 100");
  desk.place("bob", "sell 2 @ 101");
  desk.place("ann", "sell 1 @ 102");

  const first = desk.place("ann", "buy 3 @ 101 fok");
  expect(endsOf(desk)).toEqual([`${first} canceled fill_or_kill`]);
  const second = desk.place("ann", "buy 3 @ 101 fok meets expire_maker");
  expect(endsOf(desk)).toEqual([`${second} canceled fill_or_kill`]);
  expect(desk.status(own)).toBe("new");

  const third = desk.place("ann", "buy 2 @ 101 fok meets expire_maker");

  expect(endsOf(desk)).toEqual([`${own} canceled self_trade`, "2 filled", `${third} filled`]);
  expect(desk.trades()).toEqual(["2 @ 101"]);
});

test("SPOT-TIF-3 what stands behind an own order at one price does not count", () => {
  const desk = new Desk(people);
  desk.place("bob", "sell 1 @ 100");
  desk.place("ann", "sell 1 @ 100");
  desk.place("bob", "sell 1 @ 100");

  const two = desk.place("ann", "buy 2 @ 100 fok");
  expect(endsOf(desk)).toEqual([`${two} canceled fill_or_kill`]);
  const one = desk.place("ann", "buy 1 @ 100 fok");
  expect(endsOf(desk)).toEqual(["1 filled", `${one} filled`]);
});

test("SPOT-TIF-3 an own order of the other area ends it too", () => {
  const desk = new MarginDesk({ ann: { BTC: "1", USDT: "900" }, bob: { BTC: "1" } });
  desk.deposit("ann", "900 USDT");
  desk.placeMargin("ann", "sell 1 @ 100");
  desk.deposit("bob", "1 BTC");
  desk.place("bob", "sell 1 @ 100");

  const id = desk.place("ann", "buy 1 @ 100 fok");

  expect(endsOf(desk)).toEqual([`${id} canceled fill_or_kill`]);
});

test("SPOT-TIF-4 a POST_ONLY order rests, or ends before anything is locked for it", () => {
  const desk = new Desk(people);
  desk.place("ann", "sell 1 @ 100");

  const rests = desk.place("bob", "buy 1 @ 99.99 post_only");
  expect(desk.status(rests)).toBe("new");
  const crosses = desk.place("bob", "buy 1 @ 100 post_only as mine");

  expect(endsOf(desk)).toEqual([`${crosses} canceled post_only`]);
  expect(desk.balances("bob")).toEqual({ BTC: "90/0", USDT: "8900.01/99.99" });
  // SPOT-CLIENT-3: the name of an order that the exchange ended stays taken.
  expect(desk.refusal("bob", "buy 1 @ 90 as mine")).toBe("client_id_used");
  // Whoever's order it would meet.
  const own = desk.place("ann", "buy 1 @ 100 post_only meets expire_maker");
  expect(endsOf(desk)).toEqual([`${own} canceled post_only`]);
});

test("SPOT-STP-4 SPOT-STP-5 the mode of the incoming order decides which of the two goes", () => {
  const desk = new Desk(people);
  const resting = desk.place("ann", "sell 2 @ 100 as resting");
  desk.place("bob", "sell 1 @ 101");

  const taker = desk.place("ann", "buy 1 @ 101 meets expire_maker");

  expect(endsOf(desk)).toEqual([`${resting} canceled self_trade`, "2 filled", `${taker} filled`]);
  expect(desk.refusal("ann", "sell 1 @ 200 as resting")).toBe("client_id_used");
  const again = desk.place("ann", "sell 2 @ 100");
  const both = desk.place("ann", "buy 1 @ 100 meets expire_both");
  expect(endsOf(desk)).toEqual([`${again} canceled self_trade`, `${both} canceled self_trade`]);
  expect(desk.balances("ann")).toEqual({ BTC: "91/0", USDT: "8899/0" });
});

test("SPOT-STP-1 SPOT-FIELD-4 an order without instructions that meets its user's own says so, too", () => {
  const desk = new Desk(people);
  desk.place("ann", "sell 1 @ 100");

  const id = desk.place("ann", "buy 1 @ 100");

  expect(endsOf(desk)).toEqual([`${id} canceled self_trade`]);
});

const KINDS = ["@ 100", ""] as const;
const FORCES = ["", " ioc", " fok", " post_only"] as const;
const TRIGGERS = ["", " stop 99"] as const;
const MODES = [
  undefined,
  "expire_taker",
  "expire_maker",
  "expire_both",
  "decrement",
  "none",
] as const;
const COMBINATIONS = KINDS.flatMap((kind) =>
  FORCES.flatMap((force) =>
    TRIGGERS.flatMap((trigger) => MODES.map((mode) => ({ kind, force, trigger, mode }))),
  ),
);

/** The table of the rules. */
function verdict({ kind, force, mode }: (typeof COMBINATIONS)[number], allowsNone: boolean) {
  if (kind === "" && (force === " fok" || force === " post_only")) {
    return "time_in_force_with_market";
  }
  return mode === "none" && !allowsNone ? "self_trade_not_allowed" : "accepted";
}

test.each(["none", "expire_taker"] as const)(
  "SPOT-CHECK-17 SPOT-TIF-5 SPOT-STP-3 every combination is accepted or refused as the table says, where the symbol says %s",
  (selfTrade) => {
    for (const combination of COMBINATIONS) {
      const { kind, force, trigger, mode } = combination;
      const desk = new Desk(people, { rules: { selfTrade } });
      desk.place("bob", "sell 1 @ 101");
      desk.place("cid", "buy 1 @ 101");
      desk.place("bob", "sell 1 @ 102");
      const meets = mode === undefined ? "" : ` meets ${mode}`;
      const size = kind === "" ? "for 50" : "1 ";
      const words = `buy ${size}${kind}${trigger}${force}${meets}`;

      const outcome = desk.order("ann", words);

      const said = outcome.ok ? "accepted" : outcome.reason;
      expect(`${words}: ${said}`).toBe(`${words}: ${verdict(combination, selfTrade === "none")}`);
    }
  },
);

test("CORE-RULES-3 before rules 5 are adopted instructions are refused, alone and in a batch", () => {
  const desk = new Desk(people, { adopted: 4 });
  expect(desk.refusal("ann", "buy 1 @ 100 ioc")).toBe("rules_too_old");
  expect(desk.batch("ann", ["buy 1 @ 100", "buy 1 @ 99 post_only"])).toMatchObject({
    reason: "rules_too_old",
  });

  desk.must({ type: "AdoptRules", rules: 5, request: 0 });

  expect(desk.status(desk.place("ann", "buy 1 @ 100 post_only"))).toBe("new");
});

test("SPOT-BATCH-2 the items of a batch have their own instructions", () => {
  const desk = new Desk(people);
  desk.place("ann", "sell 1 @ 100");

  const outcome = desk.batch("bob", ["buy 2 @ 100 fok", "buy 1 @ 100 ioc", "buy 1 @ 99"]);

  expect(outcome).toMatchObject({ answer: { orderIds: [2, 3, 4], rejected: [] } });
  expect([2, 3, 4].map((id) => desk.status(id))).toEqual(["canceled", "filled", "new"]);
});
