/**
 * What a start makes of a damaged log, snapshot or witness, by the code that a start uses, and whether
 * `verify` says the same. Rules LOG-CORRUPT-1, LOG-TAIL-1, LOG-WITNESS-1, LOG-SNAP-2, LOG-VERIFY-1.
 */

import { exitCodeOf, sentenceOf } from "../../../src/app/failure.ts";
import { openFileLog } from "../../../src/log/file/file-log.ts";
import { SNAPSHOT_DIRECTORY } from "../../../src/log/file/snapshot-files.ts";
import { WITNESS_PATH } from "../../../src/log/file/witness.ts";
import type { SegmentMaker } from "../../../src/log/segment/segments.ts";
import { chooseSnapshot, restore } from "../../../src/runtime/replica/restore.ts";
import { systemTime } from "../../../src/runtime/sequencer/clock.ts";
import { openExchange } from "../../../src/runtime/sequencer/open-exchange.ts";
import { stateHashOf, type VerifyReport, verify } from "../../../src/tools/audit/verify.ts";
import { hashOfSequencer } from "../../support/state-hash.ts";
import { CopiedDisk, type Files, readFiles } from "./copied-disk.ts";
import { type Damage, damaged } from "./damages.ts";
import { red, SAME, type Verdict } from "./verdict.ts";

/** A directory without damage: its files, and the state at each place where its log may end. */
export interface SoundLog {
  readonly files: Files;
  readonly end: number;
  /** Up to here clients were answered. */
  readonly answered: number;
  readonly hashes: ReadonlyMap<number, string>;
}

const DAMAGE_FOUND = 4;
/** A sentence for people names a file or a place of the log. */
const NAMES_A_PLACE = /(?:log|archive|snapshots|history)(?:\/\S+)? at offset \d+|position \d+/;

/** Nothing is appended here, so no segment is needed. */
const MAKES_NONE: SegmentMaker = { make: () => new Promise(() => {}), close: () => {} };

/** `unanswered` commands at the end were never answered. */
export async function readSoundLog(directory: string, unanswered: number): Promise<SoundLog> {
  const folders = ["log", "archive", "snapshots", "history"];
  const all = [...readFiles(directory, folders)];
  const files = new Map(
    all.filter(([path]) => !path.startsWith("history/") || path === WITNESS_PATH),
  );
  const disk = new CopiedDisk(files);
  const { snapshot } = chooseSnapshot(disk);
  const log = await openFileLog({ disk, readOnly: true, from: snapshot?.cursor });
  const hashes = new Map<number, string>();
  const { state } = restore(log, snapshot, (replica) => {
    hashes.set(replica.state.position, stateHashOf(replica));
  });
  return { files, end: state.position, answered: state.position - unanswered, hashes };
}

export async function examineLog(sound: SoundLog, damage: Damage): Promise<Verdict> {
  const before = sound.files.get(damage.file) ?? new Uint8Array(0);
  const files = new Map(sound.files).set(damage.file, damaged(before, damage));
  const [started, verified] = [await start(files, sound), await verifyIt(files)];
  return started.outcome === "red" ? started : agreed(started, verified, damage);
}

async function start(files: Files, sound: SoundLog): Promise<Verdict> {
  const disk = new CopiedDisk(files);
  const said: string[] = [];
  try {
    const { sequencer } = await openExchange({
      disk,
      segmentMaker: MAKES_NONE,
      time: systemTime,
      timer: () => () => {},
      acceptsClockBehind: false,
      onBroken: () => {},
      report: (sentence) => void said.push(sentence),
    });
    return judge(
      { position: sequencer.state.position, hash: hashOfSequencer(sequencer) },
      sound,
      said.join("; "),
    );
  } catch (error) {
    const changed = [...disk.changed];
    if (changed.length > 0) return red(`refused (${error}), and changed ${changed.join(", ")}`);
    return refusalOf(error);
  }
}

function judge(
  { position, hash }: { readonly position: number; readonly hash: string },
  { end, answered, hashes }: SoundLog,
  said: string,
): Verdict {
  if (hashes.get(position) !== hash) return red(`a wrong state is served at ${position}`);
  if (position === end) return { ...SAME, sentence: said };
  if (position >= answered) return { outcome: "prefix", sentence: said };
  return red(`served up to ${position}, and ${answered} was answered (${said})`);
}

/** An error that the program does not expect is no refusal. */
export function refusalOf(error: unknown): Verdict {
  const sentence = sentenceOf(error);
  if (exitCodeOf(error) === DAMAGE_FOUND && NAMES_A_PLACE.test(sentence)) {
    return { outcome: "refused", sentence };
  }
  return red(`no refusal for people: ${error instanceof Error ? error.stack : error}`);
}

async function verifyIt(files: Files): Promise<VerifyReport | Verdict> {
  const disk = new CopiedDisk(files);
  const verified = await verify(disk).catch(refusalOf);
  return disk.changed.size === 0 ? verified : red("verify has changed something");
}

/** `verify` looks at more than a start does: it may find what a start does not need, never less. */
function agreed(started: Verdict, verified: VerifyReport | Verdict, damage: Damage): Verdict {
  if ("outcome" in verified) return verified.outcome === "red" ? verified : started;
  if (started.outcome === "refused") return red(`verified, and refused: ${started.sentence}`);
  const isSnapshot = damage.file.startsWith(`${SNAPSHOT_DIRECTORY}/`);
  if (isSnapshot && verified.damagedSnapshots.length === 0) return red("verify missed a snapshot");
  return started;
}
