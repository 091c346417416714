import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { realDisk } from "../../log/real-disk.ts";
import {
  findOperatorToken,
  isBearerOf,
  METRICS_TOKEN_NAME,
  metricsToken,
  OPERATOR_TOKEN_NAME,
  operatorToken,
  TokenError,
} from "./operator-token.ts";
import { privateFiles } from "./private-files.ts";

test("OPER-API-2 the first start makes a token of 32 bytes, later ones find it", () => {
  const directory = temporaryDirectory();
  const files = privateFiles(realDisk(directory));

  const first = operatorToken(files);

  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(operatorToken(privateFiles(realDisk(directory)))).toBe(first);
  expect(findOperatorToken(files)).toBe(first);
  expect(operatorToken(privateFiles(realDisk(temporaryDirectory())))).not.toBe(first);
});

test("OPER-API-6 the token for the metrics is another one, in a file of its own", () => {
  const directory = temporaryDirectory();
  const files = privateFiles(realDisk(directory));

  const token = metricsToken(files);

  expect(token).toMatch(/^[0-9a-f]{64}$/);
  expect(token).not.toBe(operatorToken(files));
  expect(metricsToken(files)).toBe(token);
  expect(statSync(join(directory, METRICS_TOKEN_NAME)).mode & 0o777).toBe(0o600);
});

test("OPER-API-2 the token's file is for the owner's eyes only", () => {
  const directory = temporaryDirectory();

  const token = operatorToken(privateFiles(realDisk(directory)));

  const path = join(directory, OPERATOR_TOKEN_NAME);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, "utf8")).toBe(`${token}\n`);
  expect(readdirSync(directory)).toEqual([OPERATOR_TOKEN_NAME]);
});

test.each(["", "abcd", "Z".repeat(64), "a".repeat(65)])(
  "a token file that holds %j is refused in a sentence, not used",
  (content) => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, OPERATOR_TOKEN_NAME), content);
    const files = privateFiles(realDisk(directory));

    expect(() => operatorToken(files)).toThrow(TokenError);
    expect(findOperatorToken(files)).toBeUndefined();
  },
);

const TOKEN = "0123456789abcdef".repeat(4);

test.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `Bearer  ${TOKEN}`])("%j shows it", (header) => {
  expect(isBearerOf(TOKEN, header)).toBe(true);
});

test.each([
  "",
  "Bearer",
  "Bearer ",
  TOKEN,
  `Basic ${TOKEN}`,
  `Bearer ${TOKEN.slice(1)}`,
  `Bearer ${TOKEN}0`,
  `Bearer ${TOKEN.toUpperCase()}`,
  `Bearer ${TOKEN} ${TOKEN}`,
  `Bearer ${"f".repeat(64)}`,
])("%j does not", (header) => {
  expect(isBearerOf(TOKEN, header)).toBe(false);
});
