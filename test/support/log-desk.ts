/** Speaks of logs in few words: drafts from text, batches as text, a log filled with either. */
import { expect } from "vitest";
import { type FileLog, type FileLogOptions, openFileLog } from "../../src/log/file/file-log.ts";
import { type Batch, type BatchDraft, type Cursor, GENESIS, type Log } from "../../src/log/log.ts";
import { SimulatedDisk } from "./simulated-disk.ts";

export const EPOCH = 7;

/** A batch of `count` commands whose payload is a text. */
export function draft(text: string, count = 1): BatchDraft {
  const digest = { high: 0xdead_beef, low: text.length };
  return {
    timeMs: 1_700_000_000_000,
    count,
    digestPosition: 0,
    digest,
    payload: Buffer.from(text),
  };
}

export function textOf(batch: Batch): string {
  return Buffer.from(batch.payload).toString();
}

export function textsOf(log: Log, from: Cursor = GENESIS): readonly string[] {
  return [...log.read(from)].map(textOf);
}

/** Appends one batch that must become durable. */
export async function append(log: Log, text: string, count = 1): Promise<void> {
  expect(await log.append(log.end.position + 1, EPOCH, draft(text, count))).toBe("durable");
}

/** Opens a log and takes it, with segments of 1 KiB unless told. */
export async function openLog(options: FileLogOptions): Promise<FileLog> {
  const log = await openFileLog({ segmentBytes: 1024, ...options });
  if (!options.readOnly) expect(log.claim(EPOCH)).toBe(true);
  return log;
}

/** A disk with a closed log that holds these texts, one batch each. */
export async function diskWith(texts: readonly string[], segmentBytes = 1024) {
  const disk = new SimulatedDisk();
  const log = await openLog({ disk, segmentBytes });
  const cursors: Cursor[] = [];
  for (const text of texts) {
    await append(log, text);
    cursors.push(log.end);
  }
  log.close();
  return { disk, cursors };
}

/** Texts with numbers, long enough that a segment of 1 KiB holds five. */
export function numberedTexts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${index}`.padStart(100, "."));
}
