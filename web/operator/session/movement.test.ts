import fc from "fast-check";
import { expect, test } from "vitest";
import { NoReply } from "../../../src/client/operator.ts";
import {
  begin,
  drawMovementId,
  type MovementOutcome,
  type MovementState,
  OPEN,
  type Sending,
  settle,
} from "./movement.ts";
import { outcomeOf, Refused } from "./operator-session.ts";

const ASKED = { path: "/deposits", body: { user: "alice", asset: "BTC", amount: "1" } };

test("LEDGER-MOVE-1 an id is one that the exchange takes, and none comes twice", () => {
  const drawn = Array.from({ length: 100 }, drawMovementId);

  expect(new Set(drawn).size).toBe(100);
  for (const id of drawn) expect(id).toMatch(/^[A-Za-z0-9.:/_-]{1,64}$/);
});

const fates = fc.array(fc.constantFrom("done, unheard", "lost", "turned away", "refused", "done"), {
  maxLength: 20,
});

/** What the ledger and the way to it do with one sending; `moved` holds the ids that moved money. */
function send(id: string, fate: string, moved: Set<string>): MovementOutcome {
  if (fate === "lost") return "unknown";
  if (fate === "turned away") return "turned_away";
  if (fate === "refused" && !moved.has(id)) return "refused";
  moved.add(id);
  return fate === "done, unheard" ? "unknown" : "done";
}

test("LEDGER-MOVE-3 pressed until an answer is certain, whatever is lost on the way, money moves as it says", () => {
  fc.assert(
    fc.property(fates, (story) => {
      let state: MovementState = OPEN;
      let outcome: MovementOutcome = "unknown";
      let count = 0;
      const moved = new Set<string>();
      for (const fate of [...story, "done"]) {
        const sending: Sending = begin(state, ASKED, () => `id-${++count}`);
        outcome = send(sending.movement.id, fate, moved);
        state = settle(sending, outcome);
        if (outcome === "done" || outcome === "refused") break;
      }

      expect(state).toEqual(OPEN);
      expect(moved.size).toBe(outcome === "done" ? 1 : 0);
    }),
    { seed: 7, numRuns: 500 },
  );
});

test("while the outcome is not known, another movement cannot take its place", () => {
  const unsure = settle(
    begin(OPEN, ASKED, () => "first"),
    "unknown",
  );

  const again = begin(unsure, { ...ASKED, path: "/withdrawals" }, () => "second");

  expect(again.movement).toEqual({ ...ASKED, id: "first" });
  expect(settle(again, "turned_away")).toEqual({ is: "unsure", movement: again.movement });
  expect(settle(again, "refused")).toEqual(OPEN);
});

test.each([
  ["no reply", new NoReply("Failed to fetch"), "unknown"],
  ["504", new Refused(504, { code: -1007, msg: "" }), "unknown"],
  ["500", new Refused(500, { code: -1000, msg: "" }), "unknown"],
  ["a page of a proxy", new Refused(502, { code: 0, msg: "" }), "unknown"],
  ["what is no JSON", new SyntaxError("x"), "unknown"],
  ["503", new Refused(503, { code: -1001, msg: "" }), "turned_away"],
  ["401", new Refused(401, { code: -1002, msg: "" }), "turned_away"],
  ["403", new Refused(403, { code: -3000, msg: "" }), "turned_away"],
  ["409", new Refused(409, { code: -2010, msg: "" }), "refused"],
  ["404", new Refused(404, { code: -3001, msg: "" }), "refused"],
] as const)("OPER-API-4 after %s the outcome is right", (_, error, outcome) => {
  expect(outcomeOf(error)).toBe(outcome);
});
