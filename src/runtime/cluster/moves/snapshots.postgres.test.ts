/** Snapshots in a real PostgreSQL, and nodes with nothing that begin at one. */
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { optionsOn } from "../../../../test/support/archivist-desk.ts";
import { cli } from "../../../../test/support/cli-desk.ts";
import { segmentsIn, stateHashOf } from "../../../../test/support/moved-directory.ts";
import { clusterTest, MovesDesk } from "../../../../test/support/moves-desk.ts";
import { PATIENCE_MS, UNTIL_SEEN } from "../../../../test/support/until.ts";
import { settle } from "../../../../test/support/virtual-time.ts";
import { openFileLog } from "../../../log/file/file-log.ts";
import { writeSnapshot } from "../../../log/file/snapshot-files.ts";
import { ConnectChecks } from "../../../log/postgres/connect-checks.ts";
import type { Session } from "../../../log/postgres/database.ts";
import { openPostgresLog } from "../../../log/postgres/open-postgres-log.ts";
import { pgDatabase } from "../../../log/postgres/pg-database.ts";
import { realDisk } from "../../../log/real-disk.ts";
import { inlineSegmentMaker } from "../../../log/segment/segments.ts";
import { systemTimer } from "../../../log/system-timer.ts";
import { Archivist } from "../../archivist/archivist.ts";
import { HistoryStore } from "../../history/store/history-store.ts";
import { openLmdbStore } from "../../history/store/lmdb-store.ts";
import { digestOf } from "../../replica/replay.ts";
import { chooseSnapshot, restore } from "../../replica/restore.ts";
import { beginCopy } from "./begin-copy.ts";
import { publishSnapshot, SnapshotPublisher } from "./publish-snapshot.ts";

const desk = MovesDesk.ofFile();
const at = (name: string) => desk.at(name);
const sql = (name: string, text: string) => desk.databases.sql(name, text);

function databaseOf(name: string) {
  return pgDatabase({ url: desk.databases.url(name), name: "test", timer: systemTimer });
}

async function sessionWith(name: string): Promise<Session> {
  const session = await databaseOf(name).connect(async () => undefined);
  onTestFinished(() => session.close());
  return session;
}

/** What a node does before it replays: answers what it said, and where its log ends. */
async function beginNode(name: string, directory: string) {
  mkdirSync(directory, { recursive: true });
  const disk = realDisk(directory);
  const said: string[] = [];
  const database = databaseOf(name);
  const report = (sentence: string) => void said.push(sentence);
  await beginCopy({ database, isSingle: true, disk, directory, report });
  const maker = inlineSegmentMaker(disk);
  const checks = new ConnectChecks({ isSingle: true });
  const ignored = { onSpace: () => undefined, onDoubt: () => undefined, timer: systemTimer };
  const log = await openPostgresLog({ database, checks, disk, maker, ...ignored });
  log.close();
  return { said: said.join("; "), end: log.end.position };
}

/** Up to where history goes when an archivist has followed the log. */
async function archivedIn(directory: string, end: number): Promise<number> {
  const history = new HistoryStore(openLmdbStore(join(directory, "history")));
  try {
    const archivist = new Archivist(optionsOn(realDisk(directory), { history }), end);
    archivist.finish(end);
    return archivist.archivedPosition;
  } finally {
    await history.close();
  }
}

const snapshotsIn = (directory: string) => readdirSync(join(directory, "snapshots")).sort();
const positions = async (database: string) =>
  (await sql(database, "select position from bourse.snapshot order by 1")).map((row) =>
    Number(row["position"]),
  );

clusterTest(
  "CLUSTER-ORIGIN-1 a node with nothing begins at the newest snapshot, with the log from its beginning",
  async () => {
    await desk.cluster("whole", "fresh");
    const newest = snapshotsIn(at("whole")).at(-1) ?? "";

    const { said, end } = await beginNode("fresh", at("fresh"));

    expect(said).toBe(`the directory is empty: it begins at snapshot ${newest} of the cluster`);
    expect(snapshotsIn(at("fresh"))).toEqual([newest]);
    expect(segmentsIn(at("fresh"))).toEqual(segmentsIn(at("whole")));
    expect(await stateHashOf(at("fresh"))).toBe(await stateHashOf(at("whole")));
    expect(await archivedIn(at("fresh"), end)).toBe(end);
    expect(await stateHashOf(at("fresh"))).toBe(await stateHashOf(at("whole")));
    // It is not empty any more.
    expect((await beginNode("fresh", at("fresh"))).said).toBe("");
  },
);

