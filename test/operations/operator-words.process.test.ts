/** The lines that the operator's page shows, read by a real shell: operator-lines.test.ts reads them by itself. */
import { expect, test } from "vitest";
import { commandLineOf } from "../../web/operator/session/command-line.ts";
import { runToEnd } from "../support/run-to-end.ts";
import { ACTIONS, wordsOf } from "./operator-actions.ts";

/** Each line is one word here, which the shell takes apart as if it had been typed. */
const SCRIPT = `for line in "$@"; do eval "printf '%s\\n' $line"; echo; done`;

test("OPER-API-7 a shell reads the same words in every line", async () => {
  const lines = ACTIONS.map(commandLineOf);

  const { code, out, output } = await runToEnd(["sh", "-c", SCRIPT, "sh", ...lines]);

  expect(code, output).toBe(0);
  const read = out.split("\n\n").slice(0, -1);
  expect(read.map((words) => words.split("\n"))).toEqual(lines.map(wordsOf));
  // There is something to take apart, or the two would agree on nothing.
  expect(lines.filter((line) => line.includes("'")).length).toBeGreaterThan(2);
});
