/**
 * What goes wrong is one clear line and an exit code that is not 0, whichever program says it. Each stage of a start
 * goes through its own function here, and is told by the same two that both programs end with; the command line runs
 * in this process. Real programs show one failure of each code in failures.process.test.ts. What else is refused is
 * in src/app: config.test.ts, transport.test.ts, provision-directory.test.ts.
 */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exitCodeOf, sentenceOf, withFlag } from "../../src/app/failure.ts";
import { readConfig } from "../../src/app/settings/config.ts";
import { readTls } from "../../src/app/settings/transport.ts";
import { privateFiles } from "../../src/edge/auth/private-files.ts";
import { listen } from "../../src/edge/http/listener/server.ts";
import { openOperatorEarly } from "../../src/edge/operator/open-operator.ts";
import { lockDirectory } from "../../src/log/directory-lock.ts";
import { makeDataDirectory, realDisk } from "../../src/log/real-disk.ts";
import { realDirectory } from "../backup/real-directory.ts";
import { cli } from "../support/cli-desk.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { stoppedDirectory } from "./stopped-directory.ts";

interface Failure {
  readonly code: number;
  readonly line: string;
}

/** What a program ends with when this fails. */
async function told(step: () => unknown): Promise<Failure> {
  try {
    await step();
  } catch (error) {
    return { code: exitCodeOf(error), line: sentenceOf(error) };
  }
  return expect.fail("it did not fail");
}

/** The command line, but for its process. */
async function typed(...args: readonly string[]): Promise<Failure> {
  const { code, out, err } = await cli(args);
  expect(out).toBe("");
  return { code, line: err };
}

/** How a start opens its listeners. */
const OPENED = {
  "--port": (port: number, host: string) => listen(createServer(), { host, port }),
  "--operator-port": (port: number, host: string) =>
    openOperatorEarly({ files: privateFiles(realDisk(temporaryDirectory())), port, host }),
} as const;

/** What is told when a listener cannot be opened there. */
function toldOf(flag: keyof typeof OPENED, port: number, host = "127.0.0.1"): Promise<Failure> {
  return told(() =>
    OPENED[flag](port, host).catch((error: unknown) => {
      throw withFlag(error, flag);
    }),
  );
}

test.each(["--port", "--operator-port"] as const)(
  "%s in use: the port is named, and the flag",
  async (flag) => {
    const holder = createServer();
    onTestFinished(() => void holder.close());
    await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
    const { port } = Object(holder.address());

    expect(await toldOf(flag, port)).toEqual({
      code: 1,
      line: `port ${port} of 127.0.0.1 is in use by another program; ${flag} N chooses another`,
    });
  },
);

test.each([
  ["--port", "--host"],
  ["--operator-port", "--operator-host"],
] as const)("an address that this machine does not have: %s names %s", async (flag, host) => {
  expect(await toldOf(flag, 0, "192.0.2.1")).toEqual({
    code: 1,
    line: `192.0.2.1 is no address of this machine; ${host} H chooses another`,
  });
});

test("LOG-LOCK-1 a second server on one directory: the first one's pid is named", async () => {
  const directory = temporaryDirectory();
  const lock = await lockDirectory(directory);

  const second = await told(() => lockDirectory(directory));

  await lock.release();
  const line = `${directory} is in use by the process with pid ${process.pid}`;
  expect(second).toEqual({ code: 1, line });
});

test("a TLS file that cannot be read: the flag is named", async () => {
  const place = temporaryDirectory();
  const config = readConfig(["--tls-cert", place, "--tls-key", place], {});

  const { code, line } = await told(() => readTls(config));

  expect(code).toBe(2);
  expect(line).toMatch(/^--tls-cert cannot be read: /);
});

test("a data directory that is a file, for the server and for the command line", async () => {
  const file = join(temporaryDirectory(), "file");
  writeFileSync(file, "");

  const refused = { code: 2, line: `${file} is not a directory` };
  expect(await told(() => makeDataDirectory(file))).toEqual(refused);
  expect(await told(() => makeDataDirectory(join(file, "below")))).toEqual(refused);
  expect(await typed("verify", file)).toEqual(refused);
  expect(await typed("status", "--data", join(file, "below"))).toMatchObject({
    line: `${join(file, "below")} leads through something that is no directory`,
  });
});

test.skipIf(process.platform !== "linux")(
  "a place where no directory can be made is refused by a start and a backup, and not tried for ever",
  async () => {
    const line = "/proc/none cannot be made: its file system takes no directories";
    const directory = await stoppedDirectory();

    expect(await told(() => makeDataDirectory("/proc/none"))).toEqual({ code: 2, line });
    expect(await typed("backup", directory, "/proc/none")).toEqual({ code: 2, line });
  },
);

test("OPER-API-2 a token that is not as it was written: exit code 2, another try would say the same", async () => {
  const data = temporaryDirectory();
  writeFileSync(join(data, "operator-token"), "half a tok");

  const files = privateFiles(realDisk(data));
  expect(await told(() => openOperatorEarly({ files, port: 0 }))).toEqual({
    code: 2,
    line: "The file operator-token does not hold 64 hex digits; remove it, and a start makes a new one.",
  });
});

test("LOG-CORRUPT-1 a damaged log: exit code 4, and file and offset are named", async () => {
  const directory = await stoppedDirectory();
  const path = join(directory, "log/00000001.log");
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(700) ^ 1, 700);
  writeFileSync(path, bytes);

  expect(await typed("verify", directory)).toEqual({
    code: 4,
    line: expect.stringMatching(/^log\/00000001\.log at offset \d+: expected a batch, found /),
  });
});

test("LOG-VERIFY-2 a damaged snapshot is damage, also when another one is sound", async () => {
  const { directory } = await realDirectory();
  const folder = join(directory, "snapshots");
  const [name = ""] = readdirSync(folder).sort().slice(-1);
  copyFileSync(join(folder, name), join(folder, "000000000001.snap"));

  const verified = await cli(["verify", directory]);
  const json = await cli(["verify", directory, "--json"]);

  const err = expect.stringMatching(
    /^snapshot 000000000001\.snap: a position that is not in its name/,
  );
  expect(verified).toEqual({ code: 4, err, out: expect.not.stringContaining("verified: ") });
  expect(verified.out).toMatch(/^snapshot +000000000001\.snap: .+ is damaged$/m);
  expect(json).toMatchObject({ code: 4, err });
  expect(JSON.parse(json.out).damagedSnapshots).toHaveLength(1);
});