clusterTest(
  "CLUSTER-HIST-1 where the cluster begins at a state, history begins there, and it is said",
  async () => {
    await desk.cluster("late", "begun");
    const [first = ""] = snapshotsIn(at("late"));

    const { said, end } = await beginNode("begun", at("begun"));

    expect(said).toContain(`history begins at position ${Number.parseInt(first, 10)} on this node`);
    expect(snapshotsIn(at("begun"))[0]).toBe(first);
    expect(segmentsIn(at("begun"))).toEqual(segmentsIn(at("late")));
    expect(await archivedIn(at("begun"), end)).toBe(end);
    expect(await stateHashOf(at("begun"))).toBe(await stateHashOf(at("late")));
  },
);

clusterTest("CLUSTER-HIST-1 a node that was given the history of before keeps it", async () => {
  await desk.cluster("late", "given");
  cpSync(join(at("late"), "history"), join(at("given"), "history"), { recursive: true });

  const { said, end } = await beginNode("given", at("given"));

  expect(said).not.toContain("history begins");
  expect(await archivedIn(at("given"), end)).toBe(end);
  expect((await cli(["verify", at("given")])).out).toMatch(/records up to \d+ equal replay/);
});

clusterTest(
  "CLUSTER-ORIGIN-1 when the first rows are gone, all begin with the segment of a snapshot, to the byte",
  async () => {
    await desk.cluster("whole", "cut");
    const newest = snapshotsIn(at("whole")).at(-1) ?? "";
    const before = `select max(number) as number from bourse.log, bourse.snapshot s
    where number > 0 and get_byte(bytes, 36) < s.segment
      and s.position = (select max(position) from bourse.snapshot)`;
    const [row] = await sql("cut", before);
    await sql("cut", `delete from bourse.log where number < ${row?.["number"]}`);

    const { said, end } = await beginNode("cut", at("cut"));
    const verified = await cli([
      "cluster",
      "verify",
      desk.databases.url("cut"),
      "--single-postgres",
    ]);
    const exported = await cli([
      "cluster",
      "export",
      desk.databases.url("cut"),
      at("out"),
      "--single-postgres",
    ]);

    expect(said).toContain(`begins at snapshot ${newest}`);
    expect(verified.out).toContain(newest);
    expect(exported.err).toBe("");
    const whole = segmentsIn(at("whole"));
    for (const directory of [at("cut"), at("out")]) {
      const found = segmentsIn(directory);
      expect(Object.keys(found).length).toBeLessThan(Object.keys(whole).length);
      expect(whole).toMatchObject(found);
      expect(await stateHashOf(directory)).toBe(await stateHashOf(at("whole")));
    }
    expect(await archivedIn(at("cut"), end)).toBe(end);
  },
);

clusterTest(
  "CLUSTER-SNAP-1 a newer snapshot goes in, the newest two and the origin's are kept, and no standby is waited for",
  async () => {
    cpSync(at("late"), at("many"), { recursive: true });
    const made = await makeSnapshots(at("many"), 4);
    await desk.cluster("late", "kept");
    const [origin = 0, newest = 0] = await positions("kept");
    const session = await sessionWith("kept");
    expect(await publishSnapshot(session, realDisk(at("late")))).toBeUndefined();
    await desk.databases.server.set("synchronous_standby_names", "nobody");
    onTestFinished(() => desk.databases.server.set("synchronous_standby_names", ""));

    for (const name of made) {
      cpSync(join(at("many"), "snapshots", name), join(at("few"), "snapshots", name));
      expect(await publishSnapshot(session, realDisk(at("few")))).toBe(name);
    }

    expect(newest).toBeLessThan(Number.parseInt(made[0] ?? "", 10));
    const kept = [origin, ...made.slice(-2).map((name) => Number.parseInt(name, 10))];
    expect(await positions("kept")).toEqual(kept);
    const pieces = await sql(
      "kept",
      "select distinct position from bourse.snapshot_piece order by 1",
    );
    expect(pieces.map((row) => Number(row["position"]))).toEqual(kept);
  },
  PATIENCE_MS,
);

