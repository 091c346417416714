import { expect, test } from "vitest";
import { counted, noChecksYet } from "./checks.ts";

test("a check that ran is counted, one that throws has failed as well, and its words are handed on", () => {
  const { batch, snapshot } = noChecksYet();

  expect(counted(batch, () => 7)).toBe(7);
  expect(() =>
    counted(batch, () => {
      throw new Error("the books do not agree");
    }),
  ).toThrow("the books do not agree");

  expect(batch).toEqual({ ran: 2, failed: 1 });
  expect(snapshot).toEqual({ ran: 0, failed: 0 });
});
