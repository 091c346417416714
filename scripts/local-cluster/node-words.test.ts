/** What a node says of itself, as the screen of the cluster shows it. */
import { expect, test } from "vitest";
import { readinessIn, sayEnd } from "./node-words.ts";

test.each([
  [
    '{"code":-1001,"msg":"Not ready: in_doubt. The outcome of a write is not known."}\n',
    "in_doubt",
  ],
  ['{"code":-1001,"msg":"The exchange is starting."}', "The exchange is starting."],
  ["ready\n", "ready"],
  ['{"code":-1001}', '{"code":-1001}'],
  ["null", "null"],
])("%j is said as %j", (said, shown) => {
  expect(readinessIn(said)).toBe(shown);
});

const INFO = '{"level":"info","msg":"listening"}';
const ERROR = '{"level":"error","msg":"the log is damaged"}';

test.each([
  [{ code: 4, signal: null }, `${INFO}\n${ERROR}\n${INFO}\n`, "exit code 4: the log is damaged"],
  [{ code: 0, signal: null }, `${INFO}\n`, "exit code 0: listening"],
  [{ code: null, signal: "SIGKILL" }, "", "SIGKILL"],
  [
    { code: 1, signal: null },
    "Error: spawn bourse ENOENT",
    "exit code 1: Error: spawn bourse ENOENT",
  ],
] as const)("a node that ended as %j is said to have", (end, output, said) => {
  expect(sayEnd(end, output)).toBe(said);
});
