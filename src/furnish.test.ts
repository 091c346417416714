/** What a fresh directory is refused for, before anything is made of it. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../test/support/temporary-directory.ts";
import { type ConfigError, type Environment, readConfig } from "./config.ts";
import { exitCodeOf } from "./failure.ts";
import { checkFresh } from "./furnish.ts";

/** A place where keys lie, sound ones and others. */
function placeOfKeys(): (name: string) => string {
  const root = temporaryDirectory();
  const at = (name: string) => join(root, name);
  writeFileSync(at("sound"), `${"5a".repeat(32)}\n`);
  writeFileSync(at("short"), "5a5a");
  mkdirSync(at("folder"));
  symlinkSync(root, at("link"));
  return at;
}

function refusalOf(at: (name: string) => string, environment: Environment): ConfigError {
  const config = readConfig(["--no-demo", "--data", at("fresh")], environment);
  try {
    checkFresh(config);
  } catch (error) {
    return error as ConfigError;
  }
  throw new Error("it was not refused");
}

const IN_IT = "must not lie in a production directory.";

test.each([
  ["a folder as the key", "folder", "sound", "BOURSE_MASTER_KEY_FILE is @. It is a directory."],
  ["half a key", "short", "sound", "BOURSE_MASTER_KEY_FILE is @. The master key file short does"],
  ["a key below a file", "sound/key", "sound", "BOURSE_MASTER_KEY_FILE is @. It cannot be read"],
  ["a key in the directory", "fresh/key", "sound", `BOURSE_MASTER_KEY_FILE ${IN_IT}`],
  ["a key in it by a detour", "link/fresh/key", "sound", `BOURSE_MASTER_KEY_FILE ${IN_IT}`],
])("USER-SECRET-2 %s is told, and nothing is made", (_, key, old, sentence) => {
  const at = placeOfKeys();

  for (const [isOld, name] of [
    [false, "BOURSE_MASTER_KEY_FILE"],
    [true, "BOURSE_OLD_MASTER_KEY_FILE"],
  ] as const) {
    const [current, before] = isOld ? [old, key] : [key, old];
    const environment = {
      BOURSE_MASTER_KEY_FILE: at(current),
      BOURSE_OLD_MASTER_KEY_FILE: at(before),
    };
    const refused = refusalOf(at, environment);
    const expected = sentence.replace("BOURSE_MASTER_KEY_FILE", name).replace("@", at(key));
    expect(refused.message.startsWith(expected), refused.message).toBe(true);
    expect(exitCodeOf(refused)).toBe(2);
  }
  expect(existsSync(at("fresh"))).toBe(false);
});

test("USER-SECRET-2 without a key there is no production directory, and with sound ones there may be", () => {
  const at = placeOfKeys();
  const environment = {
    BOURSE_MASTER_KEY_FILE: at("sound"),
    BOURSE_OLD_MASTER_KEY_FILE: at("sound"),
  };

  expect(refusalOf(at, {}).message).toBe("A production directory needs BOURSE_MASTER_KEY_FILE.");
  expect(() =>
    checkFresh(readConfig(["--no-demo", "--data", at("fresh")], environment)),
  ).not.toThrow();
});
