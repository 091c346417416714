/**
 * The log on a disk that loses power at any operation, again and again: also during a start, a
 * repair, or the making of a segment. What was answered durable is there for ever; of what was
 * not answered at most the last batch may be there; the log is never corrupt.
 */
import { expect, test } from "vitest";
import { type FileLog, openFileLog } from "../../src/log/file/file-log.ts";
import { type Cursor, GENESIS } from "../../src/log/log.ts";
import { retireSegments } from "../../src/log/segment/segments.ts";
import { draft, EPOCH, textsOf } from "../support/log-desk.ts";
import { seededRandom } from "../support/random.ts";
import { runs } from "../support/runs.ts";
import { MachineDown, SimulatedDisk } from "../support/simulated-disk.ts";

const SEEDS = runs(100, 250);
const LIVES = 6;

/** One log through several lives, and what the outside world knows of it. */
class Campaign {
  readonly disk: SimulatedDisk;
  readonly random: () => number;
  readonly acknowledged: string[] = [];
  readonly segmentBytes: number;
  unanswered: string | undefined;
  snapshot: Cursor = GENESIS;
  tornTails = 0;
  extras = 0;

  constructor(seed: number) {
    this.random = seededRandom(seed);
    this.segmentBytes = 700 + this.below(2000);
    this.disk = new SimulatedDisk({
      schedule: (task) => queueMicrotask(() => this.complete(task)),
    });
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  /** The machine may go down just before a durable write is finished. */
  complete(task: () => void): void {
    if (this.random() < 0.03) this.disk.operationsLeft = 0;
    task();
  }

  /** Starts, checks what is there, appends until something goes wrong; then maybe loses power. */
  async live(): Promise<void> {
    this.disk.operationsLeft = this.below(600);
    try {
      await this.appendUntilTrouble(await this.start());
    } catch (error) {
      if (!(error instanceof MachineDown)) throw error;
    }
    if (this.disk.operationsLeft <= 0 || this.random() < 0.5) this.disk.crash(this.random);
    else this.disk.operationsLeft = Number.POSITIVE_INFINITY;
  }

  async start(): Promise<FileLog> {
    const { disk, segmentBytes } = this;
    const timer = () => () => {};
    const from = this.random() < 0.5 ? this.snapshot : GENESIS;
    const log = await openFileLog({ disk, segmentBytes, from, timer });
    log.claim(EPOCH);
    const texts = textsOf(log);
    const hasExtra = texts.length > this.acknowledged.length && this.unanswered !== undefined;
    if (hasExtra) this.acknowledged.push(this.unanswered ?? "");
    this.unanswered = undefined;
    expect(texts).toEqual(this.acknowledged);
    if (hasExtra) this.extras += 1;
    if (log.recovery.tornTail) this.tornTails += 1;
    return log;
  }

  async appendUntilTrouble(log: FileLog): Promise<void> {
    while (this.random() < 0.97) {
      const text = `${this.acknowledged.length}:`.padEnd(this.below(600), "x");
      if (this.random() < 0.02) this.disk.nextWriteError = new Error("EIO");
      if (this.random() < 0.05) retireSegments(this.disk, { before: this.snapshot, keep: true });
      this.unanswered = text;
      const answer = await this.answerTo(log.append(log.end.position + 1, EPOCH, draft(text)));
      if (answer !== "durable") return;
      this.acknowledged.push(text);
      this.unanswered = undefined;
      if (this.random() < 0.1) this.snapshot = log.end;
    }
    log.close();
  }

  /** The answer, or "none" when the machine went down before it was given. */
  async answerTo(appended: Promise<string>): Promise<string> {
    let answer = "none";
    let problem: unknown;
    appended.then(
      (value) => {
        answer = value;
      },
      (error: unknown) => {
        problem = error;
      },
    );
    for (let turn = 0; turn < 30 && answer === "none" && !problem; turn += 1) await undefined;
    if (problem) throw problem;
    if (answer === "none") expect(this.disk.operationsLeft).toBeLessThanOrEqual(0);
    return answer;
  }
}

test("whatever is lost at a crash, everything durable is there and at most one batch more", async () => {
  let tornTails = 0;
  let extras = 0;
  let batches = 0;

  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const campaign = new Campaign(seed);
    try {
      for (let life = 0; life < LIVES; life += 1) await campaign.live();
      await campaign.start();
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error });
    }
    tornTails += campaign.tornTails;
    extras += campaign.extras;
    batches += campaign.acknowledged.length;
  }

  expect(tornTails, "the campaign tears tails").toBeGreaterThan(runs(8, 20));
  expect(extras, "the campaign finds unanswered batches").toBeGreaterThan(runs(8, 20));
  expect(batches, "the campaign gets work done").toBeGreaterThan(SEEDS * 10);
});
