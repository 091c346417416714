/** A record that is written into a log by hand, behind its end: no sequencer is open on it. */
import { ByteWriter } from "../../core/base/records/bytes.ts";
import { type Command, encodeCommand } from "../../core/engine/codec.ts";
import type { BatchDraft, Log } from "../../log/log.ts";

/** The state that the record stands behind, and its time. */
export type RecordPlace = Pick<BatchDraft, "timeMs" | "digestPosition" | "digest">;

/** Durable when it returns. */
export async function appendRecord(
  log: Log,
  epoch: number,
  { command, place }: { readonly command: Command; readonly place: RecordPlace },
): Promise<void> {
  const out = new ByteWriter();
  encodeCommand(out, command);
  log.claim(epoch);
  const draft = { ...place, count: 1, payload: out.view() };
  const appended = await log.append(log.end.position + 1, epoch, draft);
  if (appended !== "durable") throw new Error(`the record ${command.type} is ${appended}`);
}
