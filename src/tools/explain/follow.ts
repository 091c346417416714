/**
 * A replay in pieces: it gives way after every batch, so that its process can serve messages. A command
 * that was made void is passed over, as at a start (LOG-VOID-1); what it broke is remembered, since an
 * explanation may be about it.
 */
import { LogReader } from "../../log/file/log-reader.ts";
import { GENESIS } from "../../log/log.ts";
import { CommandFault, Replica, voidsIn } from "../../runtime/replica/replay.ts";
import type { Sources } from "./sources.ts";
import type { Start } from "./starts.ts";

export interface Following
  extends Pick<Sources, "disk" | "durablePosition" | "onProgress" | "meter"> {
  readonly start: Start;
  /** A replica that stands at the start already, to be used up. */
  readonly replica?: Replica | undefined;
  /** The first position that is looked at; without one, that behind the start. */
  readonly from?: number | undefined;
  /** Looks at the replica before that; called again when the replay begins again. */
  readonly arm: (replica: Replica) => void;
  /** Whether it has seen enough; asked after every batch from there on. */
  readonly isOver: () => boolean;
  /** Where it is known by now to be over, as far as it is. */
  readonly end?: (() => number | undefined) | undefined;
}

export interface Followed {
  readonly replica: Replica;
  /** The invariants that void commands had broken, by position. */
  readonly faults: ReadonlyMap<number, string>;
}

export function* follow(following: Following): Generator<undefined, Followed> {
  const { start, replica = startReplica(following, start) } = following;
  try {
    return { replica: yield* replay(following, replica), faults: new Map() };
  } catch (error) {
    if (!(error instanceof CommandFault)) throw error;
    const voids = yield* voidsBehind(following, error.position);
    if (!voids.has(error.position)) throw error;
    const again = yield* replay(following, startReplica(following, start, voids));
    return { replica: again, faults: new Map([[error.position, error.message]]) };
  }
}

/** Loads the state of a start. */
export function startReplica(
  { meter }: Pick<Sources, "meter">,
  { snapshot }: Start,
  voids?: ReadonlySet<number>,
): Replica {
  if (meter) meter.loaded++;
  return Replica.start(snapshot, voids);
}

function* replay(following: Following, replica: Replica): Generator<undefined, Replica> {
  const { disk, durablePosition, arm, isOver, meter, from = 0 } = following;
  let isArmed = false;
  const begin = replica.state.position;
  const reader = new LogReader(disk, replica.cursor);
  for (const batch of reader.readTo(durablePosition)) {
    // Nothing before it is looked at: a witness has its price.
    if (!isArmed && batch.firstPosition + batch.count > from) {
      arm(replica);
      isArmed = true;
    }
    replica.follow(batch);
    if (meter) meter.replayed += batch.count;
    const end = following.end?.() ?? durablePosition;
    following.onProgress?.(replica.state.position - begin, end - begin);
    if (isArmed && isOver()) break;
    yield;
  }
  if (!isArmed) arm(replica);
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
