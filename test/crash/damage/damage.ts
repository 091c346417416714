/**
 * Damages of a data directory, thousands of them, each to a copy: whatever a disk does to a file, the state
 * and the history that are served are the right ones, or nothing is served and that is said. `npm run
 * damage -- --count 10000 --seed 7` runs a long campaign; the suite runs a short one.
 */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { MAGIC_BYTES } from "../../../src/log/batch.ts";
import { WITNESS_PATH } from "../../../src/log/file/witness.ts";
import { segmentPath } from "../../../src/log/segment/segments.ts";
import { seededRandom } from "../../support/random.ts";
import { type Files, readFiles } from "./copied-disk.ts";
import { type Damage, type DamageKind, drawDamage, tell, writtenBytesOf } from "./damages.ts";
import { examineLog, readSoundLog, type SoundLog } from "./examine-log.ts";
import { ProgramExaminer } from "./examine-program.ts";
import { readStateFiles, StateExaminer } from "./examine-state.ts";
import { HistoryExaminer } from "./history/examine.ts";
import { STORE } from "./history/look.ts";
import { makeRealUse } from "./real-use.ts";
import { resegment } from "./resegment.ts";
import { type Outcome, Tally, type Verdict } from "./verdict.ts";

export interface Campaign {
  /** Where the directories are, or are made when it is empty. */
  readonly place: string;
  readonly seed: number;
  readonly count: number;
  /** The number of a single case, to look at it again. */
  readonly only?: number | undefined;
  /** What is left out: each start of a process costs as much as dozens of others. */
  readonly without?: readonly Where[];
  /** Damages of which it is known what they lead to; another outcome is red. */
  readonly known?: readonly KnownDamage[];
  readonly report: (sentence: string) => void;
}

/** Of 100 damages, so many hit this. The real program takes a second for each, LMDB may end a process. */
const SHARES = {
  "clean log": 16,
  "clean snapshots": 7,
  "killed log": 19,
  "unseen log": 6,
  "killed snapshots": 7,
  "small log": 15,
  "small archive": 4,
  "small snapshots": 4,
  witness: 4,
  "saved state": 10,
  history: 7,
  program: 1,
} as const;
const FIRST_SEGMENT = segmentPath(1);
export type Where = keyof typeof SHARES;
const SHARES_SUM = 100;
export const PLACES = Object.keys(SHARES) as Where[];

/** A bit in the middle of what is written in the newest file. */
export interface KnownDamage {
  readonly where: Where;
  readonly outcome: Outcome;
}

/** Files that may be damaged, and what becomes of that. */
interface Target {
  readonly files: Files;
  readonly kinds?: readonly DamageKind[];
  readonly examine: (damage: Damage) => Verdict | Promise<Verdict>;
}

/** So many in the same order of kinds, whatever the count: each kind is met from the beginning on. */
export function placeOf(number: number): Where {
  let at = (number * 37) % SHARES_SUM;
  for (const where of PLACES) {
    at -= SHARES[where];
    if (at < 0) return where;
  }
  throw new Error("the shares are not a hundred");
}

export async function damageAll(campaign: Campaign): Promise<{ tally: Tally; red: string[] }> {
  const { place, seed, count, only, without = [], report } = campaign;
  const tally = new Tally();
  const reds: string[] = [];
  const { targets, close } = await targetsIn(place, report);
  try {
    for (const known of campaign.known ?? []) reds.push(...(await redOf(known, targets)));
    for (let number = 1; number <= count; number++) {
      if (only !== undefined && number !== only) continue;
      const where = placeOf(number);
      if (without.includes(where)) continue;
      const random = seededRandom(seed * 1_000_003 + number);
      const damage = drawOf(targets[where], random);
      const verdict = await targets[where].examine(damage);
      tally.count(where, damage, verdict);
      const said = `${verdict.outcome}, ${verdict.sentence}`;
      const sentence = `case ${number}, ${where}: ${tell(damage)}: ${said}`;
      if (verdict.outcome === "red") reds.push(sentence);
      if (verdict.outcome === "red" || only !== undefined) report(sentence);
      if (number % 500 === 0) report(`${number} of ${count}, ${reds.length} red`);
    }
  } finally {
    await close();
  }
  return { tally, red: reds };
}

