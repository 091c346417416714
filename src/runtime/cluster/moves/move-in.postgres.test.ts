/** Rows that are made of files, and files of rows: what a log has, whatever its commands are. */
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { FileDatabases } from "../../../../test/support/file-databases.ts";
import { append, draft, openLog, textsOf } from "../../../../test/support/log-desk.ts";
import { hasPostgres } from "../../../../test/support/postgres.ts";
import { SAFE_SETTINGS } from "../../../../test/support/safe-settings.ts";
import { SimulatedDisk } from "../../../../test/support/simulated-disk.ts";
import { PATIENCE_MS } from "../../../../test/support/until.ts";
import { writeSnapshot } from "../../../log/file/snapshot-files.ts";
import { GENESIS } from "../../../log/log.ts";
import { CheckedSession } from "../../../log/postgres/checked-session.ts";
import { ConnectChecks } from "../../../log/postgres/connect-checks.ts";
import { type Session, SqlError, Unanswered } from "../../../log/postgres/database.ts";
import { openPostgresLog } from "../../../log/postgres/open-postgres-log.ts";
import { pgDatabase } from "../../../log/postgres/pg-database.ts";
import { makeCluster } from "../../../log/postgres/schema.ts";
import { fetchStored, listStored, storeSnapshot } from "../../../log/postgres/snapshot-table.ts";
import { inlineSegmentMaker } from "../../../log/segment/segments.ts";
import { systemTimer } from "../../../log/system-timer.ts";
import { copyOut } from "./copy-out.ts";
import { moveIn } from "./move-in.ts";

const isHere = hasPostgres();
const rowsTest = test.skipIf(!isHere);
let databases: FileDatabases;

beforeAll(async () => {
  if (isHere) databases = await FileDatabases.open();
}, PATIENCE_MS);

async function databaseNamed(name: string) {
  const url = await databases.create(name);
  const database = pgDatabase({ url, name: "test", timer: systemTimer });
  const session = await new ConnectChecks({ isSingle: true }).open(database);
  onTestFinished(() => session.close());
  return { database, session };
}

rowsTest(
  "CLUSTER-INIT-2 files of two sizes, large batches and many partitions go in and come out as they were",
  async () => {
    const disk = new SimulatedDisk();
    const texts = Array.from({ length: 90 }, (_, index) =>
      `${index}`.repeat(1 + ((index * 37) % 150)),
    );
    const large = await openLog({ disk, segmentBytes: 600_000 });
    for (const text of ["x".repeat(200_000), ...texts.slice(0, 45)]) await append(large, text);
    large.close();
    const small = await openLog({ disk, segmentBytes: 300_000 });
    for (const text of ["y".repeat(250_000), ...texts.slice(45), "z".repeat(250_000)]) {
      await append(small, text);
    }
    small.close();
    const { database, session } = await databaseNamed("sizes");

    const moved = await moveIn(session, { disk, end: small.end, partitionRows: 8 });

    expect(moved).toEqual({ rows: 93, segmentBytes: 300_000, from: 0 });
    const [copy, out] = [new SimulatedDisk(), new SimulatedDisk()];
    const log = await openPostgresLog({
      database,
      checks: new ConnectChecks({ isSingle: true }),
      disk: copy,
      maker: inlineSegmentMaker(copy),
      timer: systemTimer,
      onSpace: () => undefined,
      onDoubt: () => undefined,
    });
    expect(log.end).toEqual(small.end);
    expect(textsOf(log)).toEqual(textsOf(small));
    // LOG-PG-6: there is room for what comes next, of an epoch behind the last.
    const term = await log.takeOver(draft("", 0), { node: "one", address: "" });
    expect(term?.epoch).toBe(8);
    log.close();
    await copyOut(session, out);
    const exported = await openLog({ disk: out, readOnly: true });
    expect(textsOf(exported)).toEqual([...textsOf(small), ""]);
    const names = await databases.sql("sizes", "select count(*)::int as count from pg_inherits");
    expect(names[0]?.["count"]).toBeGreaterThan(90 / 8);
  },
  PATIENCE_MS,
);

rowsTest("CLUSTER-SNAP-1 a snapshot of several pieces comes out to the byte", async () => {
  const { session } = await databaseNamed("pieces");
  await makeCluster(session, { origin: GENESIS, segmentBytes: 1024, partitionRows: 8 });
  const disk = new SimulatedDisk();
  const cursor = { ...GENESIS, position: 7, offset: 100 };
  const body = Uint8Array.from({ length: 2_500_000 }, (_, index) => (index * 2_654_435_761) >>> 24);
  const { name } = writeSnapshot(disk, { cursor, timeMs: 1, digest: { high: 1, low: 2 } }, [body]);

  await storeSnapshot(session, disk, { name, cursor, isOrigin: false });

  const [stored] = await listStored(session);
  expect(stored).toMatchObject({ name, pieces: 3, cursor: { position: 7, offset: 100 } });
  const { read, bytes } = await fetchStored(session, stored ?? expect.fail("none"));
  expect(read.ok).toBe(true);
  const file = disk.sectorsOf(`snapshots/${name}`).read(0, Number.MAX_SAFE_INTEGER);
  expect(Buffer.compare(bytes, file)).toBe(0);
  await databases.sql("pieces", "delete from bourse.snapshot_piece where piece = 1");
  const again = await fetchStored(session, stored ?? expect.fail("none"));
  expect(again.read).toMatchObject({ ok: false });
});

/** A session that answers everything but the commit. */
function sessionWhose(
  commit: () => Promise<{ rows: []; isWarned: boolean }>,
  asked: string[] = [],
) {
  const session: Session = {
    isOver: false,
    query: async (text) => {
      asked.push(text);
      if (text === "commit") return commit();
      return { rows: [{ is_ours: true, ...SAFE_SETTINGS }], isWarned: false };
    },
    close: () => undefined,
  };
  return new CheckedSession(session, { isSingle: false });
}

const TERMS = { origin: GENESIS, segmentBytes: 1024, partitionRows: 8 };

test("LOG-PG-2 a cluster whose commit has no answer, or a warning, is not said to be made", async () => {
  const unanswered = sessionWhose(() => Promise.reject(new Unanswered("the session ended")));
  await expect(makeCluster(unanswered, TERMS)).rejects.toThrow(
    "PostgreSQL has not said whether the cluster was made (the session ended): bourse cluster verify tells.",
  );
  const refused = sessionWhose(() => Promise.reject(new SqlError("53100", "no space")));
  await expect(makeCluster(refused, TERMS)).rejects.toThrow("no space");

  const asked: string[] = [];
  await makeCluster(
    sessionWhose(async () => ({ rows: [], isWarned: true }), asked),
    TERMS,
  );
  expect(asked.at(-2)).toContain("barrier");
});
