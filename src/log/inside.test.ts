import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { isInside } from "./inside.ts";

/** `data` with a key in it, `data-keys` beside it with another, and links between the two. */
function house() {
  const root = temporaryDirectory();
  const at = (...names: string[]) => join(root, ...names);
  mkdirSync(at("data", "sub"), { recursive: true });
  mkdirSync(at("data-keys"));
  for (const key of [at("data", "key"), at("data", "sub", "key"), at("data-keys", "key")]) {
    writeFileSync(key, "key");
  }
  symlinkSync(at("data", "key"), at("data-keys", "link-to-key"));
  symlinkSync(at("data", "sub"), at("data-keys", "link-to-folder"));
  symlinkSync(at("data-keys", "key"), at("data", "link-out"));
  symlinkSync(at("data"), at("link-to-data"));
  return { at, data: at("data") };
}

test.each([
  ["its plain name", ["data", "key"]],
  ["a folder below", ["data", "sub", "key"]],
  ["a name that leads nowhere yet", ["data", "none"]],
  ["a name that begins with two dots", ["data", "..key"]],
  ["a link from outside to the file", ["data-keys", "link-to-key"]],
  ["a link from outside to its folder", ["data-keys", "link-to-folder", "key"]],
  ["a link to the directory", ["link-to-data", "key"]],
  ["a link in the directory that leads out", ["data", "link-out"]],
])("USER-SECRET-2 %s is inside", (_, names) => {
  const { at, data } = house();

  expect(isInside(data, at(...names))).toBe(true);
  expect(isInside(at("link-to-data"), at(...names))).toBe(true);
  expect(isInside(relative(process.cwd(), data), at(...names))).toBe(true);
});

test("USER-SECRET-2 a way through .. is followed to its end", () => {
  const { data } = house();

  expect(isInside(data, `${data}/../data-keys/../data/key`)).toBe(true);
  expect(isInside(data, `${data}/../data-keys/key`)).toBe(false);
  expect(isInside(data, `${data}/sub/../../data-keys/key`)).toBe(false);
  expect(isInside(`${data}/sub/..`, relative(process.cwd(), `${data}/key`))).toBe(true);
});

test.each([
  ["a neighbour whose name begins alike", ["data-keys", "key"]],
  ["a file in no folder", ["none", "key"]],
  ["a file below a file", ["data-keys", "key", "key"]],
  ["a name beside it that leads nowhere", ["none"]],
])("%s is not inside", (_, names) => {
  const { at, data } = house();

  expect(isInside(data, at(...names))).toBe(false);
  expect(isInside(at("no-directory"), at(...names))).toBe(false);
});

test("USER-SECRET-2 a directory that is not made yet has an inside, too", () => {
  const { at } = house();

  expect(isInside(at("no-directory"), at("no-directory", "key"))).toBe(true);
  expect(isInside(at("link-to-data", "later"), at("data", "later", "deep", "key"))).toBe(true);
  expect(isInside(at("no-directory"), at("no-directory-keys", "key"))).toBe(false);
});
