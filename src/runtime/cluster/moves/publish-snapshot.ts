/**
 * Puts the newest snapshot of a node into the database, so that a node with nothing begins near the end. One node at a time
 * does, and nobody waits for it: the commit is local, and what a failover takes of it is put in again (CLUSTER-SNAP-1).
 */
import type { Disk } from "../../../log/disk.ts";
import { listSnapshots, readCursor } from "../../../log/file/snapshot-files.ts";
import { ConnectChecks } from "../../../log/postgres/connect-checks.ts";
import type { Database, Session } from "../../../log/postgres/database.ts";
import { numberOf } from "../../../log/postgres/log-table.ts";
import { NotOurs } from "../../../log/postgres/schema.ts";
import { listStored, storeSnapshot } from "../../../log/postgres/snapshot-table.ts";

/** Of the numbers that locks of the database have, this one is ours. */
const LOCK = "select pg_try_advisory_xact_lock(22000002) as is_ours";

/** Answers the name of what was put in; undefined when there was nothing to do, or another node is doing it. */
export async function publishSnapshot(session: Session, disk: Disk): Promise<string | undefined> {
  const name = listSnapshots(disk).at(-1);
  const cursor = name === undefined ? undefined : readCursor(disk, name);
  if (name === undefined || cursor === undefined) return undefined;
  if ((await numberOf(session, cursor)) === undefined) {
    throw new NotOurs(`Snapshot ${name} lies at no place of the cluster's log.`);
  }
  await session.query("begin");
  try {
    await session.query("set local synchronous_commit = local");
    const [row] = (await session.query(LOCK)).rows;
    const newest = (await listStored(session)).at(-1)?.cursor.position ?? 0;
    const isDue = row?.["is_ours"] === true && newest < cursor.position;
    if (isDue) await storeSnapshot(session, disk, { name, cursor, isOrigin: false });
    await session.query("commit");
    return isDue ? name : undefined;
  } catch (error) {
    if (!session.isOver) await session.query("rollback");
    throw error;
  }
}

export interface PublisherOptions {
  readonly database: Database;
  readonly isSingle: boolean;
  readonly disk: Disk;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** A sentence for the operator. */
  readonly report: (sentence: string) => void;
}

/** Between two looks, and two tries. */
const LOOK_MS = 30_000;

export class SnapshotPublisher {
  readonly #options: PublisherOptions;
  #lookedAtMs: number;
  #isAtWork = false;
  /** What was seen to be in the database. */
  #done: string | undefined;
  #problem: string | undefined;

  constructor(options: PublisherOptions) {
    this.#options = options;
    this.#lookedAtMs = options.now();
  }

  /** Called now and then; never throws. */
  beat(): void {
    const { disk, now } = this.#options;
    if (this.#isAtWork || now() - this.#lookedAtMs < LOOK_MS) return;
    this.#lookedAtMs = now();
    const newest = listSnapshots(disk).at(-1);
    if (newest === undefined || newest === this.#done) return;
    this.#isAtWork = true;
    void this.#publish(newest).finally(() => {
      this.#isAtWork = false;
    });
  }

  async #publish(newest: string): Promise<void> {
    try {
      await this.#inSession((session) => publishSnapshot(session, this.#options.disk));
      this.#done = newest;
      this.#problem = undefined;
    } catch (error) {
      this.#tell(error instanceof Error ? error.message : `${error}`);
    }
  }

  async #inSession(work: (session: Session) => Promise<unknown>): Promise<void> {
    const { database, isSingle } = this.#options;
    const session = await new ConnectChecks({ isSingle }).open(database);
    try {
      await work(session);
    } finally {
      session.close();
    }
  }

  /** One reason is told once, however often it is met. */
  #tell(problem: string): void {
    if (problem !== this.#problem) {
      this.#options.report(`the newest snapshot is not in the cluster yet: ${problem}`);
    }
    this.#problem = problem;
  }
}
