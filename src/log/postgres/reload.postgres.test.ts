/** A reload that takes the safety from a server under a log that is open: nothing is said to be durable until it is safe again. */
import { expect, onTestFinished, test } from "vitest";
import type { PostgresServer } from "../../../scripts/local-cluster/postgres-server.ts";
import { draft } from "../../../test/support/log-desk.ts";
import { OwnServers } from "../../../test/support/own-servers.ts";
import { hasPostgres } from "../../../test/support/postgres.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { PATIENCE_MS, UNTIL_SEEN, untilSeen } from "../../../test/support/until.ts";
import { GENESIS } from "../log.ts";
import { inlineSegmentMaker } from "../segment/segments.ts";
import { systemTimer } from "../system-timer.ts";
import { ConnectChecks } from "./connect-checks.ts";
import { openPostgresLog } from "./open-postgres-log.ts";
import { pgDatabase } from "./pg-database.ts";
import type { PostgresLog } from "./postgres-log.ts";
import { makeCluster } from "./schema.ts";

const reloadTest = test.skipIf(!hasPostgres());
const NAME = "s1";
const SESSION = "bourse reload";

interface Leading {
  readonly primary: PostgresServer;
  readonly standby: PostgresServer;
  readonly log: PostgresLog;
  readonly doubts: string[];
  append(): Promise<string>;
}

/** A log that is led, on a primary whose commits wait for its standby. */
async function lead(): Promise<Leading> {
  const [primary, standby] = await OwnServers.ofTest().pair(NAME);
  const database = pgDatabase({ url: primary.url, name: SESSION, timer: systemTimer });
  const checks = new ConnectChecks({ isSingle: false });
  const session = await checks.open(database);
  await makeCluster(session, { origin: GENESIS, segmentBytes: 1024, partitionRows: 8 });
  session.close();
  const [doubts, disk] = [[] as string[], new SimulatedDisk()];
  const log = await openPostgresLog({
    database,
    checks,
    disk,
    maker: inlineSegmentMaker(disk),
    timer: systemTimer,
    onSpace: () => undefined,
    onDoubt: (reason) => void doubts.push(reason?.message ?? "over"),
  });
  onTestFinished(() => log.close());
  const claimed = await log.takeOver(draft("", 0), { node: "one", address: "here" });
  const epoch = claimed?.epoch ?? expect.fail("another leads");
  const append = () => log.append(log.end.position + 1, epoch, draft("order"));
  expect(await append()).toBe("durable");
  return { primary, standby, log, doubts, append };
}

/** It is said why an append is not durable, and nothing else of it. */
async function expectDoubt({ doubts, log }: Leading, why: string): Promise<void> {
  const number = log.number;
  await expect.poll(() => doubts.join(), UNTIL_SEEN).toContain(why);
  expect([log.number, log.isInDoubt]).toEqual([number, true]);
}

const UNSAFE = [
  ["synchronous_standby_names", "", NAME, "has no synchronous standby"],
  ["synchronous_commit", "local", "on", "synchronous_commit = local"],
  ["fsync", "off", "on", "has fsync off"],
] as const;

reloadTest.each(UNSAFE)(
  "LOG-PG-8 a reload sets %s to %j under a leader: nothing is durable until it is as it was",
  async (name, unsafe, safe, why) => {
    const leading = await lead();
    const { primary, standby, append } = leading;
    standby.pause();
    await primary.set(name, unsafe);

    const appending = append();
    await expectDoubt(leading, why);
    await primary.set(name, safe);
    standby.resume();

    expect(await appending).toBe("durable");
  },
  PATIENCE_MS,
);

reloadTest(
  "LOG-PG-8 a reload lets go of an append that waits for the standby: that is no commit",
  async () => {
    const leading = await lead();
    const { primary, standby, append } = leading;
    standby.pause();
    const appending = append();
    await untilSeen("the append waits for the standby", async () => {
      const text = `select 1 from pg_stat_activity where wait_event = 'SyncRep' and application_name = '${SESSION}'`;
      return (await primary.sql(text)).length > 0 || undefined;
    });

    await primary.set("synchronous_standby_names", "");
    await expectDoubt(leading, "has no synchronous standby");
    await primary.set("synchronous_standby_names", NAME);
    standby.resume();

    expect(await appending).toBe("durable");
  },
  PATIENCE_MS,
);
