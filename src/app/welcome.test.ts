import { expect, test } from "vitest";
import { readConfig } from "./settings/config.ts";
import { type Welcome, welcome } from "./welcome.ts";

function said(args: readonly string[], changes: Partial<Welcome> = {}): string[] {
  const config = readConfig(args, {});
  return welcome({
    config,
    port: 8080,
    isSecure: false,
    hasDemo: true,
    isSandbox: true,
    ...changes,
  });
}

test("the demo's newcomer is told of the keys, of three things to try and, last, of the address", () => {
  expect(said([])).toEqual([
    "this is a sandbox: play money, and bourse clock, snapshot, faults and reset work on it",
    "demo users demo1 and demo2: keys in ./data/demo-keys.json",
    "try: the book of a market that moves, and of a futures contract",
    '  curl "http://127.0.0.1:8080/sapi/v1/depth?symbol=BTCUSDT&limit=5"',
    '  curl "http://127.0.0.1:8080/fapi/v1/depth?contractName=E-BTC-USDT&limit=5"',
    "try: a signed order, as docs/first-steps.md shows for curl, TypeScript and Python",
    "trade in a browser: http://127.0.0.1:8080/",
    "read and try the API in a browser: http://127.0.0.1:8080/docs",
    "try: what the operator sees",
    "  npx bourse status --data ./data",
    "listening on http://127.0.0.1:8080",
  ]);
});

test("without traders the welcome names no market that moves", () => {
  expect(said(["--no-traders"]).join("\n")).not.toContain("moves");
});

test.each([
  [["--host", "localhost"], {}, "listening on http://localhost:8080"],
  [["--host", "::1"], { port: 9 }, "listening on http://[::1]:9"],
  [[], { isSecure: true }, "listening on https://127.0.0.1:8080"],
])("without a demo %j says only where it listens", (args, changes, line) => {
  expect(said(args, { ...changes, hasDemo: false, isSandbox: false })).toEqual([line]);
});

test("a sandbox says that it is one, also without a demo", () => {
  expect(said([], { hasDemo: false })[0]).toMatch(/^this is a sandbox: /);
});

test("CLUSTER-STATE-1 a sandbox in a cluster is not said to have what it has not", () => {
  const place = ["--node", "one", "--advertise", "127.0.0.1:7000"];
  const [first] = said(["--cluster", "postgres://bourse@127.0.0.1/bourse", ...place]);

  expect(first).toContain("in a cluster");
  expect(first).not.toMatch(/clock|snapshot|reset/);
});
