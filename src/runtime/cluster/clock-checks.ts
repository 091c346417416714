/**
 * Whether a node's wall clock is near the database's; that it is not behind the log is looked at as on one machine. Engine time never goes back, so a leader with a slow clock would stand still, and one with a fast clock would
 * carry the whole exchange ahead. Rule CLUSTER-CLOCK-1.
 */
import type { Session } from "../../log/postgres/database.ts";
import { JUMP_MS, type TimeSource } from "../sequencer/clock.ts";

/** The wall clock of this machine is wrong, or that of the database. */
export class ClockOff extends Error {
  override readonly name = "ClockOff";
}

export const DATABASE_TIME =
  "select (extract(epoch from clock_timestamp()) * 1000)::bigint as time_ms";

export interface ClockTerms {
  readonly clocks: Pick<TimeSource, "wallMs">;
  readonly acceptsClockBehind: boolean;
}

/** Throws when the clocks of this machine and of the database are further apart than a jump. */
export async function checkDatabaseClock(
  session: Session,
  { clocks, acceptsClockBehind }: ClockTerms,
): Promise<void> {
  const [row] = (await session.query(DATABASE_TIME)).rows;
  const offMs = Math.round(clocks.wallMs() - Number(row?.["time_ms"]));
  if (Math.abs(offMs) <= JUMP_MS || acceptsClockBehind) return;
  const how = `${Math.abs(offMs)} ms ${offMs < 0 ? "behind" : "ahead of"} the database's`;
  throw new ClockOff(`the wall clock is ${how}; set it right, or start with --accept-clock-behind`);
}
