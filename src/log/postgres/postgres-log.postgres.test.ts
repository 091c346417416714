/** The log in a real PostgreSQL, with its copy on a disk in memory. */
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { draft, numberedTexts, textsOf } from "../../../test/support/log-desk.ts";
import { hasPostgres } from "../../../test/support/postgres.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { directoryOfFile } from "../../../test/support/temporary-directory.ts";
import { PostgresServer } from "../../local-cluster/postgres-server.ts";
import { GENESIS } from "../log.ts";
import { inlineSegmentMaker } from "../segment/segments.ts";
import { systemTimer } from "../system-timer.ts";
import { ConnectChecks } from "./connect-checks.ts";
import { beat, readLeader } from "./leader-table.ts";
import { openPostgresLog } from "./open-postgres-log.ts";
import { pgDatabase } from "./pg-database.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { makeCluster } from "./schema.ts";

const START_MS = 60_000;
const isHere = hasPostgres();
const pgTest = test.skipIf(!isHere);

function databaseOf({ url }: PostgresServer) {
  return pgDatabase({ url, name: "bourse test", timer: systemTimer });
}

function openOn(
  server: PostgresServer,
  disk: SimulatedDisk,
  { isSingle, doubts }: { readonly isSingle: boolean; readonly doubts: string[] },
): Promise<PostgresLog> {
  return openPostgresLog({
    database: databaseOf(server),
    checks: new ConnectChecks({ isSingle }),
    disk,
    maker: inlineSegmentMaker(disk),
    timer: systemTimer,
    onSpace: () => undefined,
    onDoubt: (reason) => void doubts.push(reason?.message ?? "over"),
  });
}

const directory = directoryOfFile();
let server: PostgresServer;

function openAt(disk: SimulatedDisk, doubts: string[] = []): Promise<PostgresLog> {
  return openOn(server, disk, { isSingle: true, doubts });
}

async function leadAt(disk: SimulatedDisk, doubts?: string[]) {
  const log = await openAt(disk, doubts);
  const { epoch } = (await log.takeOver(draft("", 0), { node: "one", address: "here" })) ?? {};
  return { log, epoch: epoch ?? expect.fail("another leads") };
}

/** Appends until it is told to end; answers what it appended. */
async function appendUntil(
  isOver: () => boolean,
  { log, epoch }: Awaited<ReturnType<typeof leadAt>>,
): Promise<readonly string[]> {
  const texts: string[] = [];
  while (!isOver()) {
    const text = `text ${texts.length}`;
    expect(await log.append(log.end.position + 1, epoch, draft(text))).toBe("durable");
    texts.push(text);
  }
  return texts;
}

beforeAll(async () => {
  if (!isHere) return;
  server = await PostgresServer.start({ directory: join(directory, "primary") });
}, START_MS);
afterAll(() => (isHere ? server.stop() : undefined));

beforeEach(async () => {
  if (!isHere) return;
  await server.sql("drop schema if exists bourse cascade");
  const session = await databaseOf(server).connect(async () => undefined);
  await makeCluster(session, { origin: GENESIS, segmentBytes: 1024, partitionRows: 8 });
  session.close();
});

pgTest("what was appended is read back, here and on a node that has nothing yet", async () => {
  const disk = new SimulatedDisk();
  const { log, epoch } = await leadAt(disk);
  for (const text of numberedTexts(12)) {
    expect(await log.append(log.end.position + 1, epoch, draft(text))).toBe("durable");
  }
  log.close();

  const other = new SimulatedDisk();
  const again = await openAt(other);

  expect(textsOf(again)).toEqual(["", ...numberedTexts(12)]);
  expect(again.end).toEqual(log.end);
  for (const name of disk.list("log").slice(0, -1)) {
    const [one, two] = [disk, other].map((each) => {
      return Buffer.from(each.sectorsOf(`log/${name}`).read(0, 1024)).toString("hex");
    });
    expect(two).toBe(one);
  }
  again.close();
});

