/** The declarations of the commands give the types of their outcomes; what was not declared does not compile. */
import { expect, expectTypeOf, test } from "vitest";
import { DECLARATIONS } from "../../../test/support/declarations.ts";
import { accept, type Outcome, reject } from "../base/outcome.ts";
import type { OpenDirectory } from "./directory.ts";
import { apply } from "./engine.ts";
import type { AnswerOf, Handlers, OutcomeOf, RejectOf } from "./outcomes.ts";
import type { PlaceOrder } from "./spot/spot.ts";
import { emptyState } from "./state.ts";
import type { BanAddress, LiftBan } from "./users/bans.ts";
import type { AddUser } from "./users/users.ts";

test.each(DECLARATIONS)("$type declares no reject and no event twice", ({ rejects, events }) => {
  expect(new Set(rejects).size).toBe(rejects.length);
  expect(new Set(events).size).toBe(events.length);
});

test("CORE-DIR-1 the outcome of a command has its own answer and its own refusals", () => {
  const state = emptyState();
  const context = { timeMs: 1, events: [] };

  const outcome = apply(state, { type: "AddUser", name: "bob", request: 1 }, context);

  expectTypeOf(outcome).toEqualTypeOf<OutcomeOf<AddUser>>();
  expectTypeOf<OutcomeOf<AddUser>>().toEqualTypeOf<
    Outcome<
      { user: number },
      "directory_not_open" | "name_malformed" | "too_many_users" | "user_exists"
    >
  >();
  expect(outcome).toEqual(reject("directory_not_open"));
});

test("a union of commands has the answers and the refusals of each", () => {
  expectTypeOf<RejectOf<BanAddress | LiftBan>>().toEqualTypeOf<
    "address_malformed" | "ban_not_found" | "directory_not_open"
  >();
  expectTypeOf<RejectOf<OpenDirectory>>().toEqualTypeOf<
    "directory_already_open" | "format_not_supported"
  >();
  expectTypeOf<AnswerOf<AddUser | OpenDirectory>>().toEqualTypeOf<
    { user: number } | { kind: string }
  >();
  expectTypeOf<"key_not_allowed">().toExtend<RejectOf<PlaceOrder>>();
});

test("a handler that is left out, or gives another answer or refusal, does not compile", () => {
  const tables: Handlers<BanAddress | LiftBan>[] = [
    {
      BanAddress: () => reject("address_malformed"),
      LiftBan: (_state, { block }) => (block ? accept({ block }) : reject("ban_not_found")),
    },
    // @ts-expect-error one is left out
    { BanAddress: () => reject("address_malformed") },
    {
      BanAddress: () => reject("address_malformed"),
      // @ts-expect-error a refusal of the other command
      LiftBan: () => reject("address_malformed"),
    },
    {
      BanAddress: () => reject("address_malformed"),
      // @ts-expect-error another answer
      LiftBan: () => accept({ user: 1 }),
    },
  ];

  expect(tables).toHaveLength(4);
});
