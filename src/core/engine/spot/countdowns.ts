/**
 * Countdowns: the orders of a user on a symbol are canceled unless the user renews in time. Kept by the time at
 * which they are due, which is engine time, so that one also ends behind a downtime. Rules SPOT-COUNT-1 to
 * SPOT-COUNT-4, CORE-BOUND-1.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { accept, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome } from "../../base/records/command.ts";
import { type Digest, foldNumber } from "../../base/records/digest.ts";
import { record, uint } from "../../base/records/record.ts";
import { findPair, type PairId } from "../catalogue/catalogue.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import type { UserId } from "../users/users.ts";
import { cancelOf } from "./cancel-all.ts";
import { COUNTDOWN_MS, type EndCountdown, type SetCountdown } from "./manage-commands.ts";
import type { SpotEvent, SpotState } from "./spot.ts";

export const countdownRecord = record({ user: uint, pair: uint, dueMs: uint });

export interface Countdown {
  readonly user: UserId;
  readonly pair: PairId;
  readonly dueMs: number;
}

export interface Countdowns {
  readonly byOwner: Map<string, Countdown>;
  /** Those due first come first; of one time the lower user, then the lower pair. */
  readonly byTime: Countdown[];
  readonly countMax: number;
  readonly digest: Digest;
}

export function newCountdowns(digest: Digest, countMax: number): Countdowns {
  return { byOwner: new Map(), byTime: [], countMax, digest };
}

function ownerOf({ user, pair }: Pick<Countdown, "user" | "pair">): string {
  return `${user} ${pair}`;
}

function comesBefore(one: Countdown, other: Countdown): boolean {
  if (one.dueMs !== other.dueMs) return one.dueMs < other.dueMs;
  return one.user === other.user ? one.pair < other.pair : one.user < other.user;
}

/** Where a countdown stands in the list, or would stand. */
function placeIn(byTime: readonly Countdown[], countdown: Countdown): number {
  let low = 0;
  let high = byTime.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comesBefore(byTime[middle] as Countdown, countdown)) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function enterCountdown({ byOwner, byTime }: Countdowns, countdown: Countdown): void {
  byOwner.set(ownerOf(countdown), countdown);
  byTime.splice(placeIn(byTime, countdown), 0, countdown);
}

function leave({ byOwner, byTime }: Countdowns, countdown: Countdown): void {
  byOwner.delete(ownerOf(countdown));
  byTime.splice(placeIn(byTime, countdown), 1);
}

/** SPOT-COUNT-1, SPOT-COUNT-2: a new time takes the place of the one before, 0 ends it. */
export function setCountdown(
  state: SpotState,
  { user, pair, afterMs }: SetCountdown,
  { timeMs }: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof SetCountdown> {
  const { countdowns } = state;
  if (!isInForce(state, "order_set")) return reject("rules_too_old"); // CORE-RULES-3
  if (!findPair(state.catalogue, pair)) return reject("pair_not_found");
  const { least, most } = COUNTDOWN_MS;
  if (afterMs !== 0 && (afterMs < least || afterMs > most)) return reject("countdown_out_of_range");
  const before = countdowns.byOwner.get(ownerOf({ user, pair }));
  const isOneMore = afterMs !== 0 && before === undefined;
  if (isOneMore && countdowns.byTime.length >= countdowns.countMax) {
    return reject("too_many_countdowns"); // CORE-BOUND-1
  }

  if (before) leave(countdowns, before);
  const dueMs = afterMs === 0 ? 0 : timeMs + afterMs;
  if (dueMs > 0) enterCountdown(countdowns, { user, pair, dueMs });
  fold(countdowns, { user, pair, dueMs });
  return accept({ dueMs });
}

function fold({ digest }: Countdowns, { user, pair, dueMs }: Countdown): void {
  foldNumber(digest, user);
  foldNumber(digest, pair);
  foldNumber(digest, dueMs);
}

/** SPOT-COUNT-3: those that are due at a time, at most so many, the first one first. */
export function dueCountdowns({ byTime }: Countdowns, timeMs: number, countMax: number) {
  const due: Countdown[] = [];
  for (const countdown of byTime) {
    if (countdown.dueMs > timeMs || due.length === countMax) break;
    due.push(countdown);
  }
  return due;
}

/** When the next countdown is due. */
export function nextCountdownMs({ byTime }: Countdowns): number {
  return byTime[0]?.dueMs ?? Number.POSITIVE_INFINITY;
}

/** SPOT-COUNT-3: in spot and in margin. Where there are more than one command cancels, it is sent again. */
export function endCountdown(
  state: SpotState,
  { user, pair }: EndCountdown,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof EndCountdown> {
  const { countdowns } = state;
  const countdown = countdowns.byOwner.get(ownerOf({ user, pair }));
  if (!countdown || countdown.dueMs > context.timeMs) return reject("tick_not_due");

  const by = { isOwnCancel: false, reason: "countdown" } as const;
  const spot = cancelOf(state, { user, pair, area: "spot" }, by, context);
  const margin = cancelOf(state, { user, pair, area: "margin" }, by, context);
  if (!spot.more && !margin.more) leave(countdowns, countdown);
  fold(countdowns, { user, pair, dueMs: 0 });
  return accept({ canceled: spot.canceled + margin.canceled });
}