async function redOf(known: KnownDamage, targets: Record<Where, Target>): Promise<string[]> {
  const { where, outcome } = known;
  const { files, examine } = targets[where];
  const [file, bytes] = [...files].at(-1) ?? ["", new Uint8Array(0)];
  const offset = Math.floor(writtenBytesOf(bytes) / 2);
  const damage: Damage = { kind: "bit", file, offset, amount: 0, seed: 0 };
  const verdict = await examine(damage);
  if (verdict.outcome === outcome) return [];
  const said = `${verdict.outcome}, ${verdict.sentence}`;
  return [`${where}: ${tell(damage)} is to be ${outcome}: ${said}`];
}

function drawOf({ files, kinds }: Target, random: () => number): Damage {
  const paths = [...files.keys()];
  const path = paths[Math.floor(random() * paths.length)] ?? "";
  return drawDamage(path, files.get(path) ?? new Uint8Array(0), random, kinds);
}

/**
 * The killed directory before the archivist has noted the end of its log. An end of which nothing is left is
 * then seen by no witness (docs/operating.md says for how long); of everything else only the last batch may go.
 */
const UNSEEN_KINDS = ["bit", "byte", "junk"] as const;

function unseen(killed: SoundLog): Target {
  const files = new Map([...killed.files].filter(([path]) => path !== WITNESS_PATH));
  return {
    files: new Map([[FIRST_SEGMENT, files.get(FIRST_SEGMENT) ?? new Uint8Array(0)]]),
    kinds: UNSEEN_KINDS,
    examine: (damage) => examineLog({ ...killed, files }, damage),
  };
}

async function targetsIn(place: string, report: (sentence: string) => void) {
  const [clean, killed, small] = ["clean", "killed", "small"].map((name) => join(place, name)) as [
    ...[string, string, string],
  ];
  if (!existsSync(small)) {
    await makeRealUse(place);
    await resegment(killed, small);
  }
  const work = join(place, "work");
  rmSync(work, { recursive: true, force: true });
  for (const name of ["history", "state"]) mkdirSync(join(work, name), { recursive: true });
  const logs = {
    clean: await readSoundLog(clean, 0),
    killed: await readSoundLog(killed, 1),
    small: await readSoundLog(small, 1),
  };
  report(`logs up to ${logs.clean.end}, ${logs.killed.end} and ${logs.small.end}`);
  const ofLog = (name: keyof typeof logs, folder: string): Target => ({
    files: within(logs[name].files, folder),
    examine: (damage) => examineLog(logs[name], damage),
  });
  const states = readStateFiles(clean);
  const state = new StateExaminer(states, join(work, "state"));
  const history = new HistoryExaminer(killed, join(work, "history"));
  const program = new ProgramExaminer(killed, join(work, "program"));
  const stored = readFiles(killed, ["history"]);
  const allOfProgram = new Map([...logs.killed.files, ...within(stored, STORE), ...states]);
  const lastBatch = lastBatchOf(logs.killed.files);
  const targets: Record<Where, Target> = {
    "clean log": ofLog("clean", "log/"),
    "clean snapshots": ofLog("clean", "snapshots/"),
    "killed log": ofLog("killed", "log/"),
    "killed snapshots": ofLog("killed", "snapshots/"),
    "unseen log": unseen(logs.killed),
    "small log": ofLog("small", "log/"),
    "small archive": ofLog("small", "archive/"),
    "small snapshots": ofLog("small", "snapshots/"),
    witness: ofLog("killed", "history/"),
    "saved state": { files: states, examine: (damage) => state.examine(damage) },
    history: { files: within(stored, STORE), examine: (damage) => history.examine(damage) },
    program: {
      files: allOfProgram,
      examine: (damage) => program.examine(damage, lastBatch),
    },
  };
  return { targets, close: () => history.close() };
}

function within(files: Files, prefix: string): Files {
  return new Map([...files].filter(([path]) => path.startsWith(prefix)));
}

/** The damage that leaves nothing of the batch that was never answered. */
function lastBatchOf(files: Files): Damage {
  const bytes = files.get(FIRST_SEGMENT) ?? new Uint8Array(0);
  const offset = Buffer.from(bytes).lastIndexOf(MAGIC_BYTES);
  const amount = writtenBytesOf(bytes) - offset;
  return { kind: "zeros", file: FIRST_SEGMENT, offset, amount, seed: 0 };
}
