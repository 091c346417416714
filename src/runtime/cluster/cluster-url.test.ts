/** Where the database of a cluster is, and what of it may stand on a command line. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { BadClusterUrl, readClusterUrl, readClusterVariable } from "./cluster-url.ts";

const SECRET = "a-password";
const SEVERAL = "postgres://bourse@one:5432,two:5432,three:5432/bourse";

test("LOG-PG-7 several hosts are taken, on a command line, from the environment and from a file", () => {
  const file = join(temporaryDirectory(), "url");
  writeFileSync(file, `${SEVERAL.replace("@", `:${SECRET}@`)}\n`);

  expect(readClusterUrl(SEVERAL)).toBe(SEVERAL);
  expect(readClusterVariable(SEVERAL)).toBe(SEVERAL);
  expect(readClusterUrl(file)).toContain(SECRET);
});

test.each([
  SEVERAL.replace("@", `:${SECRET}@`),
  `${SEVERAL}?password=${SECRET}`,
  `postgres://bourse:${SECRET}@one/bourse`,
])("CLUSTER-SECRET-1 a password on a command line is refused, and not repeated (%#)", (url) => {
  expect(messageOf(() => readClusterUrl(url))).toMatch(/^The URL has a password/);
  expect(messageOf(() => readClusterUrl(url))).not.toContain(SECRET);
  expect(readClusterVariable(url)).toBe(url);
});

test.each(["postgres://bourse@one,,two/x", "postgres://bourse@one:99999,two/x"])(
  "CLUSTER-SECRET-1 what is no URL is refused with a sentence that repeats nothing of it (%#)",
  (url) => {
    const said = messageOf(() => readClusterVariable(url.replace("@", `:${SECRET}@`)));

    expect(said).toMatch(/^The cluster's URL is postgres:\/\/user@host:port\/database/);
    expect(said).not.toContain(SECRET);
    expect(said).not.toContain("one");
  },
);

function messageOf(read: () => string): string {
  try {
    return `nothing was refused: ${read()}`;
  } catch (error) {
    expect(error).toBeInstanceOf(BadClusterUrl);
    return (error as Error).message;
  }
}
