/** What a directory is refused for: a new one before anything is made of it, an opened one as it is. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openOn } from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { temporaryDirectory } from "../../../test/support/temporary-directory.ts";
import { privateFiles } from "../../edge/auth/private-files.ts";
import { openDirectoryAs } from "../../runtime/sequencer/open-exchange.ts";
import { exitCodeOf } from "../failure.ts";
import { ConfigError, type Environment, readConfig } from "../settings/config.ts";
import { checkFresh, provisionDirectory, segmentBytesFor } from "./provision-directory.ts";

/** A place where keys lie, sound ones and others. */
function placeOfKeys(): (name: string) => string {
  const root = temporaryDirectory();
  const at = (name: string) => join(root, name);
  writeFileSync(at("sound"), `${"5a".repeat(32)}\n`, { mode: 0o600 });
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

/** A directory that was opened as production before, and is started again. */
async function provisionAgain(args: readonly string[], environment: Environment, data: string) {
  const disk = new SimulatedDisk();
  const { sequencer } = await openOn(disk);
  await openDirectoryAs(sequencer, "production");
  const config = readConfig([...args, "--data", data], environment);
  return await provisionDirectory(config, privateFiles(disk), sequencer);
}

test.each([
  [["--sandbox"], "The directory is a production one, for ever: it is no sandbox."],
  [["--no-limits"], "--no-limits is for a sandbox; this directory is a production one."],
  [
    ["--operator-host=::1"],
    "--operator-host is for a sandbox; this directory is a production one.",
  ],
  [
    ["--operator-names=a"],
    "--operator-names is for a sandbox; this directory is a production one.",
  ],
])("CORE-DIR-1 OPER-API-8 OPER-API-10 %s is refused for a production directory", async (...row) => {
  const [args, sentence] = row;
  const at = placeOfKeys();
  const environment = { BOURSE_MASTER_KEY_FILE: at("sound") };

  const refused = provisionAgain(args, environment, at("data"));

  await expect(refused).rejects.toThrow(new ConfigError(sentence));
});

test.each([
  ["no master key", undefined, undefined, "A production directory needs BOURSE_MASTER_KEY_FILE."],
  ["a key in the directory", "data/key", undefined, `BOURSE_MASTER_KEY_FILE ${IN_IT}`],
  ["a link to a key in it", "link-to-key", undefined, `BOURSE_MASTER_KEY_FILE ${IN_IT}`],
  ["a key that is not there", "none", undefined, "There is no master key file"],
  ["half a key for the old one", "sound", "short", "BOURSE_OLD_MASTER_KEY_FILE is @. The master"],
])("USER-SECRET-2 USER-SECRET-3 a production directory is refused with %s", async (...row) => {
  const [, key, old, sentence] = row;
  const at = placeOfKeys();
  mkdirSync(at("data"));
  writeFileSync(at("data/key"), `${"5a".repeat(32)}\n`, { mode: 0o600 });
  symlinkSync(at("data/key"), at("link-to-key"));
  const environment = {
    ...(key === undefined ? {} : { BOURSE_MASTER_KEY_FILE: at(key) }),
    ...(old === undefined ? {} : { BOURSE_OLD_MASTER_KEY_FILE: at(old) }),
  };

  const refused = await provisionAgain([], environment, at("data")).catch(
    (error: unknown) => error,
  );

  expect(refused).toBeInstanceOf(ConfigError);
  expect(exitCodeOf(refused)).toBe(2);
  expect((refused as Error).message).toContain(sentence.replace("@", at(old ?? "")));
});

test("CORE-DIR-1 a production directory with a sound key is provisioned, and gets no demo", async () => {
  const at = placeOfKeys();
  const environment = { BOURSE_MASTER_KEY_FILE: at("sound") };

  const provisioned = await provisionAgain([], environment, at("data"));

  expect(provisioned).toMatchObject({ hasDemo: false, resealed: undefined });
});

test("LOG-KEEP-1 a sandbox gets small files of the log, a new one and an old one, and production large ones", () => {
  const directory = temporaryDirectory();
  const at = (name: string) => join(directory, name);
  const sizeOf = (name: string, ...args: string[]) =>
    segmentBytesFor(readConfig([...args, "--data", at(name)], {}));
  for (const name of ["demo", "bare", "production"])
    mkdirSync(join(at(name), "log"), { recursive: true });
  writeFileSync(join(at("demo"), "demo-keys.json"), "{}");
  writeFileSync(join(at("bare"), "master-key"), "");
  const [small, large] = [4 * 2 ** 20, 64 * 2 ** 20];

  expect([sizeOf("fresh"), sizeOf("fresh", "--no-demo", "--sandbox")]).toEqual([small, small]);
  expect(sizeOf("fresh", "--no-demo")).toBe(large);
  expect([sizeOf("demo"), sizeOf("bare"), sizeOf("production")]).toEqual([small, small, large]);
});

const GIVEN = "0123456789abcdef".repeat(4);

test.each([
  [["--operator-host=0.0.0.0"], {}, "--operator-host"],
  [["--operator-names=bourse"], {}, "--operator-names"],
  [[], { BOURSE_OPERATOR_TOKEN: GIVEN }, "BOURSE_OPERATOR_TOKEN"],
])(
  "OPER-API-8 OPER-API-9 OPER-API-10 %j %j: before a log is read, production is refused",
  (...row) => {
    const [args, environment, setting] = row;
    const at = placeOfKeys();
    for (const name of ["opened", "sandbox"]) mkdirSync(at(`${name}/log`), { recursive: true });
    writeFileSync(at("sandbox/master-key"), "");
    const keyed = { ...environment, BOURSE_MASTER_KEY_FILE: at("sound") };
    const check = (name: string, more: Environment = {}) =>
      checkFresh(readConfig([...args, "--data", at(name)], { ...keyed, ...more }));

    expect(() => check("fresh", { BOURSE_KIND: "production" })).toThrow(
      new ConfigError(`${setting} is for a sandbox; this directory is a production one.`),
    );
    expect(() => check("opened")).toThrow(
      new ConfigError(
        `${setting} is for a sandbox; this directory has no keys of its own, as a sandbox has.`,
      ),
    );
    for (const kind of ["sandbox", "demo"]) check("fresh", { BOURSE_KIND: kind });
    check("sandbox");
  },
);

test("OPER-API-8 the loopback address is as good as none, in production too", () => {
  const at = placeOfKeys();
  mkdirSync(at("opened/log"), { recursive: true });

  checkFresh(readConfig(["--operator-host", "127.0.0.1", "--data", at("opened")], {}));
});

test.each([
  ["production", "sandbox", "The directory is a production one, for ever: it is no sandbox."],
  ["production", "demo", "The directory is a production one, for ever: it is no sandbox."],
  ["sandbox", "production", "The directory is a sandbox, for ever: BOURSE_KIND says production."],
] as const)("CORE-DIR-2 a %s directory is not started as %s", async (kind, said, sentence) => {
  const at = placeOfKeys();
  const disk = new SimulatedDisk();
  const { sequencer } = await openOn(disk);
  await openDirectoryAs(sequencer, kind);
  const environment = { BOURSE_MASTER_KEY_FILE: at("sound"), BOURSE_KIND: said };
  const config = readConfig(["--data", at("data")], environment);

  const refused = provisionDirectory(config, privateFiles(disk), sequencer);

  await expect(refused).rejects.toThrow(new ConfigError(sentence));
});

test.each([
  [["--host", "0.0.0.0"], "0.0.0.0"],
  [["--host=192.0.2.1", "--sandbox"], "192.0.2.1"],
  [["--host=::"], "::"],
])("the demo with %j, where others reach it, is refused, and nothing is made for it", (...row) => {
  const [args, host] = row;
  const data = join(temporaryDirectory(), "made/by the start");
  const check = (...more: string[]) =>
    checkFresh(readConfig([...args, ...more, "--data", data], {}));

  expect(check).toThrow(ConfigError);
  expect(check).toThrow(`the demo's keys lie open, and ${host} can be reached from elsewhere`);
  expect(check).toThrow("Say --exposed-demo if that is meant.");
  expect(existsSync(data)).toBe(false);
  check("--exposed-demo");
});
