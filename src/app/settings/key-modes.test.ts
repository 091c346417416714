/** USER-SECRET-4: other users' access to a master key file. */
import { chmodSync, chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { readConfig } from "./config.ts";
import { checkKeyModes, keyWarnings } from "./key-modes.ts";

function configWith(mode: number) {
  const path = join(temporaryDirectory(), "key");
  writeFileSync(path, "5a".repeat(32));
  chmodSync(path, mode);
  return { path, config: readConfig([], { BOURSE_MASTER_KEY_FILE: path }) };
}

test.each([0o600, 0o400, 0o440])(
  "USER-SECRET-4 a key of mode %o is taken without a word",
  (mode) => {
    const { config } = configWith(mode);

    checkKeyModes(config);
    expect(keyWarnings(config)).toEqual([]);
  },
);

test.each([0o620, 0o602, 0o666])(
  "USER-SECRET-4 a key of mode %o, which others may write, is refused",
  (mode) => {
    const { config, path } = configWith(mode);

    const sentence = `BOURSE_MASTER_KEY_FILE is ${path}. Others may write it: chmod 600.`;
    expect(() => checkKeyModes(config)).toThrow(sentence);
  },
);

test("USER-SECRET-4 an own key that others may read is refused", () => {
  const { config, path } = configWith(0o644);

  const sentence = `BOURSE_MASTER_KEY_FILE is ${path}. Others may read it: chmod 600.`;
  expect(() => checkKeyModes(config)).toThrow(sentence);
});

test.skipIf(process.getuid?.() !== 0)(
  "USER-SECRET-4 of a key that another user owns it is only said",
  () => {
    const { config, path } = configWith(0o444);
    chownSync(path, 12_345, 12_345);

    checkKeyModes(config);
    expect(keyWarnings(config)).toEqual([`BOURSE_MASTER_KEY_FILE is ${path}. Others may read it.`]);
  },
);
