/** Where PostgreSQL is looked for, and what is done where the one from npm cannot be read. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { NoPostgres, neededPrograms } from "./programs.ts";
import { programsAside } from "./programs-aside.ts";

const isRoot = process.getuid?.() === 0;
const rootTest = test.runIf(isRoot);
const VERSION = "17.0.0";
const TWO_DAYS_S = 172_800;

/** A program with something beside it that it reads, where only root may enter. */
function clone(): string {
  const native = join(temporaryDirectory(), "native");
  for (const folder of ["bin", "lib"]) mkdirSync(join(native, folder), { recursive: true });
  const program = '#!/bin/sh\ncat "$(dirname "$0")/../lib/link"\n';
  writeFileSync(join(native, "bin", "postgres"), program, { mode: 0o700 });
  writeFileSync(join(native, "lib", "library"), "17\n", { mode: 0o600 });
  symlinkSync("library", join(native, "lib", "link"));
  return native;
}

/** Where everybody may enter. */
function openPlace(): string {
  const place = temporaryDirectory();
  chmodSync(place, 0o755);
  return place;
}

test("programs that are named are taken, and a directory without them is refused with a sentence", () => {
  const directory = join(temporaryDirectory(), "bin");
  mkdirSync(directory);

  expect(() => neededPrograms(directory)).toThrow(NoPostgres);
  for (const name of ["initdb", "postgres"]) writeFileSync(join(directory, name), "");
  expect(neededPrograms(directory)).toBe(directory);
});

rootTest("programs that only root can read are copied where their user can run them, once", () => {
  const [native, among] = [clone(), openPlace()];

  const { directory = "" } = programsAside(native, VERSION, among);
  const madeAt = statSync(join(directory, "postgres")).ctimeMs;

  expect(directory.startsWith(among)).toBe(true);
  expect(readFileSync(join(directory, "../lib/link"), "utf8")).toBe("17\n");
  expect(programsAside(native, VERSION, among)).toEqual({ directory });
  expect(statSync(join(directory, "postgres")).ctimeMs).toBe(madeAt);
  expect(readdirSync(among)).toHaveLength(1);
});

rootTest(
  "a copy of another version is kept while it is used, and removed when nobody has for a day",
  () => {
    const [native, among] = [clone(), openPlace()];
    programsAside(native, "16.0.0", among);
    programsAside(native, VERSION, among);
    expect(readdirSync(among)).toHaveLength(2);

    const [older = ""] = readdirSync(among).sort();
    const before = Date.now() / 1_000 - TWO_DAYS_S;
    utimesSync(join(among, older), before, before);
    programsAside(native, VERSION, among);

    expect(readdirSync(among)).toHaveLength(1);
    expect(existsSync(join(among, older))).toBe(false);
  },
);

rootTest(
  "what has the name and may be another's is not run, and a place where nothing runs is told",
  () => {
    const [native, among, closed] = [clone(), openPlace(), temporaryDirectory()];
    const { directory = "" } = programsAside(native, VERSION, among);
    chmodSync(join(directory, ".."), 0o777);

    expect(programsAside(native, VERSION, among).why).toContain("is another's");
    expect(programsAside(native, VERSION, closed).why).toMatch(/can run it neither at .* nor at/);
    expect(programsAside(native, VERSION, join(closed, "none")).why).toContain(
      "could not be copied",
    );
  },
);
