import { randomBytes } from "node:crypto";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { realDisk } from "../../log/real-disk.ts";
import { privateFiles } from "./private-files.ts";
import {
  drawCredentials,
  MASTER_KEY_NAME,
  openSecret,
  readMasterKey,
  SealError,
  sandboxMasterKey,
  sealSecret,
} from "./seal.ts";

const masterKey = randomBytes(32);

test("a sealed secret opens again, hides the secret and is never sealed twice alike", () => {
  const drawn = drawCredentials();

  const sealedSecret = sealSecret(masterKey, drawn);

  expect(openSecret(masterKey, { apiKey: drawn.apiKey, sealedSecret })).toBe(drawn.secret);
  expect(Buffer.from(sealedSecret).includes(drawn.secret)).toBe(false);
  expect(sealSecret(masterKey, drawn)).not.toEqual(sealedSecret);
});

test("a sealed secret opens for no other key, no other master key, and not when changed", () => {
  const drawn = drawCredentials();
  const sealedSecret = sealSecret(masterKey, drawn);
  const { apiKey } = drawn;
  const changed = Uint8Array.from(sealedSecret);
  changed[40] = (changed[40] ?? 0) ^ 1;

  expect(() => openSecret(masterKey, { apiKey: "other", sealedSecret })).toThrow(SealError);
  expect(() => openSecret(randomBytes(32), { apiKey, sealedSecret })).toThrow(SealError);
  expect(() => openSecret(masterKey, { apiKey, sealedSecret: changed })).toThrow(SealError);
  expect(() => openSecret(masterKey, { apiKey, sealedSecret: changed.subarray(0, 9) })).toThrow(
    SealError,
  );
});

test("a sandbox makes its master key once, for the owner's eyes only", () => {
  const directory = temporaryDirectory();
  const files = privateFiles(realDisk(directory));

  const first = sandboxMasterKey(files);

  expect(first).toHaveLength(32);
  expect(sandboxMasterKey(files)).toEqual(first);
  expect(statSync(join(directory, MASTER_KEY_NAME)).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual([MASTER_KEY_NAME]);
});

test("a half-written file of a crashed start is not in the way", () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, `${MASTER_KEY_NAME}.tmp`), "half");

  sandboxMasterKey(privateFiles(realDisk(directory)));

  expect(readdirSync(directory)).toEqual([MASTER_KEY_NAME]);
});

test.each([
  ["there is none", undefined],
  ["it is too short", "abcd"],
  ["it is no hex", "z".repeat(64)],
])("a master key file is refused in a sentence when %s", (_, content) => {
  const directory = temporaryDirectory();
  if (content) writeFileSync(join(directory, "key"), content);

  expect(() => readMasterKey(privateFiles(realDisk(directory)), "key")).toThrow(SealError);
});