/** Makes so many snapshots of the last states of a directory; answers their names. */
async function makeSnapshots(directory: string, count: number): Promise<readonly string[]> {
  const disk = realDisk(directory);
  const { snapshot } = chooseSnapshot(disk);
  const log = await openFileLog({ disk, readOnly: true, from: snapshot?.cursor });
  const names: string[] = [];
  restore(log, snapshot, (replica, batch) => {
    if (!batch || log.end.position - replica.state.position >= 2 * count) return;
    if (batch.count === 0) return;
    const { state, cursor } = replica;
    const head = { cursor, timeMs: state.timeMs, digest: digestOf(state) };
    names.push(writeSnapshot(disk, head, replica.write()).name);
  });
  log.close();
  return names.slice(-count);
}

clusterTest(
  "CLUSTER-SNAP-1 of two nodes that put one in at once, one does; a damaged one and another's are refused",
  async () => {
    await desk.cluster("whole", "pair");
    await sql("pair", "delete from bourse.snapshot");
    await sql("pair", "delete from bourse.snapshot_piece");
    const sessions = [await sessionWith("pair"), await sessionWith("pair")];
    const disk = realDisk(at("whole"));
    const name = snapshotsIn(at("whole")).at(-1) ?? "";
    const bad = at("bad");
    cpSync(join(at("whole"), "snapshots", name), join(bad, "snapshots", name));
    writeFileSync(join(bad, "snapshots", name), Buffer.alloc(500, 7), { flag: "r+" });
    expect(await publishSnapshot(await sessionWith("pair"), realDisk(bad))).toBeUndefined();
    rmSync(join(bad, "snapshots", name));
    cpSync(join(at("whole"), "snapshots", name), join(bad, "snapshots", name));
    const size = realDisk(bad).open(`snapshots/${name}`, "read").size();
    const file = realDisk(bad).open(`snapshots/${name}`, "write");
    file.write(size - 1, Uint8Array.of(0xee));
    file.close();
    await expect(publishSnapshot(await sessionWith("pair"), realDisk(bad))).rejects.toThrow(
      "is damaged",
    );
    expect(await positions("pair")).toEqual([]);

    const done = await Promise.all(sessions.map((session) => publishSnapshot(session, disk)));

    expect(done.filter((each) => each !== undefined)).toEqual([name]);
    expect(await positions("pair")).toEqual([Number.parseInt(name, 10)]);
    expect((await cli(["cluster", "init", ...(await desk.databases.typed("other"))])).err).toBe("");
    const another = publishSnapshot(await sessionWith("other"), disk);
    await expect(another).rejects.toThrow(/lies at no place of the cluster's log/);
  },
);

clusterTest(
  "CLUSTER-SNAP-1 a node looks now and then, puts its newest in once, and tells a reason once",
  async () => {
    await desk.cluster("whole", "beaten");
    await sql("beaten", "delete from bourse.snapshot; delete from bourse.snapshot_piece");
    const said: string[] = [];
    let nowMs = 0;
    let [isThere, asked] = [false, 0];
    const real = databaseOf("beaten");
    const publisher = new SnapshotPublisher({
      database: {
        connect: async (check) => {
          asked++;
          if (isThere) return await real.connect(check);
          throw new Error("away");
        },
      },
      isSingle: true,
      disk: realDisk(at("whole")),
      now: () => nowMs,
      report: (sentence) => void said.push(sentence),
    });
    publisher.beat();
    for (let tries = 0; tries < 3; tries++) {
      nowMs += 30_000;
      publisher.beat();
      await settle();
    }
    expect(asked).toBe(3);
    expect(said).toEqual(["the newest snapshot is not in the cluster yet: away"]);
    expect(await positions("beaten")).toEqual([]);

    isThere = true;
    nowMs += 30_000;
    publisher.beat();

    await expect.poll(() => positions("beaten"), UNTIL_SEEN).toHaveLength(1);
    expect(said).toHaveLength(1);
  },
);
