/**
 * Looks for the commands of one request, reading and not applying. The archivist's index says in which few stretches of the log they
 * may be; what it does not have, such as the newest commands, is read as a whole, newest segment first. Rules EXPLAIN-FIND-1,
 * EXPLAIN-FIND-2.
 */
import { decodeCommands } from "../../core/engine/codec.ts";
import { LogCorrupt } from "../../log/file/read-chain.ts";
import type { Batch } from "../../log/log.ts";
import type { LogPlace } from "../../runtime/history/places/place.ts";
import type { PlacesSpan } from "../../runtime/history/places/place-rows.ts";
import { requestOf } from "../../runtime/history/places/place-taker.ts";
import { HistoryDamaged } from "../../runtime/history/rows/seal.ts";
import { batchesFrom, PlaceMoved, type SearchedLog, searchSegments } from "./read-log.ts";
import type { Sources } from "./sources.ts";
import type { LoggedCommand } from "./words/say-command.ts";

/** Of a request with more commands, such as a cancel of all orders, the first so many are told. */
export const COMMANDS_MAX = 16;

type Sought = Pick<Sources, "disk" | "durablePosition" | "meter"> &
  Partial<Pick<Sources, "history">> & { readonly request: number };

export function* findCommands(sought: Sought): Generator<undefined, readonly LoggedCommand[]> {
  const whole = { ...sought, find: (batch: Batch) => commandsIn(batch, sought.request) };
  try {
    const index = indexOf(sought);
    const found = index ? yield* searchIndexed(whole, index) : yield* searchSegments(whole);
    return found.slice(0, COMMANDS_MAX);
  } catch (error) {
    // HIST-SEAL-1: what the index cannot say the log says; it takes longer.
    const isIndex = error instanceof HistoryDamaged || error instanceof PlaceMoved;
    if (!isIndex && !(error instanceof LogCorrupt)) throw error;
    return (yield* searchSegments(whole)).slice(0, COMMANDS_MAX);
  }
}

interface Index {
  readonly span: PlacesSpan;
  readonly places: readonly LogPlace[];
  readonly last: LogPlace;
}

function indexOf({ history, request, durablePosition }: Sought): Index | undefined {
  const span = history?.places.span;
  if (!history || !span || span.last > durablePosition) return undefined;
  return { span, places: history.placesOfRequest(request), last: history.places.at(span.last) };
}

function* searchIndexed(
  whole: SearchedLog,
  { span, places, last }: Index,
): Generator<undefined, LoggedCommand[]> {
  const { disk, durablePosition, find, meter } = whole;
  const found: LoggedCommand[] = [];
  const stretches = places.map((place) => ({ place, to: place.last }));
  // Behind the index: from its last place on, whose commands are passed over.
  if (durablePosition > span.last) stretches.push({ place: last, to: durablePosition });
  for (const { place, to } of stretches) {
    const from = to === place.last ? place.first : span.last + 1;
    for (const batch of batchesFrom(disk, place, to)) {
      if (meter) meter.read += batch.count;
      found.push(...find(batch).filter(({ position }) => position >= from));
      yield;
    }
  }
  if (found.length > 0 || span.since === 0) return found;
  return yield* searchSegments({ ...whole, durablePosition: span.since });
}

function commandsIn(
  { payload, count, firstPosition, timeMs }: Batch,
  request: number,
): LoggedCommand[] {
  const placed: LoggedCommand[] = [];
  let position = firstPosition;
  for (const command of decodeCommands(payload, count)) {
    if (requestOf(command) === request) placed.push({ command, position, timeMs });
    position++;
  }
  return placed;
}
