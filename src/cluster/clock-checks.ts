/**
 * Whether a node's wall clock may give the log its time: not when it is behind the log, and not when it is far from the
 * database's. Engine time never goes back, so a leader with a slow clock would stand still, and one with a fast clock would
 * carry the whole exchange ahead. Rule CLUSTER-CLOCK-1.
 */
import type { ExchangeState } from "../engine/state.ts";
import type { Session } from "../log/postgres/database.ts";
import { JUMP_MS, type TimeSource } from "../service/clock.ts";

/** The wall clock of this machine is wrong, or that of the database. */
export class ClockOff extends Error {
  override readonly name = "ClockOff";
}

export const DATABASE_TIME =
  "select (extract(epoch from clock_timestamp()) * 1000)::bigint as time_ms";

export interface ClockTerms {
  readonly time: Pick<TimeSource, "wallMs">;
  readonly acceptsClockBehind: boolean;
}

/** Throws when the clocks of this machine and of the database are further apart than a jump. */
export async function checkDatabaseClock(
  session: Session,
  { time, acceptsClockBehind }: ClockTerms,
): Promise<void> {
  const [row] = (await session.query(DATABASE_TIME)).rows;
  const offMs = Math.round(time.wallMs() - Number(row?.["time_ms"]));
  if (Math.abs(offMs) <= JUMP_MS || acceptsClockBehind) return;
  const how = `${Math.abs(offMs)} ms ${offMs < 0 ? "behind" : "ahead of"} the database's`;
  throw new ClockOff(`the wall clock is ${how}; set it right, or start with --accept-clock-behind`);
}

/** Why a node with this time may not lead; undefined when it may. SANDBOX-CLOCK-1: a clock led by hand is not behind. */
export function clockProblemOf(
  { clock, timeMs }: Pick<ExchangeState, "clock" | "timeMs">,
  wallMs: number,
): string | undefined {
  const lastMs = timeMs - clock.leadMs;
  if (clock.frozen === 1 || wallMs >= lastMs - JUMP_MS) return undefined;
  const times = `wall clock ${new Date(wallMs).toISOString()}, last batch ${new Date(lastMs).toISOString()}`;
  return `the wall clock is behind the log (${times}); set it right, or start with --accept-clock-behind`;
}
