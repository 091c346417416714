import { expect, test } from "vitest";
import { checkStateName, SAVED_MAX, stateNotFound } from "./state-name.ts";

test("SANDBOX-STATE-1: a taken name is refused with the way to free it", () => {
  expect(() => checkStateName("quiet", ["quiet"])).toThrow(
    "There is a saved state of this name already; bourse snapshot remove quiet removes it.",
  );
});

test("SANDBOX-STATE-1: what no name may be is never repeated, taken or not", () => {
  const name = "$(reboot)";

  expect(() => checkStateName(name, [name])).toThrow(/^A name has up to 64 letters/);
});

test("SANDBOX-STATE-1: the state after the last one is refused", () => {
  const taken = Array.from({ length: SAVED_MAX }, (_, n) => `state-${n}`);

  expect(() => checkStateName("one-more", taken)).toThrow("There are 100 saved states already.");
  expect(() => checkStateName("one-more", taken.slice(1))).not.toThrow();
});

test("a request for an unknown state is told how to see the known ones", () => {
  expect(stateNotFound().message).toContain("bourse snapshot list shows what there is");
});
