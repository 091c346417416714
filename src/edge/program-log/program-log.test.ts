/** What the program says of itself, and what it never says. */
import { expect, test } from "vitest";
import { LEVELS, type Level } from "./level.ts";
import { ProgramLog } from "./program-log.ts";

function logAt(level: Level, isReadable = false) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const log = ProgramLog.open({ level, process: "server", isReadable, print });
  return { log, lines };
}

/** One line of each kind. */
function sayAll(log: ProgramLog): void {
  log.debug("debugged");
  log.info("informed");
  log.welcome("welcomed");
  log.warn("warned");
  log.alarm("alarmed");
  log.error("failed");
  log.fatal("ended");
}

test("each line is JSON with its level, time, process and sentence", () => {
  const { log, lines } = logAt("info");

  log.info("stopping", { request: "abc" });

  const { time, ...line } = JSON.parse(lines[0] ?? "");
  expect(line).toEqual({ level: "info", process: "server", request: "abc", msg: "stopping" });
  expect(new Date(time).toISOString()).toBe(time);
});

test.each([
  ["debug", ["debug", "info", "info", "warn", "error", "error", "fatal"]],
  ["info", ["info", "info", "warn", "error", "error", "fatal"]],
  ["error", ["error", "error", "fatal"]],
  ["fatal", ["fatal"]],
] as const)("USER-LOG-1 at %s nothing below it is written", (level, written) => {
  const { log, lines } = logAt(level);

  sayAll(log);

  expect(lines.map((line) => JSON.parse(line).level)).toEqual(written);
  expect(LEVELS.filter((each) => log.isLoud(each))).toEqual(LEVELS.slice(LEVELS.indexOf(level)));
});

test("an alarm can be told from other errors by a field", () => {
  const { log, lines } = logAt("info");

  sayAll(log);

  const alarms = lines.map((line) => JSON.parse(line)).filter(({ alarm }) => alarm);
  expect(alarms.map(({ msg }) => msg)).toEqual(["alarmed"]);
});

test("on a terminal a line is short, and what is said to its user has no time", () => {
  const { log, lines } = logAt("debug", true);

  sayAll(log);
  log.info("answered", { request: "abc", status: 400 });

  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /;
  expect(lines.map((line) => line.replace(time, "TIME "))).toEqual([
    "TIME debugged",
    "TIME informed",
    "welcomed",
    "TIME WARN warned",
    "TIME ERROR alarmed alarm=true",
    "TIME ERROR failed",
    "TIME FATAL ended",
    "TIME answered request=abc status=400",
  ]);
});

test("on a terminal nothing that a request brought along moves the cursor", () => {
  const { log, lines } = logAt("info", true);

  log.info("asked for", { path: "/\u009b2J\u001b[2J", message: "two words\u202e" });

  expect(lines[0]).toMatch(
    / asked for path=\/\\u\{9b\}2J\\u\{1b\}\[2J message="two words\\u\{202e\}"$/,
  );
});

test("what was thrown is told with its stack, in either form", () => {
  const [json, text] = [logAt("info"), logAt("info", true)];
  const error = new Error("out of order");

  for (const { log } of [json, text]) log.report(error);
  json.log.report("a sentence");

  expect(JSON.parse(json.lines[0] ?? "")).toMatchObject({
    level: "error",
    msg: "out of order",
    err: { type: "Error", stack: error.stack },
  });
  expect(JSON.parse(json.lines[1] ?? "")).toMatchObject({ level: "info", msg: "a sentence" });
  expect(text.lines[0]).toMatch(/ ERROR out of order\nError: out of order\n {4}at /);
});

test("a child says its facts in every line", () => {
  const { log, lines } = logAt("info");

  log.child({ request: "abc" }).warn("late");

  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ request: "abc", msg: "late" });
});

const KEY = "00112233445566778899aabbccddeeff";
const SECRET = "0123456789abcdef".repeat(4);

test.each([false, true])("USER-LOG-2 no line holds a known secret (readable: %s)", (isReadable) => {
  const { log, lines } = logAt("trace", isReadable);
  const short = "hunter2";
  const named = { apiKey: short, secret: short, token: short, signature: short, masterKey: short };
  const headers = { "x-ch-apikey": short, "x-ch-sign": short, authorization: short };

  log.info("named", { ...named, ...headers });
  log.error(Object.assign(new Error(`with ${SECRET} inside`), named, { cause: SECRET }));
  log.warn(`the key ${KEY} and Bearer ${short}`, { anything: `${KEY}${SECRET}` });
  log.child({ secret: short }).info("inherited");
  log.report({ toString: () => SECRET.toUpperCase() });

  const said = lines.join("\n");
  expect(lines).toHaveLength(5);
  for (const hidden of [short, KEY, SECRET, SECRET.toUpperCase()])
    expect(said).not.toContain(hidden);
});
