/**
 * Looks for the commands of one request, reading and not applying. The newest segment comes first:
 * what is asked about is mostly recent, and a request's commands lie together. Rule EXPLAIN-FIND-1.
 */
import { type Command, decodeCommands } from "../../core/engine/codec.ts";
import type { Disk } from "../../log/disk.ts";
import { ChainReader } from "../../log/file/read-chain.ts";
import type { Batch } from "../../log/log.ts";
import { chainOf } from "./starts.ts";
import type { LoggedCommand } from "./words/say-command.ts";

/** Of a request with more commands, such as a cancel of all orders, the first so many are told. */
export const COMMANDS_MAX = 16;
/** The commands of one request lie no further apart than the sequencer is long. */
const APART_MAX = 8_192;

export interface Sought {
  readonly disk: Disk;
  readonly request: number;
  /** Nothing behind this position is looked at: it may be half written. */
  readonly durablePosition: number;
}

export function* findCommands(sought: Sought): Generator<undefined, readonly LoggedCommand[]> {
  let found: readonly LoggedCommand[] = [];
  for (const segment of chainOf(sought.disk)) {
    const { placed, firstPosition } = yield* searchSegment(sought, segment);
    found = [...placed, ...found];
    const [first] = found;
    if (first && first.position - firstPosition > APART_MAX) break;
    if (found.length > placed.length) break;
  }
  return found.slice(0, COMMANDS_MAX);
}

function* searchSegment(
  sought: Sought,
  segment: number,
): Generator<undefined, { placed: LoggedCommand[]; firstPosition: number }> {
  const placed: LoggedCommand[] = [];
  let firstPosition = Number.POSITIVE_INFINITY;
  for (const batch of batchesIn(sought, segment)) {
    firstPosition = Math.min(firstPosition, batch.firstPosition);
    const more = commandsIn(batch, sought.request);
    placed.push(...more.slice(0, COMMANDS_MAX - placed.length));
    yield;
  }
  return { placed, firstPosition };
}

/** The batches in the segment itself, up to the durable position. */
function* batchesIn({ disk, durablePosition }: Sought, segment: number): Generator<Batch> {
  const reader = new ChainReader(disk, { segment, offset: 0 });
  try {
    for (let last = 0; last < durablePosition; ) {
      const batch = reader.next();
      if (!batch || !("after" in batch) || batch.after.segment !== segment) return;
      last = batch.after.position;
      if (last <= durablePosition) yield batch;
    }
  } finally {
    reader.close();
  }
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

/** 0 for a command that comes from no request. */
export function requestOf(command: Command): number {
  return "request" in command ? command.request : 0;
}
