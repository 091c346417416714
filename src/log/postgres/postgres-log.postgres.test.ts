/** The log in a real PostgreSQL, with its copy on a disk in memory. */
import { beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { PostgresServer } from "../../../scripts/local-cluster/postgres-server.ts";
import { FileDatabases } from "../../../test/support/file-databases.ts";
import { draft, numberedTexts, textsOf } from "../../../test/support/log-desk.ts";
import { OwnServers } from "../../../test/support/own-servers.ts";
import { hasPostgres } from "../../../test/support/postgres.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { PATIENCE_MS, UNTIL_SEEN, untilSeen } from "../../../test/support/until.ts";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import type { Timer } from "../../core/base/timer.ts";
import { GENESIS } from "../log.ts";
import { inlineSegmentMaker } from "../segment/segments.ts";
import { systemTimer } from "../system-timer.ts";
import { ConnectChecks } from "./connect-checks.ts";
import { beat, readLeader } from "./leader-table.ts";
import { openPostgresLog } from "./open-postgres-log.ts";
import { pgDatabase, SILENCE_MS } from "./pg-database.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { makeCluster } from "./schema.ts";

const isHere = hasPostgres();
const pgTest = test.skipIf(!isHere);
const TERMS = { origin: GENESIS, segmentBytes: 1024, partitionRows: 8 };
const NAME = "log";

function databaseAt(url: string, timer: Timer = systemTimer) {
  return pgDatabase({ url, name: "bourse test", timer });
}

interface Opened {
  readonly url: string;
  readonly disk: SimulatedDisk;
  readonly isSingle: boolean;
  readonly doubts: string[];
  readonly timer: Timer;
}

function openOn({ url, disk, isSingle, doubts, timer }: Opened): Promise<PostgresLog> {
  return openPostgresLog({
    database: databaseAt(url, timer),
    checks: new ConnectChecks({ isSingle }),
    disk,
    maker: inlineSegmentMaker(disk),
    timer,
    onSpace: () => undefined,
    onDoubt: (reason) => void doubts.push(reason?.message ?? "over"),
  });
}

async function makeClusterAt(url: string): Promise<void> {
  const session = await new ConnectChecks({ isSingle: true }).open(databaseAt(url));
  await makeCluster(session, TERMS);
  session.close();
}

let databases: FileDatabases;
let url: string;
const sql = (text: string) => databases.sql(NAME, text);

function openAt(disk: SimulatedDisk, doubts: string[] = []): Promise<PostgresLog> {
  return openOn({ url, disk, isSingle: true, doubts, timer: systemTimer });
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
  databases = await FileDatabases.open();
  url = await databases.create(NAME);
}, PATIENCE_MS);

beforeEach(async () => {
  if (!isHere) return;
  await sql("drop schema if exists bourse cascade");
  await makeClusterAt(url);
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
    await expect.poll(() => log.end.position, UNTIL_SEEN).toBeGreaterThan(3);
    await databases.server.kill();
    await expect.poll(() => doubts.length, UNTIL_SEEN).toBeGreaterThan(0);
    expect(log.isInDoubt).toBe(true);
    await databases.server.begin();
    await expect.poll(() => log.isInDoubt, UNTIL_SEEN).toBe(false);
    isOver = true;
    const texts = await appending;
    log.close();

    expect(doubts.at(-1)).toBe("over");
    const again = await openAt(new SimulatedDisk());
    expect(textsOf(again).slice(1)).toEqual(texts);
    again.close();
  },
  PATIENCE_MS,
);

pgTest("LOG-PG-6 partitions are made as the log grows, each before its first row", async () => {
  const { log, epoch } = await leadAt(new SimulatedDisk());
  for (const text of numberedTexts(30)) {
    expect(await log.append(log.end.position + 1, epoch, draft(text))).toBe("durable");
  }
  log.close();

  const rows = await sql(
    "select tableoid::regclass as partition, count(*)::int as rows from bourse.log group by 1 order by 1",
  );
  expect(rows.map(({ rows: count }) => count)).toEqual([8, 8, 8, 8]);
  expect(await sql("select to_regclass('bourse.log_4') as next")).not.toEqual([{ next: null }]);
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
    const session = await new ConnectChecks({ isSingle: true }).open(databaseAt(url));
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

/** The process of the server that waits for a standby in the name of the log. */
async function waiting(primary: PostgresServer, otherThan = 0): Promise<number> {
  const text = `select pid from pg_stat_activity where wait_event = 'SyncRep'
    and application_name = 'bourse test' and pid <> ${otherThan}`;
  const pidOf = async () => Number((await primary.sql(text))[0]?.["pid"] ?? 0);
  return await untilSeen("an append waits for a standby", async () => (await pidOf()) || undefined);
}

pgTest(
  "LOG-PG-2 a wait for the standby that is cancelled is no commit, though the server says so",
  async () => {
    const [primary, standby] = await OwnServers.ofTest().pair("s1");
    await makeClusterAt(primary.url);
    const [doubts, time, disk] = [[] as string[], new VirtualTime(0), new SimulatedDisk()];
    const log = await openOn({
      url: primary.url,
      disk,
      isSingle: false,
      doubts,
      timer: time.timer,
    });
    onTestFinished(() => log.close());
    const { epoch } = (await log.takeOver(draft("", 0), { node: "one", address: "here" })) ?? {};
    let answer: string | undefined;
    standby.pause();

    const appending = log.append(1, epoch ?? 0, draft("first")).then((appended) => {
      answer = appended;
    });
    let pid = await waiting(primary);
    await primary.sql(`select pg_cancel_backend(${pid})`);
    const row = () => primary.sql("select number from bourse.log where number = 2");
    await expect.poll(row, UNTIL_SEEN).toHaveLength(1);
    await waiting(primary);
    expect([answer, doubts]).toEqual([undefined, []]);

    // Each try that is given up waits at the server until the next one ends it there.
    for (let tries = 0; tries < TRIES; tries++) {
      await time.pass(SILENCE_MS + PAUSE_MS);
      expect(log.isInDoubt).toBe(true);
      pid = await waiting(primary, pid);
    }
    const sessions = "select 1 from pg_stat_activity where application_name = 'bourse test'";
    await expect.poll(async () => (await primary.sql(sessions)).length, UNTIL_SEEN).toBe(1);
    expect(answer).toBeUndefined();
    standby.resume();
    await appending;
    expect(answer).toBe("durable");
  },
  PATIENCE_MS,
);

/** How often the append is tried anew. */
const TRIES = 3;
/** More than the log lets pass between two tries. */
const PAUSE_MS = 1_000;

pgTest("LOG-PG-2 a warning is of the statement that it came with, and of no other", async () => {
  const session = await databaseAt(url).connect(async () => undefined);
  const warning = "do $$ begin raise warning 'not sure'; end $$";

  const answers = await Promise.all(
    [warning, "select 1", warning].map((text) => session.query(text)),
  );

  expect(answers.map(({ isWarned }) => isWarned)).toEqual([true, false, true]);
  session.close();
});
