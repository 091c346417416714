/**
 * A replay in pieces: it gives way after every batch, so that its process can serve messages. A command
 * that was made void is passed over, as at a start (LOG-VOID-1); what it broke is remembered, since an
 * explanation may be about it.
 */
import type { Disk } from "../../log/disk.ts";
import { LogReader } from "../../log/file/log-reader.ts";
import { GENESIS } from "../../log/log.ts";
import { CommandFault, Replica, voidsIn } from "../../runtime/replica/replay.ts";
import type { Start } from "./starts.ts";

export interface Following {
  readonly disk: Disk;
  readonly start: Start;
  /** A replica that stands at the start already, to be used up. */
  readonly replica?: Replica | undefined;
  readonly durablePosition: number;
  /** Looks at the replica before the first batch; called again when the replay begins again. */
  readonly arm: (replica: Replica) => void;
  /** Whether it has seen enough; asked after every batch. */
  readonly isOver: () => boolean;
}

export interface Followed {
  readonly replica: Replica;
  /** The invariants that void commands had broken, by position. */
  readonly faults: ReadonlyMap<number, string>;
}

export function* follow(following: Following): Generator<undefined, Followed> {
  const { start, replica = Replica.start(start.snapshot) } = following;
  try {
    return { replica: yield* replay(following, replica), faults: new Map() };
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    const voids = yield* voidsBehind(following, error.position);
    if (!voids.has(error.position)) throw error;
    const again = yield* replay(following, Replica.start(start.snapshot, voids));
    return { replica: again, faults: new Map([[error.position, error.message]]) };
  }
}

function* replay(following: Following, replica: Replica): Generator<undefined, Replica> {
  const { disk, durablePosition, arm, isOver } = following;
  arm(replica);
  const reader = new LogReader(disk, replica.cursor);
  for (const batch of reader.readTo(durablePosition)) {
    replica.follow(batch);
    if (isOver()) break;
    yield;
  }
  return replica;
}

/** The void records behind a position. */
function* voidsBehind(
  { disk, start, durablePosition }: Following,
  position: number,
): Generator<undefined, Set<number>> {
  const voids = new Set<number>();
  const reader = new LogReader(disk, start.snapshot?.cursor ?? GENESIS);
  for (const batch of reader.readTo(durablePosition)) {
    if (batch.firstPosition > position) for (const one of voidsIn(batch)) voids.add(one);
    yield;
  }
  return voids;
}
