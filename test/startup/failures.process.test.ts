/**
 * What goes wrong is one clear line on stderr and an exit code that is not 0. The real server shows it once for every
 * code that it has, the real command line for the one that only it has; and what needs a process of its own is shown by
 * one: fewer powers, a disk that is full, a disk of its own. Everything else is in failures.test.ts.
 */
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { cli } from "../support/cli-desk.ts";
import { type Ended, hasProgram, runToEnd } from "../support/run-to-end.ts";
import { CLI, FREE_PORTS, SERVER, SMALL_LOG } from "../support/server-process.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { stoppedDirectory } from "./stopped-directory.ts";

const FREE = [...FREE_PORTS, "--no-traders"] as const;
const STEPS = [process.execPath, join(import.meta.dirname, "steps.mjs")] as const;

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

const start = (...args: readonly string[]) => failed(...SERVER, ...args);

test("exit code 1: the port is in use, which is found last; nothing that was begun is left", async () => {
  const holder = createServer();
  onTestFinished(() => void holder.close());
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve));
  const { port } = Object(holder.address());
  const others = ["--operator-port", "0", "--no-traders", ...SMALL_LOG];

  // It ends when its output does, and its archivist would hold that open.
  expect(await start(...others, "--port", `${port}`, "--data", temporaryDirectory())).toEqual({
    code: 1,
    line: `port ${port} of 127.0.0.1 is in use by another program; --port N chooses another`,
  });
});

test("exit code 2: the data directory is a file", async () => {
  const file = join(temporaryDirectory(), "file");
  writeFileSync(file, "");

  const line = `${file} is not a directory`;
  expect(await start(...FREE, "--data", file)).toEqual({ code: 2, line });
});

test("OPER-ASK-1 exit code 2: what cannot be undone asks no program", async () => {
  const line =
    "reset cannot be undone: give --yes, there is no terminal to ask on; nothing was done";

  expect(await failed(...CLI, "reset", "--data", temporaryDirectory())).toEqual({ code: 2, line });
});

test("exit code 3: no server was ever started there", async () => {
  const never = temporaryDirectory();

  const { code, line } = await failed(...CLI, "status", "--data", never);

  expect(code).toBe(3);
  expect(line).toContain(`${never} holds no operator-token: no server has been started on it.`);
});

test("LOG-CORRUPT-1 exit code 4: a damaged log, and file and offset are named", async () => {
  const data = await stoppedDirectory();
  const path = join(data, "log/00000001.log");
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(700) ^ 1, 700);
  writeFileSync(path, bytes);
  const named = expect.stringMatching(
    /^log\/00000001\.log at offset \d+: expected a batch, found /,
  );

  expect(await start(...FREE, "--sandbox", "--data", data)).toEqual({ code: 4, line: named });
});

test("whatever the command line makes is for its owner alone", async () => {
  const backups = join(temporaryDirectory(), "backups");
  const command = [...CLI, "backup", await stoppedDirectory(), backups];
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

test.skipIf(!canBePowerless)("no permission: the path is named", async () => {
  const closed = join(temporaryDirectory(), "closed");
  mkdirSync(closed);
  chmodSync(closed, 0o000);
  onTestFinished(() => chmodSync(closed, 0o700));
  const inside = (name: string) => join(closed, name);
  const steps = [
    ["bourse", "verify", closed],
    ["bourse", "backup", closed, inside("backups")],
    ["bourse", "drill", closed],
    ["bourse", "status", "--data", closed],
    ["start", "", "--data", inside("exchange")],
    ["start", inside("key"), "--no-demo", "--data", `${closed}-exchange`],
  ].map((step) => JSON.stringify(step));

  const { out, output } = await runToEnd([...POWERLESS, ...STEPS, ...steps]);

  const denied = { code: 1, line: expect.stringContaining("cannot be used: permission denied") };
  const key = {
    code: 2,
    line: expect.stringMatching(/^BOURSE_MASTER_KEY_FILE .+ It cannot be read \(EACCES\)\.$/),
  };
  expect(out, output).not.toBe("");
  expect(JSON.parse(out)).toEqual([denied, denied, denied, denied, denied, key]);
});

/** Too small for one file of a sandbox's log, and for a backup of next to nothing. */
const SMALL = { start: "2m", backup: "16k" } as const;
const canMount = await hasProgram("unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt");

/** Runs a command with a small disk at `disk`, which only it and what it starts can see, then lists what is there. */
async function onSmallDisk(disk: string, size: string, command: readonly string[]) {
  const mount = `mount -t tmpfs -o size=${size} tmpfs "$0"`;
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
    const backup = [...CLI, "backup", await stoppedDirectory(), join(disk, "backups")];

    const started = await onSmallDisk(disk, SMALL.start, [...SERVER, ...FREE, "--data", disk]);
    const copied = await onSmallDisk(disk, SMALL.backup, backup);

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
    const taken = await cli(["backup", await stoppedDirectory(), backups, "--json"]);
    const { path } = JSON.parse(taken.out);
    const steps = [
      ["bourse", "restore", path, disk],
      ["bourse", "verify", disk],
    ].map((step) => JSON.stringify(step));
    const script = 'mount -t tmpfs -o size=512m tmpfs "$0" && "$@"';

    const typed = ["unshare", "-rm", "sh", "-c", script, disk, ...STEPS, ...steps];
    const { out, output } = await runToEnd(typed);

    expect(out, output).not.toBe("");
    const [restored, verified] = JSON.parse(out);
    expect(restored).toEqual({ code: 0, line: expect.stringMatching(/^restored: /) });
    expect(verified).toEqual({ code: 0, line: expect.stringMatching(/^verified: /m) });
  },
);
