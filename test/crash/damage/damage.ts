/**
 * Damages of a data directory, thousands of them, each to a copy: whatever a disk does to a file, the state
 * and the history that are served are the right ones, or nothing is served and that is said. `npm run
 * damage -- --count 10000 --seed 7` runs a long campaign; the suite runs a short one.
 */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { seededRandom } from "../../support/random.ts";
import type { Files } from "./copied-disk.ts";
import { readFiles } from "./copied-disk.ts";
import { type Damage, drawDamage, tell, writtenBytesOf } from "./damages.ts";
import { examineLog, readSoundLog } from "./examine-log.ts";
import { ProgramExaminer } from "./examine-program.ts";
import { readStateFiles, StateExaminer } from "./examine-state.ts";
import { HistoryExaminer } from "./history/examine.ts";
import { STORE } from "./history/look.ts";
import { makeRealUse } from "./real-use.ts";
import { resegment } from "./resegment.ts";
import { Tally, type Verdict } from "./verdict.ts";

export interface Campaign {
  /** Where the directories are, or are made when it is empty. */
  readonly place: string;
  readonly seed: number;
  readonly count: number;
  /** The number of a single case, to look at it again. */
  readonly only?: number | undefined;
  /** What is left out: each start of a process costs as much as dozens of others. */
  readonly without?: readonly Where[];
  readonly report: (sentence: string) => void;
}

/** Of 100 damages, so many hit this. The real program takes a second for each, LMDB may end a process. */
const SHARES = {
  "clean log": 16,
  "clean snapshots": 7,
  "killed log": 25,
  "killed snapshots": 7,
  "small log": 15,
  "small archive": 4,
  "small snapshots": 4,
  witness: 4,
  "saved state": 10,
  history: 7,
  program: 1,
} as const;
type Where = keyof typeof SHARES;
const SHARES_SUM = 100;
export const PLACES = Object.keys(SHARES) as Where[];

/** Files that may be damaged, and what becomes of that. */
interface Target {
  readonly files: Files;
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
    for (let number = 1; number <= count; number++) {
      if (only !== undefined && number !== only) continue;
      const where = placeOf(number);
      if (without.includes(where)) continue;
      const random = seededRandom(seed * 1_000_003 + number);
      const damage = drawOf(targets[where], random);
      const verdict = await targets[where].examine(damage);
      tally.count(where, damage, verdict);
      const sentence = `case ${number}, ${where}: ${tell(damage)}: ${verdict.outcome}`;
      if (only !== undefined) report(`${sentence}, ${verdict.sentence}`);
      if (verdict.outcome === "red") reds.push(`${sentence}, ${verdict.sentence}`);
      if (number % 500 === 0) report(`${number} of ${count}, ${reds.length} red`);
    }
  } finally {
    await close();
  }
  return { tally, red: reds };
}

function drawOf({ files }: Target, random: () => number): Damage {
  const paths = [...files.keys()];
  const path = paths[Math.floor(random() * paths.length)] ?? "";
  return drawDamage(path, files.get(path) ?? new Uint8Array(0), random);
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

/** The damage that leaves nothing of the batch that nobody was told of. */
function lastBatchOf(files: Files): Damage {
  const file = "log/00000001.log";
  const bytes = files.get(file) ?? new Uint8Array(0);
  const magic = Uint8Array.of(0xf1, 0xb0, 0x5e, 0xff);
  const offset = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(magic);
  return { kind: "zeros", file, offset, amount: writtenBytesOf(bytes) - offset, seed: 0 };
}
