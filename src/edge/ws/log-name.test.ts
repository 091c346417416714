/** Whose number it is that a client names. */
import { expect, test } from "vitest";
import { LogName } from "./log-name.ts";

test("STREAM-RESUME-5 a name says which line and which process, and former names of the line stay known", () => {
  let lines = ["0000aaaa"];
  const name = new LogName(() => lines, "11112222");
  expect(name.text).toBe("0000aaaa11112222");

  lines = ["0000bbbb", "0000aaaa"];

  expect(name.text).toBe("0000bbbb11112222");
  expect(
    ["0000bbbb11112222", "0000aaaa11112222", "0000aaaa33334444", "0000cccc11112222", ""].map(
      (log) => name.tellerOf(log),
    ),
  ).toEqual(["here", "here", "elsewhere", "other_log", "other_log"]);
});
