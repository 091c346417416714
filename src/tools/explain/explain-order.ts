/**
 * The life of an order: from the nearest kept state before it was made the log is followed to its end, and the command that made it is
 * looked at from both sides on the way. Of an order that rests as it was made the archivist's own state says so, and nothing more is
 * followed. Rules EXPLAIN-LIFE-1, EXPLAIN-LOG-1, EXPLAIN-SOON-1.
 */
import type { Replica } from "../../runtime/replica/replay.ts";
import { type Chosen, chooseStart } from "./choose-start.ts";
import { bothOf, CreationWitness } from "./creation-witness.ts";
import { follow } from "./follow.ts";
import { LifeWitness } from "./life-witness.ts";
import { endOf, findPast, tellPast } from "./past.ts";
import type { Sources } from "./sources.ts";
import { firstPositionOf, type Start } from "./starts.ts";
import { StepWitness } from "./step-witness.ts";
import type { OrderExplained, Step } from "./words/explanation.ts";
import { Names } from "./words/names.ts";

/** Undefined: no order of this id was ever made. */
export function* explainOrder(
  sources: Sources,
  id: number,
): Generator<undefined, OrderExplained | undefined> {
  const newest = sources.live?.()?.orders.orderIdLast;
  if (newest !== undefined && id > newest) return undefined;
  const chosen = yield* chooseStart(sources, id);
  if (!chosen) return undefined;
  if (chosen.isLate && !chosen.replica.state.orders.byId.get(id)) {
    return yield* explainPast(sources, chosen, id);
  }
  const { life, creation, replica } = yield* followLife(sources, chosen, id);
  const { order, subject } = life;
  if (order === undefined || !subject) return undefined;
  const created = creation.stepOf(subject.user) ?? (yield* creationOf(sources, chosen.start, life));
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

function* followLife(sources: Sources, { start, replica: fresh, place }: Chosen, id: number) {
  let life = new LifeWitness(fresh.state, id);
  let creation = new CreationWitness(fresh.state, id);
  let end: number | undefined;
  const { replica } = yield* follow({
    ...sources,
    start,
    replica: fresh,
    from: place?.first,
    arm(replica) {
      life = new LifeWitness(replica.state, id);
      // Without a place it may be any command from here on: it is looked at again when it is known.
      creation = new CreationWitness(replica.state, place ? id : 0);
      replica.witness = bothOf(life, creation);
    },
    isOver: () => life.isOver || life.isAsIn(sources.live?.()),
    end() {
      if (life.subject) end ??= endOf(sources.history, life.subject, id);
      return end;
    },
  });
  return { life, creation, replica };
}

/** The command that made the order, before and after; undefined where it is older than the log. */
function* creationOf(
  sources: Sources,
  start: Start,
  { createdAt, subject }: LifeWitness,
): Generator<undefined, Step | undefined> {
  if (createdAt === 0) return undefined;
  const wanted = {
    positions: new Set([createdAt]),
    subject,
    hadEnded: () => false,
  };
  let witness: StepWitness | undefined;
  yield* follow({
    ...sources,
    start,
    from: createdAt,
    end: () => createdAt,
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
  { replica: { state }, place }: Pick<Chosen, "place"> & { readonly replica: Replica },
  id: number,
): Generator<undefined, OrderExplained | undefined> {
  const { history } = sources;
  const records = history ? yield* findPast(history, id, place) : [];
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
