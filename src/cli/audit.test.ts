/** `bourse audit` on a stopped directory, sound and not, and on one whose server must be asked. */

import { expect, test } from "vitest";
import { CliDesk, cli } from "../../test/support/cli-desk.ts";
import { mustDo, openMarketOn, order } from "../../test/support/service-desk.ts";
import { temporaryDirectory } from "../../test/support/temporary-directory.ts";
import { viewOf } from "../../test/support/wallet-view.ts";
import { lockDirectory } from "../log/directory-lock.ts";
import { openFileLog } from "../log/file/file-log.ts";
import { writeSnapshot } from "../log/file/snapshot-files.ts";
import { realDisk } from "../log/real-disk.ts";
import { digestOf } from "../runtime/replica/replay.ts";
import { restore } from "../runtime/replica/restore.ts";

/** A directory in which alice bought from bob, and whose server has stopped. */
async function stoppedDirectory(): Promise<string> {
  const directory = temporaryDirectory();
  const { sequencer } = await openMarketOn(realDisk(directory));
  await mustDo(sequencer, order(2, "sell 1 @ 100"));
  await mustDo(sequencer, order(1, "buy 2 @ 100"));
  await sequencer.stop();
  return directory;
}

/** Puts a snapshot at its end in which alice has one unit of USDT too much. */
async function plantImbalance(directory: string): Promise<void> {
  const disk = realDisk(directory);
  const log = await openFileLog({ disk, readOnly: true });
  const replica = restore(log, undefined);
  log.close();
  const { state, cursor } = replica;
  viewOf(state.ledger, "spot", 1, 2).free += 1n;
  const head = { cursor, timeMs: state.timeMs, digest: digestOf(state) };
  writeSnapshot(disk, head, replica.write());
}

test("CORE-AUDIT-1 a stopped directory is read, and its figures stand point below point", async () => {
  const directory = await stoppedDirectory();

  const { code, out, err } = await cli(["audit", "--data", directory]);

  expect({ code, err }).toEqual({ code: 0, err: "" });
  const [first, , ...lines] = out.split("\n");
  expect(first).toMatch(/^as of position \d+, engine time \d{4}-/);
  expect(lines.at(-1)).toBe("every asset sums to zero");
  const usdt = lines.slice(lines.indexOf("USDT") + 1, -2);
  expect(usdt.map((line) => line.trim().split(/ {2,}/)[0])).toEqual([
    "deposits less withdrawals",
    "users, spot",
    "users, margin",
    "users, futures",
    "users, isolated positions",
    "house, FEE",
    "users and house less deposits",
  ]);
  expect(new Set(usdt.map((line) => line.length)).size).toBe(1);
  const points = usdt.map((line) => line.indexOf("."));
  expect(new Set(points).size).toBe(1);
});

test("CORE-AUDIT-1 --json is for programs, and the directory may stand in the environment", async () => {
  const directory = await stoppedDirectory();

  const { out } = await cli(["audit", "--json"], { BOURSE_DATA: directory });

  expect(JSON.parse(out)).toMatchObject({ isSolvent: true, position: expect.any(Number) });
});

test("CORE-AUDIT-2 an imbalance is printed, told with its asset, and the exit code is not zero", async () => {
  const directory = await stoppedDirectory();
  await plantImbalance(directory);

  const { code, out, err } = await cli(["audit", "--data", directory]);
  const json = await cli(["audit", "--json", "--data", directory]);

  const sentence =
    "USDT does not sum to zero: users and house have 0.00000001 beyond what was deposited";
  expect({ code, err }).toEqual({ code: 1, err: sentence });
  expect(out).toContain("NOT EVERY ASSET ADDS UP");
  expect({ code: json.code, err: json.err }).toEqual({ code: 1, err: sentence });
  expect(JSON.parse(json.out)).toMatchObject({ isSolvent: false });
});

test("CORE-AUDIT-1 while a process holds the directory, its server is asked", async () => {
  const desk = await CliDesk.open();
  await desk.desk.provision();
  const { sequencer } = await openMarketOn(realDisk(desk.directory));
  await sequencer.stop();
  const lock = await lockDirectory(desk.directory);
  const asked = await desk.typed("audit");
  const json = await desk.typed("audit --json");
  viewOf(desk.desk.exchange.state.ledger, "spot", 1, 2).free += 5n;
  const broken = await desk.type("audit");
  await lock.release();

  expect(asked).toMatch(/^ {2}deposits less withdrawals +100$/m);
  expect(JSON.parse(json)).toMatchObject({ isSolvent: true });
  expect(broken).toMatchObject({ code: 1, err: expect.stringContaining("have 0.00000005 beyond") });
});

test("what is no directory is said at once", async () => {
  const directory = temporaryDirectory();

  expect(await cli(["audit", "--data", directory])).toEqual({
    code: 2,
    out: "",
    err: `${directory} is not a data directory: it has no log`,
  });
});
