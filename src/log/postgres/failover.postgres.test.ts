/** The log while real servers fail over: a URL with both hosts, appends all the time, and a standby that is promoted. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { draft, textsOf } from "../../../test/support/log-desk.ts";
import { hasPostgres } from "../../../test/support/postgres.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { directoryOfFile } from "../../../test/support/temporary-directory.ts";
import { PostgresServer } from "../../local-cluster/postgres-server.ts";
import { GENESIS } from "../log.ts";
import { inlineSegmentMaker } from "../segment/segments.ts";
import { systemTimer } from "../system-timer.ts";
import { ConnectChecks } from "./connect-checks.ts";
import { openPostgresLog } from "./open-postgres-log.ts";
import { pgDatabase } from "./pg-database.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { makeCluster } from "./schema.ts";

const START_MS = 60_000;
/** From the promotion to the first append that is durable. */
const FAILOVER_MS = 1_000;
const isHere = hasPostgres();
const pgTest = test.skipIf(!isHere);

const directory = directoryOfFile();
let primary: PostgresServer;
let standby: PostgresServer;
let log: PostgresLog;
let epoch: number;
const texts: string[] = [];
const database = () => {
  const url = `postgres://bourse@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres`;
  return pgDatabase({ url, name: "bourse test", timer: systemTimer });
};

function open(): Promise<PostgresLog> {
  const disk = new SimulatedDisk();
  return openPostgresLog({
    database: database(),
    checks: new ConnectChecks({ isSingle: true }),
    disk,
    maker: inlineSegmentMaker(disk),
    timer: systemTimer,
    onSpace: () => undefined,
    onDoubt: () => undefined,
  });
}

async function append(): Promise<void> {
  const text = `text ${texts.length}`;
  texts.push(text);
  expect(await log.append(log.end.position + 1, epoch, draft(text))).toBe("durable");
}

beforeAll(async () => {
  if (!isHere) return;
  primary = await PostgresServer.start({ directory: join(directory, "primary") });
  const place = { directory: join(directory, "standby") };
  standby = await PostgresServer.startStandby(primary, place, "s1");
  const checks = new ConnectChecks({ isSingle: true });
  const session = await database().connect((opened) => checks.check(opened));
  await makeCluster(session, { origin: GENESIS, segmentBytes: 1024, partitionRows: 8 });
  session.close();
  await primary.set("synchronous_standby_names", "s1");
  log = await open();
  const claimed = await log.takeOver(draft("", 0), { node: "one", address: "here" });
  epoch = claimed?.epoch ?? expect.fail("another leads");
}, START_MS);
afterAll(async () => {
  if (!isHere) return;
  log.close();
  await primary.kill();
  await standby.kill();
});

pgTest(
  "LOG-PG-7 when the primary hangs, what is appended is durable soon after the promotion",
  async () => {
    await append();
    primary.pause();
    const appending = append();
    await expect.poll(() => log.isInDoubt, { timeout: 10_000 }).toBe(true);

    await standby.promote();
    const promotedAt = performance.now();
    await appending;

    expect(performance.now() - promotedAt).toBeLessThan(FAILOVER_MS);
  },
);

pgTest(
  "LOG-PG-5 a primary of before that is back is passed over, by who has seen the new one and who has not",
  async () => {
    primary.resume();
    await expect.poll(() => primary.sql("select 1")).toHaveLength(1);
    await standby.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bourse test'",
    );
    await append();

    const fresh = await open();
    expect(textsOf(fresh).filter((text) => text !== "")).toEqual(texts);
    fresh.close();
  },
);

pgTest("LOG-PG-7 with both down it is in doubt, and goes on when one is back", async () => {
  await primary.kill();
  await standby.kill();
  const appending = append();
  await expect.poll(() => log.isInDoubt, { timeout: 10_000 }).toBe(true);
  await standby.begin();
  await appending;

  expect(textsOf(log).filter((text) => text !== "")).toEqual(texts);
});
