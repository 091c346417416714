/**
 * The life of an order. The nearest start before it was made is found by the last order id of each;
 * then the order is followed to its end, and the command that made it is looked at again from both
 * sides. Rules EXPLAIN-LIFE-1, EXPLAIN-LOG-1.
 */
import { Replica } from "../../runtime/replica/replay.ts";
import { follow } from "./follow.ts";
import { LifeWitness } from "./life-witness.ts";
import { findPast, tellPast } from "./past.ts";
import type { Sources } from "./sources.ts";
import { firstPositionOf, type Start, startsUpTo } from "./starts.ts";
import { StepWitness } from "./step-witness.ts";
import type { OrderExplained, Step } from "./words/explanation.ts";
import { Names } from "./words/names.ts";

/** Undefined: no order of this id was ever made. */
export function* explainOrder(
  sources: Sources,
  id: number,
): Generator<undefined, OrderExplained | undefined> {
  const chosen = yield* chooseStart(sources, id);
  if (!chosen) return undefined;
  if (chosen.isLate && !chosen.replica.state.orders.byId.get(id)) {
    return yield* explainPast(sources, chosen.replica, id);
  }
  const { life, replica } = yield* followLife(sources, chosen, id);
  const { order, subject } = life;
  if (order === undefined || !subject) return undefined;
  const created = life.createdAt > 0 ? yield* creationOf(sources, chosen.start, life) : undefined;
  return {
    found: "order",
    id: `${id}`,
    order,
    user: new Names(replica.state).user(subject.user),
    created,
    life: life.moments,
    now: life.now,
    notes: [
      ...(created ? [] : [olderThanLog(sources)]),
      ...(life.untold > 0 ? [`${life.untold} more commands concerned it and are not told`] : []),
    ],
  };
}

interface Chosen {
  readonly start: Start;
  readonly replica: Replica;
  /** Even the oldest start is behind the order's creation. */
  readonly isLate: boolean;
}

/** The nearest start before the order was made, or else the oldest there is. */
function* chooseStart(
  { disk, durablePosition }: Sources,
  id: number,
): Generator<undefined, Chosen | undefined> {
  let oldest: Start | undefined;
  for (const start of startsUpTo(disk, durablePosition)) {
    const replica = Replica.start(start.snapshot);
    if (replica.state.orders.orderIdLast < id) return { start, replica, isLate: false };
    oldest = start;
    yield;
  }
  // Made again rather than kept: no two replicas are in memory at once.
  return oldest && { start: oldest, replica: Replica.start(oldest.snapshot), isLate: true };
}

function* followLife(sources: Sources, { start, replica: fresh }: Chosen, id: number) {
  let life = new LifeWitness(fresh.state, id);
  const { replica } = yield* follow({
    ...sources,
    start,
    replica: fresh,
    arm(replica) {
      life = new LifeWitness(replica.state, id);
      replica.witness = life;
    },
    isOver: () => life.isOver,
  });
  return { life, replica };
}

/** The command that made the order, before and after. */
function* creationOf(
  sources: Sources,
  start: Start,
  { createdAt, subject }: LifeWitness,
): Generator<undefined, Step | undefined> {
  const wanted = {
    positions: new Set([createdAt]),
    subject,
    hadEnded: () => false,
  };
  let witness: StepWitness | undefined;
  yield* follow({
    ...sources,
    start,
    arm(replica) {
      witness = new StepWitness(replica.state, wanted);
      replica.witness = witness;
    },
    isOver: () => witness?.isOver ?? false,
  });
  return witness?.steps[0];
}

function* explainPast(
  sources: Sources,
  { state }: Replica,
  id: number,
): Generator<undefined, OrderExplained | undefined> {
  const { history } = sources;
  const records = history ? yield* findPast(history, id) : [];
  const past = tellPast(state, records);
  const unknown = { order: "nothing more is known", user: "unknown", now: "ended", notes: [] };
  const { order, user, now, notes } = past ?? unknown;
  const told = { order, user, now, created: undefined, life: [] };
  return { found: "order", id: `${id}`, ...told, notes: [olderThanLog(sources), ...notes] };
}

/** EXPLAIN-LOG-1 */
function olderThanLog({ disk }: Sources): string {
  return `it is older than the log, which begins at position ${firstPositionOf(disk)}`;
}
