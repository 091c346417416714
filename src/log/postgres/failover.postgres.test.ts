/** The log while real servers fail over: a URL with both hosts, appends all the time, and a standby that is promoted. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PostgresServer } from "../../../scripts/local-cluster/postgres-server.ts";
import { draft, textsOf } from "../../../test/support/log-desk.ts";
import { OwnServers } from "../../../test/support/own-servers.ts";
import { hasPostgres } from "../../../test/support/postgres.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { PATIENCE_MS, UNTIL_SEEN } from "../../../test/support/until.ts";
import { GENESIS } from "../log.ts";
import { inlineSegmentMaker } from "../segment/segments.ts";
import { systemTimer } from "../system-timer.ts";
import { ConnectChecks } from "./connect-checks.ts";
import { openPostgresLog } from "./open-postgres-log.ts";
import { pgDatabase } from "./pg-database.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { makeCluster } from "./schema.ts";

const isHere = hasPostgres();
const pgTest = test.skipIf(!isHere);

const servers = OwnServers.ofFile();
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
  [primary, standby] = await servers.pair("s1");
  const checks = new ConnectChecks({ isSingle: true });
  const session = await checks.open(database());
  await makeCluster(session, { origin: GENESIS, segmentBytes: 1024, partitionRows: 8 });
  session.close();
  log = await open();
  const claimed = await log.takeOver(draft("", 0), { node: "one", address: "here" });
  epoch = claimed?.epoch ?? expect.fail("another leads");
}, PATIENCE_MS);
afterAll(() => log?.close());

/** How soon is shown on virtual time, by the tests of the search for the primary. */
pgTest(
  "LOG-PG-7 when the primary hangs, what is appended goes to the standby that is promoted",
  async () => {
    await append();
    primary.pause();
    const appending = append();
    await expect.poll(() => log.isInDoubt, UNTIL_SEEN).toBe(true);

    await standby.promote();
    await appending;

    expect(primary.isAwake).toBe(false);
    const [row] = await standby.sql("select max(number)::int as last from bourse.log");
    expect(row?.["last"]).toBe(log.number);
  },
  PATIENCE_MS,
);

pgTest(
  "LOG-PG-5 a primary of before that is back is passed over, by who has seen the new one and who has not",
  async () => {
    primary.resume();
    await expect.poll(() => primary.role(), UNTIL_SEEN).toBe("primary");
    await standby.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bourse test'",
    );
    await append();

    const fresh = await open();
    expect(textsOf(fresh).filter((text) => text !== "")).toEqual(texts);
    fresh.close();
  },
  PATIENCE_MS,
);

pgTest(
  "LOG-PG-7 with both down it is in doubt, and goes on when one is back",
  async () => {
    await primary.kill();
    await standby.kill();
    const appending = append();
    await expect.poll(() => log.isInDoubt, UNTIL_SEEN).toBe(true);
    await standby.begin();
    await appending;

    expect(textsOf(log).filter((text) => text !== "")).toEqual(texts);
  },
  PATIENCE_MS,
);
