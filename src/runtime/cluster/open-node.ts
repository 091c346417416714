/**
 * Opens a node on its data directory: the newest snapshot, the copy of the log, cut to what is sound and brought up to date,
 * and a replica led along it. Whether it leads or follows is decided when it is started.
 */
import type { OnProgress } from "../../core/base/progress.ts";
import type { Disk } from "../../log/disk.ts";
import { recover } from "../../log/file/recover.ts";
import { witnessesOf } from "../../log/file/witness.ts";
import { CheckedSessions } from "../../log/postgres/checked-sessions.ts";
import { ConnectChecks } from "../../log/postgres/connect-checks.ts";
import type { Database } from "../../log/postgres/database.ts";
import { sessionName } from "../../log/postgres/leader-table.ts";
import { openPostgresLog } from "../../log/postgres/open-postgres-log.ts";
import type { PostgresLog } from "../../log/postgres/postgres-log.ts";
import type { SegmentMaker } from "../../log/segment/segments.ts";
import { UnarchivedRecords } from "../history/unarchived-records.ts";
import { Follower } from "../replica/follower.ts";
import { shortageTeller } from "../replica/open-log.ts";
import { chooseSnapshot, restore, type SnapshotChoice } from "../replica/restore.ts";
import { RequestClock } from "../sequencer/clock.ts";
import { clockProblemOf, collectUnarchived } from "../sequencer/open-exchange.ts";
import { ClockOff, checkDatabaseClock } from "./clock-checks.ts";
import type { Clocks } from "./clocks.ts";
import { Membership } from "./membership.ts";
import { Node, type NodeOptions } from "./node.ts";

export interface OpenNodeOptions
  extends Pick<
    NodeOptions,
    "node" | "program" | "touched" | "dial" | "meter" | "inspect" | "onBroken" | "report"
  > {
  /** Sessions of that name. */
  readonly database: (name: string) => Database;
  /** `--single-postgres`: no standby is asked for. */
  readonly isSingle: boolean;
  readonly disk: Disk;
  readonly segmentMaker: SegmentMaker;
  readonly clocks: Clocks;
  readonly clockwork: NodeOptions["clockwork"];
  readonly acceptsClockBehind: boolean;
  readonly onProgress?: OnProgress | undefined;
}

export interface OpenedNode {
  readonly node: Node;
  readonly membership: Membership;
  readonly clock: RequestClock;
  readonly unarchived: UnarchivedRecords;
}

export async function openNode(options: OpenNodeOptions): Promise<OpenedNode> {
  const { database, isSingle, node: name, clockwork, report } = options;
  const checks = new ConnectChecks({ isSingle });
  const sessions = new CheckedSessions(database(sessionName(name, "watch")), checks);
  try {
    await checkDatabaseClock(await sessions.get(), options);
    const { timer } = clockwork;
    const membership = await Membership.join({ node: name, sessions, timer, report });
    const log = await openLog(options, checks);
    try {
      return { membership, ...nodeOn(options, { log, sessions, number: membership.number }) };
    } catch (error) {
      log.close();
      throw error;
    }
  } catch (error) {
    sessions.close();
    throw error;
  }
}

async function openLog(options: OpenNodeOptions, checks: ConnectChecks): Promise<PostgresLog> {
  const { database, node, disk, segmentMaker, clockwork, report } = options;
  return await openPostgresLog({
    database: database(sessionName(node, "log")),
    checks,
    disk,
    maker: segmentMaker,
    timer: clockwork.timer,
    onSpace: shortageTeller(report),
    onDoubt: (reason) => report(sayDoubt(reason)),
  });
}

type Parts = Pick<NodeOptions, "log" | "sessions" | "number">;

function nodeOn(options: OpenNodeOptions, parts: Parts): Omit<OpenedNode, "membership"> {
  const { disk, clocks, acceptsClockBehind, report } = options;
  const choice = chooseSnapshot(disk);
  for (const { name, problem } of choice.damaged)
    report(`snapshot ${name} is damaged (${problem})`);
  // The copy is whole now: it is held against the snapshot and the witnesses, as a log on a disk is.
  const from = choice.snapshot?.cursor;
  recover(disk, { from, isRepairing: false, witnesses: witnessesOf(disk) });
  const unarchived = new UnarchivedRecords();
  const follower = followerOn(options, parts.log, choice, unarchived);
  const clock = new RequestClock(clocks, (differenceMs) => {
    report(`the wall clock jumped by ${differenceMs} ms; it is not followed`);
  });
  const clockProblem = () =>
    acceptsClockBehind ? undefined : clockProblemOf(follower.state, clocks.wallMs());
  const problem = clockProblem();
  if (problem !== undefined) throw new ClockOff(problem);
  const now = () => clock.now();
  const node = new Node({ ...options, ...parts, follower, unarchived, now, clockProblem });
  return { node, clock, unarchived };
}

function followerOn(
  { onProgress }: OpenNodeOptions,
  log: PostgresLog,
  { snapshot }: SnapshotChoice,
  unarchived: UnarchivedRecords,
): Follower {
  const from = snapshot?.cursor.position ?? 0;
  const replica = restore(log, snapshot, (restored, batch) => {
    if (!batch) collectUnarchived(unarchived, restored);
    onProgress?.(restored.state.position - from, log.end.position - from);
  });
  return new Follower(replica);
}

function sayDoubt(reason: Error | undefined): string {
  if (!reason) return "PostgreSQL has said what became of the last batch; orders are taken again";
  return `PostgreSQL has not said whether a batch is durable; it is asked until it does: ${reason.message}`;
}
