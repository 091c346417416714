/** Old partitions of a cluster's log, in a real PostgreSQL. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { cli } from "../../../../test/support/cli-desk.ts";
import { FileDatabases } from "../../../../test/support/file-databases.ts";
import { stateHashOf, writeDirectory } from "../../../../test/support/moved-directory.ts";
import { hasPostgres } from "../../../../test/support/postgres.ts";
import { directoryOfFile } from "../../../../test/support/temporary-directory.ts";
import { PATIENCE_MS } from "../../../../test/support/until.ts";
import { openFileLog } from "../../../log/file/file-log.ts";
import { readCursor } from "../../../log/file/snapshot-files.ts";
import { ConnectChecks } from "../../../log/postgres/connect-checks.ts";
import { joinCluster, noteNode } from "../../../log/postgres/node-table.ts";
import { pgDatabase } from "../../../log/postgres/pg-database.ts";
import { storeSnapshot } from "../../../log/postgres/snapshot-table.ts";
import { realDisk } from "../../../log/real-disk.ts";
import { systemTimer } from "../../../log/system-timer.ts";
import { chooseSnapshot } from "../../replica/restore.ts";
import { beginCopy } from "./begin-copy.ts";
import { moveIn } from "./move-in.ts";

const isHere = hasPostgres();
const trimTest = test.skipIf(!isHere);
const place = directoryOfFile();
const whole = join(place, "whole");
const NAME = "trimmed";
const PARTITION_ROWS = 4;
let databases: FileDatabases;
let url: string;

beforeAll(async () => {
  if (!isHere) return;
  databases = await FileDatabases.open();
  await writeDirectory(whole, true);
  url = await databases.create(NAME);
}, PATIENCE_MS);

const trim = () => cli(["cluster", "trim", url, "--single-postgres", "--yes"]);
const database = () => pgDatabase({ url, name: "test", timer: systemTimer });
const rowsOf = async () => {
  const [row] = await databases.sql(NAME, "select min(number) as first, count(*) from bourse.log");
  return { first: Number(row?.["first"]), count: Number(row?.["count"]) };
};

trimTest("CLUSTER-TRIM-1 what no start needs is dropped, and nothing else", async () => {
  const disk = realDisk(whole);
  const session = await new ConnectChecks({ isSingle: true }).open(database());
  const log = await openFileLog({
    disk,
    readOnly: true,
    from: chooseSnapshot(disk).snapshot?.cursor,
  });
  await moveIn(session, { disk, end: log.end, partitionRows: PARTITION_ROWS });
  const before = await rowsOf();

  expect((await trim()).err).toContain("fewer than 2 snapshots");
  const [older = ""] = readdirSync(join(whole, "snapshots")).sort().slice(-2);
  const cursor = readCursor(disk, older) ?? expect.fail("no snapshot");
  await storeSnapshot(session, disk, { name: older, cursor, isOrigin: false });
  await joinCluster(session, "one");
  expect((await trim()).err).toContain("Node one is at position 0");
  expect(await rowsOf()).toEqual(before);

  const note = { address: "", role: "following", epoch: 1, version: "1", canLead: true };
  await noteNode(session, "one", { ...note, position: log.end.position });
  expect((await trim()).out).toMatch(/^dropped \d+ partitions; the log begins at batch \d+/);
  const after = await rowsOf();
  expect(after.first).toBeGreaterThan(0);
  expect(after.first % PARTITION_ROWS).toBe(0);
  expect(after.first + after.count).toBe(before.first + before.count);
  expect((await trim()).out).toContain("nothing is old enough");
  session.close();
});

trimTest("CLUSTER-TRIM-1 afterwards a new node begins, and the cluster is proved", async () => {
  const directory = join(place, "new");
  mkdirSync(directory);
  const [disk, report] = [realDisk(directory), () => undefined];
  await beginCopy({ database: database(), isSingle: true, disk, directory, report });

  const verified = await cli(["cluster", "verify", url, "--single-postgres"]);
  expect(verified.code, verified.err).toBe(0);
  expect(verified.out).toContain(await stateHashOf(whole));
});
