/**
 * `bourse cluster verify`: the proof of `bourse verify`, for a log that is sent instead of lying on a disk. Its reader has held
 * every batch against the chain; here it is replayed, and held against digests, invariants and snapshots. A second
 * reading happens only where a command was made void. Rules LOG-VERIFY-1, CLUSTER-VERIFY-1.
 */
import type { OnProgress } from "../../core/base/progress.ts";
import { isSamePlace } from "../../log/file/read-chain.ts";
import { type Batch, GENESIS, isOrigin } from "../../log/log.ts";
import { CommandFault, Replica, voidsIn } from "../../runtime/replica/replay.ts";
import {
  type NamedSnapshot,
  ReplayCheck,
  reportOf,
  VerifyFailed,
  type VerifyReport,
} from "./verify.ts";

export interface BatchStream {
  /** The state that replay begins at; none where that is the empty exchange. */
  readonly start: NamedSnapshot | undefined;
  /** All that are sound, the start among them. */
  readonly sound: readonly NamedSnapshot[];
  readonly damaged: readonly string[];
  /** The last position. */
  readonly end: number;
  /** The batches; there may be some before the start, in the segment that it lies in. */
  read(): AsyncIterable<Batch>;
}

export async function verifyStream(
  stream: BatchStream,
  onProgress: OnProgress = () => undefined,
): Promise<VerifyReport> {
  const damagedSnapshots = stream.damaged;
  try {
    return { ...(await replay(stream, new Set(), onProgress)), damagedSnapshots };
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    const voids = await voidsBehind(stream, error.position);
    if (!voids.has(error.position)) throw error;
    return { ...(await replay(stream, voids, onProgress)), damagedSnapshots };
  }
}

type Found = Omit<VerifyReport, "damagedSnapshots">;

async function replay(
  stream: BatchStream,
  voids: ReadonlySet<number>,
  onProgress: OnProgress,
): Promise<Found> {
  const { start, sound, end } = stream;
  const from = start?.snapshot.cursor ?? GENESIS;
  const check = new ReplayCheck(sound, from, undefined);
  const replica = Replica.start(start?.snapshot, voids);
  check.at(replica);
  for await (const batch of behindStart(stream)) {
    replica.follow(batch);
    check.at(replica);
    onProgress(replica.state.position - from.position, end - from.position);
  }
  return { ...reportOf(check, replica, start?.name), tornTail: undefined };
}

/** What stands in the segment before the start is of the chain, and of no state that is known. */
async function* behindStart({ start, read }: BatchStream): AsyncGenerator<Batch> {
  const cursor = start?.snapshot.cursor ?? GENESIS;
  let isBehind = isOrigin(cursor);
  for await (const batch of read()) {
    if (isBehind) yield batch;
    else isBehind = isSamePlace(batch.after, cursor) && isSame(batch.after.hash, cursor.hash);
  }
  if (!isBehind) throw new VerifyFailed(`snapshot ${start?.name} lies at no place of the log`);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** The void records behind a position: a command can be made void only after it faulted. */
async function voidsBehind({ read }: BatchStream, position: number): Promise<Set<number>> {
  const voids = new Set<number>();
  for await (const batch of read()) {
    if (batch.firstPosition <= position) continue;
    for (const made of voidsIn(batch)) voids.add(made);
  }
  return voids;
}
