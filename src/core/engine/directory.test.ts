/** The log's own commands: what the directory is, and the ticks of the hours. */
import { expect, test } from "vitest";
import { Desk, OPENING_MS } from "../../../test/support/desk.ts";
import type { Command } from "./codec.ts";
import { HOUR_MS, openDirectory } from "./directory.ts";
import { apply } from "./engine.ts";
import { RULES } from "./rule-versions.ts";
import { readSnapshot, writeSnapshot } from "./snapshot/snapshot.ts";
import { emptyState } from "./state.ts";

const opening = { type: "OpenDirectory", kind: "production", format: 1, rules: 1 } as const;

test("CORE-DIR-1 nothing is done in a directory that does not yet say what it is", () => {
  const state = emptyState();
  const context = { timeMs: 1, events: [] };

  const outcome = apply(state, { type: "AddUser", name: "bob", request: 0 }, context);

  expect(outcome).toEqual({ ok: false, reason: "directory_not_open" });
  expect(state.users.users).toEqual([]);
});

test("CORE-DIR-1 the first record says what the directory is, its format and its rules", () => {
  const state = emptyState();

  const outcome = apply(state, opening, { timeMs: OPENING_MS + 5, events: [] });

  expect(outcome).toEqual({ ok: true, answer: { kind: "production" } });
  expect(state).toMatchObject({ kind: "production", format: 1, rules: 1, hourMs: OPENING_MS });
});

test("CORE-DIR-1 the kind of a directory never changes", () => {
  const desk = new Desk();

  expect(desk.refusalOf(opening)).toBe("directory_already_open");
  expect(desk.state.kind).toBe("sandbox");
  expect(readSnapshot(writeSnapshot(desk.state)).kind).toBe("sandbox");
});

test.each([
  { ...opening, format: 2 },
  { ...opening, format: 0 },
  { ...opening, rules: RULES + 1 },
])("CORE-DIR-1 a directory of a format or of rules to come is refused: %o", (command) => {
  const state = emptyState();

  expect(openDirectory(state, command, 0)).toEqual({ ok: false, reason: "format_not_supported" });
  expect(state.kind).toBe("unopened");
});

const tick = (hourMs: number): Command => ({ type: "HourTick", hourMs });
const hour = (count: number) => OPENING_MS + count * HOUR_MS;

test("CORE-TICK-1 the hour after the last one ticks when its time has come", () => {
  const desk = new Desk();
  desk.advance(HOUR_MS - 1);

  expect(desk.refusalOf(tick(hour(1)))).toBe("tick_not_due");
  desk.advance(1);
  expect(desk.must(tick(hour(1)))).toEqual({ hourMs: hour(1) });
});

test("CORE-TICK-1 an hour ticks once", () => {
  const desk = new Desk();
  desk.advance(5 * HOUR_MS);
  desk.must(tick(hour(1)));

  expect(desk.refusalOf(tick(hour(1)))).toBe("tick_not_due");
  expect(desk.state.hourMs).toBe(hour(1));
});

test("CORE-TICK-1 missed hours tick one by one, in order, and none is left out", () => {
  const desk = new Desk();
  desk.advance(3 * HOUR_MS + 300_000);

  expect(desk.refusalOf(tick(hour(2)))).toBe("tick_not_due");
  expect(desk.refusalOf(tick(hour(0)))).toBe("tick_not_due");
  expect(desk.refusalOf(tick(hour(1) + 1))).toBe("tick_not_due");
  for (const count of [1, 2, 3]) desk.must(tick(hour(count)));
  expect(desk.refusalOf(tick(hour(4)))).toBe("tick_not_due");
});

test("LOG-VOID-1 the record of a void command does nothing when it is applied", () => {
  const desk = new Desk({ bob: { USDT: "10" } });
  const before = desk.balances("bob");

  desk.must({ type: "VoidCommand", position: 3 });

  expect(desk.balances("bob")).toEqual(before);
  expect(desk.events).toEqual([]);
});
