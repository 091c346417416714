/**
 * Opening a data directory: snapshot, log, replay, clock, sequencer, in this order. The caller holds
 * the directory's lock.
 */

import type { OnProgress } from "../../core/base/progress.ts";
import type { Timer } from "../../core/base/timer.ts";
import { FORMAT } from "../../core/engine/directory.ts";
import { RULES } from "../../core/engine/rule-versions.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { Disk } from "../../log/disk.ts";
import type { SegmentMaker } from "../../log/segment/segments.ts";
import { UnarchivedRecords } from "../history/unarchived-records.ts";
import { openLogOnDisk } from "../replica/open-log.ts";
import type { Replica } from "../replica/replay.ts";
import { chooseSnapshot, restore } from "../replica/restore.ts";
import type { Exchange } from "../replica/submission.ts";
import { JUMP_MS, RequestClock, type TimeSource } from "./clock.ts";
import { Sequencer } from "./sequencer.ts";
import type { SequencerMeter, SequencerOptions } from "./sequencer-options.ts";

export interface OpenOptions {
  readonly disk: Disk;
  readonly segmentMaker: SegmentMaker;
  readonly segmentBytes?: number | undefined;
  readonly time: TimeSource;
  readonly timer: Timer;
  /** Go on although the wall clock is behind the log: engine time stands still until reached. */
  readonly acceptsClockBehind: boolean;
  readonly onBroken: (reason: unknown) => void;
  /** Called during the replay, now and then. */
  readonly onProgress?: OnProgress | undefined;
  readonly meter?: SequencerMeter | undefined;
  readonly inspect?: SequencerOptions["inspect"];
  /** A sentence for the operator. */
  readonly report: (sentence: string) => void;
}

/** The wall clock is behind the log, and the operator did not accept that. */
export class ClockBehind extends Error {
  override readonly name = "ClockBehind";
}

export interface OpenedExchange {
  readonly sequencer: Sequencer;
  readonly clock: RequestClock;
  /** HIST-OWN-1: since the snapshot, in which the archive has everything (HIST-SNAP-1). */
  readonly unarchived: UnarchivedRecords;
  /** Says what became of the torn tail that was found. */
  readonly tornTail: () => string | undefined;
}

export async function openExchange(options: OpenOptions): Promise<OpenedExchange> {
  const { disk, report, segmentMaker, segmentBytes } = options;
  const { snapshot, damaged } = chooseSnapshot(disk);
  for (const { name, problem } of damaged) report(`snapshot ${name} is damaged (${problem})`);
  const { log, epoch, tornTail } = await openLogOnDisk(
    { ...options, segmentMaker, segmentBytes },
    snapshot,
  );
  try {
    const unarchived = new UnarchivedRecords();
    const from = snapshot?.cursor.position ?? 0;
    const replica = restore(log, snapshot, (restored, batch) => {
      if (!batch) collectUnarchived(unarchived, restored);
      options.onProgress?.(restored.state.position - from, log.end.position - from);
    });
    checkClock(options, replica.state);
    const clock = new RequestClock(options.time, (differenceMs) => {
      report(`the wall clock jumped by ${differenceMs} ms; it is not followed`);
    });
    const sequencer = new Sequencer({
      log,
      epoch,
      replica,
      now: () => clock.now(),
      timer: options.timer,
      onBroken: options.onBroken,
      meter: options.meter,
      inspect: options.inspect,
    });
    return { sequencer, clock, unarchived, tornTail };
  } catch (error) {
    log.close();
    throw error;
  }
}

/** A replay that begins again reports every record once more. */
export function collectUnarchived(unarchived: UnarchivedRecords, replica: Replica): void {
  const { state, views } = replica;
  unarchived.beginAt(state.position);
  replica.unarchived = unarchived;
  views.onTurned = () => {
    unarchived.closedPosition = state.position;
  };
}

function checkClock({ time, acceptsClockBehind }: OpenOptions, state: ExchangeState): void {
  const problem = acceptsClockBehind ? undefined : clockProblemOf(state, time.wallMs());
  if (problem !== undefined) throw new ClockBehind(problem);
}

/**
 * Why a wall clock may not give the log its time; undefined when it may. SANDBOX-CLOCK-1: a clock that was led ahead by
 * hand is not behind for that.
 */
export function clockProblemOf(
  { clock, timeMs }: Pick<ExchangeState, "clock" | "timeMs">,
  wallMs: number,
): string | undefined {
  const lastMs = timeMs - clock.leadMs;
  if (clock.frozen === 1 || wallMs >= lastMs - JUMP_MS) return undefined;
  const times = `wall clock ${isoOf(wallMs)}, last batch ${isoOf(lastMs)}`;
  return `the wall clock is behind the log (${times}); set it right, or start with --accept-clock-behind`;
}

function isoOf(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** CORE-DIR-1: makes an unopened directory what it will be for ever. */
export async function openDirectoryAs(
  exchange: Pick<Exchange, "state" | "submit">,
  kind: "production" | "sandbox",
): Promise<void> {
  if (exchange.state.kind !== "unopened") return;
  const submitted = await exchange.submit({
    type: "OpenDirectory",
    kind,
    format: FORMAT,
    rules: RULES,
  });
  if (submitted.kind !== "done" || !submitted.outcome.ok) {
    throw new Error(`the directory could not be opened: ${JSON.stringify(submitted)}`);
  }
}
