/**
 * What goes wrong is one clear line on stderr and an exit code that is not 0, whichever program says
 * it. The real server and the real command line show it once for every code and every stage of a
 * start; further cases of a stage go through its own function, and are told by the same two that both
 * programs end with. One server runs beside, to be in the way.
 */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { exitCodeOf, sentenceOf, withFlag } from "../../src/app/failure.ts";
import { readTls } from "../../src/app/transport.ts";
import { privateFiles } from "../../src/auth/private-files.ts";
import { listen } from "../../src/http/server.ts";
import { makeDataDirectory, realDisk } from "../../src/log/real-disk.ts";
import { openOperatorEarly } from "../../src/operator/open-operator.ts";
import { cli } from "../support/cli-desk.ts";
import { type Ended, hasProgram, runToEnd } from "../support/run-to-end.ts";
import { SERVER, ServerProcess, SMALL_LOG, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile, temporaryDirectory } from "../support/temporary-directory.ts";

const DIST = join(import.meta.dirname, "../../dist");
const CLI = [process.execPath, join(DIST, "cli/bourse.js")] as const;
const FREE = ["--port", "0", "--operator-port", "0", "--no-traders"] as const;
const place = directoryOfFile();
const directory = join(place, "running");
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start(directory);
}, START_PATIENCE_MS);
afterAll(() => server.kill());

interface Failure {
  readonly code: number;
  readonly line: string;
}

/** One line on stderr, and nothing that looks like a stack. */
function failureIn({ code, out, output }: Ended): Failure {
  const said = output.slice(out.length);
  expect(said.endsWith("\n"), output).toBe(true);
  const line = said.slice(0, -1);
  expect(line.split("\n"), output).toHaveLength(1);
  expect(line).not.toMatch(/^\s*$|^\s+at |node:internal|Error:/);
  return { code, line };
}

async function failed(...command: readonly string[]): Promise<Failure> {
  return failureIn(await runToEnd(command, { environment: { BOURSE_DATA: "" } }));
}

const bourse = (...args: readonly string[]) => failed(...CLI, ...args);
const start = (...args: readonly string[]) => failed(...SERVER, ...args);

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

async function takenPort(): Promise<number> {
  const holder = createServer();
  onTestFinished(() => void holder.close());
  return new Promise((resolve) => {
    holder.listen(0, "127.0.0.1", () => resolve(Object(holder.address()).port));
  });
}

test.each(["--port", "--operator-port"])(
  "%s in use: the port is named, and the flag",
  async (flag) => {
    const port = await takenPort();
    const others = FREE.filter((word, at) => word !== flag && FREE[at - 1] !== flag);

    const data = ["--data", temporaryDirectory(), ...SMALL_LOG];
    const failure = await start(...others, flag, `${port}`, ...data);

    expect(failure).toEqual({
      code: 1,
      line: `port ${port} of 127.0.0.1 is in use by another program; ${flag} N chooses another`,
    });
  },
);

test("an address that this machine does not have: the flag is named", async () => {
  const failure = await told(() =>
    listen(createServer(), { host: "192.0.2.1", port: 0 }).catch((error: unknown) => {
      throw withFlag(error, "--port");
    }),
  );

  expect(failure).toEqual({
    code: 1,
    line: "192.0.2.1 is no address of this machine; --host H chooses another",
  });
});

test("LOG-LOCK-1 a second server on one directory: the first one's pid is named", async () => {
  expect(await start(...FREE, "--data", directory)).toEqual({
    code: 1,
    line: `${directory} is in use by the process with pid ${server.pid}`,
  });
});

test("no server: exit code 3, whether none was ever started or none runs now", async () => {
  const never = temporaryDirectory();
  const stopped = temporaryDirectory();
  writeFileSync(join(stopped, "operator-token"), `${"a".repeat(64)}\n`);

  const [none, gone] = [
    await bourse("status", "--data", never),
    await typed("status", "--data", stopped, "--operator-port", "1"),
  ];

  expect(none.code).toBe(3);
  expect(none.line).toContain(
    `${never} holds no operator-token: no server has been started on it.`,
  );
  expect(gone.code).toBe(3);
  expect(gone.line).toContain("No server listens on 127.0.0.1:1. Start one with: bourse start");
});