pgTest(
  "LOG-PG-3 a server that is killed during appends is asked again until it says what became of them",
  async () => {
    const doubts: string[] = [];
    const leading = await leadAt(new SimulatedDisk(), doubts);
    const { log } = leading;
    let isOver = false;
    const appending = appendUntil(() => isOver, leading);
    await expect.poll(() => log.end.position).toBeGreaterThan(3);
    await server.kill();
    await expect.poll(() => doubts.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(log.isInDoubt).toBe(true);
    await server.begin();
    await expect.poll(() => log.isInDoubt, { timeout: 10_000 }).toBe(false);
    isOver = true;
    const texts = await appending;
    log.close();

    expect(doubts.at(-1)).toBe("over");
    const again = await openAt(new SimulatedDisk());
    expect(textsOf(again).slice(1)).toEqual(texts);
    again.close();
  },
  START_MS,
);

pgTest("LOG-PG-6 partitions are made as the log grows, each before its first row", async () => {
  const { log, epoch } = await leadAt(new SimulatedDisk());
  for (const text of numberedTexts(30)) {
    expect(await log.append(log.end.position + 1, epoch, draft(text))).toBe("durable");
  }
  log.close();

  const rows = await server.sql(
    "select tableoid::regclass as partition, count(*)::int as rows from bourse.log group by 1 order by 1",
  );
  expect(rows.map(({ rows: count }) => count)).toEqual([8, 8, 8, 8]);
  expect(await server.sql("select to_regclass('bourse.log_4') as next")).not.toEqual([
    { next: null },
  ]);
});

pgTest("LOG-PG-1 two nodes that append in turns: the older one gets nothing in", async () => {
  const one = await leadAt(new SimulatedDisk());
  await one.log.append(1, one.epoch, draft("of one"));
  const two = await leadAt(new SimulatedDisk());

  expect(two.epoch).toBe(one.epoch + 1);
  expect(await one.log.append(2, one.epoch, draft("too late"))).toBe("fenced");
  expect(await two.log.append(2, two.epoch, draft("of two"))).toBe("durable");
  expect(textsOf(two.log).filter((text) => text !== "")).toEqual(["of one", "of two"]);
  one.log.close();
  two.log.close();
});

pgTest(
  "CLUSTER-CLAIM-1 a leader that was heard since it was looked at is not taken over from",
  async () => {
    const one = await leadAt(new SimulatedDisk());
    const two = await openAt(new SimulatedDisk());
    const session = await databaseOf(server).connect(async () => undefined);
    const claimant = { node: "two", address: "there" };
    const { claim, ...seen } = await readLeader(session);
    expect(await beat(session, { epoch: one.epoch, claim })).toBe("goes on");

    // The log ends where it ended, and the epoch is the same; only the beat is another.
    expect(await two.takeOver(draft("", 0), { ...claimant, seen })).toBeUndefined();
    expect(await one.log.append(1, one.epoch, draft("goes on"))).toBe("durable");

    const three = await openAt(new SimulatedDisk());
    const heard = { ...claimant, seen: await readLeader(session) };
    expect(await three.takeOver(draft("", 0), heard)).toMatchObject({ epoch: one.epoch + 1 });
    expect(await beat(session, { epoch: one.epoch, claim })).toBe("over");
    session.close();
    for (const log of [one.log, two, three]) log.close();
  },
);

describe.skipIf(!isHere)("with a synchronous standby", () => {
  const directory = directoryOfFile();
  let primary: PostgresServer;
  let standby: PostgresServer;

  beforeAll(async () => {
    primary = await PostgresServer.start({ directory: join(directory, "primary") });
    const place = { directory: join(directory, "standby") };
    standby = await PostgresServer.startStandby(primary, place, "s1");
    await primary.set("synchronous_standby_names", "s1");
    const session = await databaseOf(primary).connect(async () => undefined);
    await makeCluster(session, { origin: GENESIS, segmentBytes: 1024, partitionRows: 8 });
    session.close();
  }, START_MS);
  afterAll(async () => {
    await primary.stop();
    await standby.stop();
  });

  test(
    "LOG-PG-2 a wait for the standby that is cancelled is no commit, though the server says so",
    async () => {
      const doubts: string[] = [];
      const log = await openOn(primary, new SimulatedDisk(), { isSingle: false, doubts });
      const { epoch } = (await log.takeOver(draft("", 0), { node: "one", address: "here" })) ?? {};
      let answer: string | undefined;
      standby.pause();

      const appending = log.append(1, epoch ?? 0, draft("first")).then((appended) => {
        answer = appended;
      });
      const cancel = `select pg_cancel_backend(pid) as done from pg_stat_activity
      where wait_event = 'SyncRep' and query like 'insert into bourse.log%'`;
      await expect.poll(async () => (await primary.sql(cancel)).length).toBe(1);
      await expect.poll(() => doubts.length, { timeout: 10_000 }).toBeGreaterThan(0);

      expect(await primary.sql("select number from bourse.log where number = 2")).toHaveLength(1);
      expect(answer).toBeUndefined();
      // Each try that is given up waits at the server until the next one ends it there.
      await primary.sql("select pg_sleep(5)");
      const count = "select count(*)::int as count from pg_stat_activity";
      const [row] = await primary.sql(`${count} where application_name = 'bourse test'`);
      expect(row?.["count"]).toBeLessThanOrEqual(2);
      standby.resume();
      await appending;
      expect(answer).toBe("durable");
      log.close();
    },
    START_MS,
  );
});

pgTest("LOG-PG-2 a warning is of the statement that it came with, and of no other", async () => {
  const session = await databaseOf(server).connect(async () => undefined);
  const warning = "do $$ begin raise warning 'not sure'; end $$";

  const answers = await Promise.all(
    [warning, "select 1", warning].map((text) => session.query(text)),
  );

  expect(answers.map(({ isWarned }) => isWarned)).toEqual([true, false, true]);
  session.close();
});
