/**
 * The orders that bore a client id, whoever's: those that are open or ended a moment ago by the state at the end of the log, those that
 * ended by history. Of each user in each area the newest of either is told. Rule EXPLAIN-NAME-1.
 */
import { AREAS } from "../../core/engine/ledger/area.ts";
import { isClientId } from "../../core/engine/orders/client-id-form.ts";
import { orderIdNamed, serverMadeId } from "../../core/engine/orders/open-orders.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { HistoryRecord } from "../../runtime/history/history.ts";
import { follow } from "./follow.ts";
import type { Sources } from "./sources.ts";
import { startsUpTo } from "./starts.ts";

/** Users that are looked at before other work goes on. */
const PIECE = 1_000;

export interface Namesakes {
  /** Newest first. */
  readonly orders: readonly number[];
  /** The users of those that the state knows. */
  readonly users: ReadonlyMap<number, number>;
  /** The state at the end of the log: names of users and markets. */
  readonly state: ExchangeState;
  /** Of those that ended: what history has, by id. */
  readonly ended: ReadonlyMap<number, HistoryRecord>;
}

/** Undefined where no order can bear it. */
export function* findNames(
  sources: Sources,
  clientId: string,
): Generator<undefined, Namesakes | undefined> {
  const made = serverMadeId(clientId);
  if (made === 0 && !isClientId(clientId)) return undefined;
  const state = sources.live?.() ?? (yield* stateAtEnd(sources));
  if (!state) return undefined;
  const ended = new Map<number, HistoryRecord>();
  const users = new Map<number, number>();
  // SPOT-CLIENT-6: it names the order itself.
  if (made > 0) return { orders: [made], users, state, ended };
  const { history } = sources;
  const hasOldNames = history?.hasOldNames ?? false;
  for (const found of history?.findNamesakes(clientId) ?? []) ended.set(found.record.id, found);
  for (const { id: user } of [...state.users.users]) {
    for (const area of AREAS) {
      const id = orderIdNamed(state.orders, { area, user, clientId, nameHash: 0 }, state.timeMs);
      if (id > 0) users.set(id, user);
      // HIST-NAME-2: a name of before is found by its user only.
      const old = hasOldNames ? history?.findNamed({ area, user }, clientId) : undefined;
      if (!old) continue;
      ended.set(old.record.id, old);
    }
    if (user % PIECE === 0) yield;
  }
  const orders = [...new Set([...ended.keys(), ...users.keys()])];
  return { orders: orders.sort((one, other) => other - one), users, state, ended };
}

/** Where no archivist runs the log is followed to its end from the newest state. */
function* stateAtEnd(sources: Sources): Generator<undefined, ExchangeState | undefined> {
  const [start] = startsUpTo(sources.disk, sources.durablePosition);
  if (!start) return undefined;
  const { replica } = yield* follow({
    ...sources,
    start,
    from: Number.POSITIVE_INFINITY,
    arm: () => undefined,
    isOver: () => false,
  });
  return replica.state;
}