test("OPER-API-2 a wrong token: exit code 3, and the token is not told", async () => {
  const other = temporaryDirectory();
  const token = "b".repeat(64);
  writeFileSync(join(other, "operator-token"), `${token}\n`);

  const port = `--operator-port=${server.operatorPort}`;
  const { code, line } = await typed("status", "--data", other, port);

  expect(code).toBe(3);
  expect(line).toMatch(/^The server refused the token: .+ --data DIR\.$/);
  expect(line).not.toContain(token);
});

test("a TLS file that cannot be read: the flag is named", async () => {
  const config = readConfig(["--tls-cert", place, "--tls-key", place], {});

  const { code, line } = await told(() => readTls(config));

  expect(code).toBe(2);
  expect(line).toMatch(/^--tls-cert cannot be read: /);
});

test("a data directory that is a file, for the server and for the command line", async () => {
  const file = join(temporaryDirectory(), "file");
  writeFileSync(file, "");

  const refused = { code: 2, line: `${file} is not a directory` };
  expect(await start(...FREE, "--data", file)).toEqual(refused);
  expect(await told(() => makeDataDirectory(join(file, "below")))).toEqual(refused);
  expect(await bourse("verify", file)).toEqual(refused);
  expect(await typed("status", "--data", join(file, "below"))).toMatchObject({
    line: `${join(file, "below")} leads through something that is no directory`,
  });
});

test.skipIf(process.platform !== "linux")(
  "a place where no directory can be made is refused by a start and a backup, and not tried for ever",
  async () => {
    const line = "/proc/none cannot be made: its file system takes no directories";

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

test("whatever the command line makes is for its owner alone", async () => {
  const backups = join(temporaryDirectory(), "backups");
  const command = [...CLI, "backup", directory, backups];
  const { code, output } = await runToEnd(["sh", "-c", 'umask 022; exec "$@"', "sh", ...command]);
  expect(code, output).toBe(0);

  const all = readdirSync(backups, { recursive: true, encoding: "utf8" });
  expect(all.some((path) => path.endsWith("history/data.mdb"))).toBe(true);
  for (const path of all) expect(statSync(join(backups, path)).mode & 0o077, path).toBe(0);
});

/**
 * Root may enter what is closed to all users, so the program runs without that power. It stays the owner
 * of the clone, which may lie where no other user is let in.
 */
const isRoot = process.getuid?.() === 0;
const POWERLESS = isRoot ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : [];
const canBePowerless = !isRoot || (await hasProgram(...POWERLESS, "true"));

/** Does several things in one process; for each its code, and the line that is told of it. */
const STEPS = `
  const [dist, key, ...lines] = process.argv.slice(1);
  const { runCli } = await import(dist + "/cli/run.js");
  const { exitCodeOf, sentenceOf } = await import(dist + "/app/failure.js");
  const { readConfig } = await import(dist + "/app/config.js");
  const { checkFresh } = await import(dist + "/app/provision-directory.js");
  const told = [];
  for (const line of lines) {
    const said = [];
    const say = (text) => void said.push(text);
    const code = await runCli(JSON.parse(line), { out: say, err: say });
    told.push({ code, line: said.join("\\n") });
  }
  try {
    checkFresh(readConfig(["--no-demo", "--data", key + "-exchange"], { BOURSE_MASTER_KEY_FILE: key }));
  } catch (error) {
    told.push({ code: exitCodeOf(error), line: sentenceOf(error) });
  }
  console.log(JSON.stringify(told));
`;

test.skipIf(!canBePowerless)("no permission: the path is named", async () => {
  const closed = join(temporaryDirectory(), "closed");
  mkdirSync(closed);
  chmodSync(closed, 0o000);
  onTestFinished(() => chmodSync(closed, 0o700));
  const denied = { code: 1, line: expect.stringContaining("cannot be used: permission denied") };
  const lines = [
    ["verify", closed],
    ["backup", closed, join(closed, "backups")],
    ["drill", closed],
    ["status", "--data", closed],
  ].map((line) => JSON.stringify(line));

  const started = await failed(
    ...POWERLESS,
    ...SERVER,
    ...FREE,
    "--data",
    join(closed, "exchange"),
  );
  const program = [process.execPath, "--input-type=module", "-e", STEPS, DIST];
  const { out, output } = await runToEnd([...POWERLESS, ...program, join(closed, "key"), ...lines]);

  expect(started).toEqual(denied);
  expect(out, output).not.toBe("");
  const key = {
    code: 2,
    line: expect.stringMatching(/^BOURSE_MASTER_KEY_FILE .+ It cannot be read \(EACCES\)\.$/),
  };
  expect(JSON.parse(out)).toEqual([...lines.map(() => denied), key]);
});

test("LOG-CORRUPT-1 a damaged log: exit code 4, and file and offset are named", async () => {
  const data = join(temporaryDirectory(), "damaged");
  cpSync(join(directory, "log"), join(data, "log"), { recursive: true });
  const path = join(data, "log/00000001.log");
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(700) ^ 1, 700);
  writeFileSync(path, bytes);
  const named = expect.stringMatching(
    /^log\/00000001\.log at offset \d+: expected a batch, found /,
  );

  expect(await start(...FREE, "--data", data)).toEqual({ code: 4, line: named });
  expect(await bourse("verify", data)).toEqual({ code: 4, line: named });
});

/** A disk of 2 MiB, too small for one file of a sandbox's log, which only the command and what it starts can see. */
const SMALL_MIB = 2;
const canMount = await hasProgram("unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt");

/** Runs a command with a small disk at `disk`, then lists what is there. */
async function onSmallDisk(disk: string, command: readonly string[]) {
  const mount = `mount -t tmpfs -o size=${SMALL_MIB}m tmpfs "$0"`;
  const script = `${mount} && "$@"; code=$?; find "$0" -type f; exit $code`;
  const ended = await runToEnd(["unshare", "-rm", "sh", "-c", script, disk, ...command]);
  return {
    ...failureIn(ended),
    left: ended.out.split("\n").filter((path) => path.startsWith(disk)),
  };
}

test.skipIf(!canMount)(
  "LOG-FULL-1 a full disk: one line for a start and a backup, and nothing is left of it",
  async () => {
    const disk = temporaryDirectory();

    const started = await onSmallDisk(disk, [...SERVER, ...FREE, "--data", disk]);
    const copied = await onSmallDisk(disk, [...CLI, "backup", directory, join(disk, "backups")]);

    const full = expect.stringMatching(/^no space left on the disk: .+, free are \d+$/);
    expect(started).toMatchObject({ code: 1, line: full });
    expect(copied).toEqual({ code: 1, line: full, left: [] });
    expect(readdirSync(disk)).toEqual([]);
  },
);

test.skipIf(!canMount)(
  "LOG-BACKUP-2 the root of a disk, as a container's volume is one, is restored to and verifies",
  async () => {
    const [disk, backups] = [temporaryDirectory(), temporaryDirectory()];
    const { path } = JSON.parse((await cli(["backup", directory, backups, "--json"])).out);
    const mount = 'mount -t tmpfs -o size=512m tmpfs "$0"';
    const script = `${mount} && "$@" restore ${path} "$0" && "$@" verify "$0"`;

    const { code, output } = await runToEnd(["unshare", "-rm", "sh", "-c", script, disk, ...CLI]);

    expect(code, output).toBe(0);
    expect(output).toMatch(/^restored: /);
    expect(output).toMatch(/^verified: /m);
  },
);
