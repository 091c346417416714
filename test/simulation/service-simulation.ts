/**
 * The whole service in one process, archivist included, on virtual time and a simulated disk that
 * loses power at named moments: several lives a seed, each ended by a power cut, a kill, a failed
 * write or a stop. After every start the checker judges it by what the clients were told. The same
 * seed is the same run.
 */

import { listSnapshots, readSnapshot } from "../../src/log/file/snapshot-files.ts";
import { inlineSegmentMaker } from "../../src/log/segment/segments.ts";
import { Archivist, type ArchivistOptions } from "../../src/runtime/archivist/archivist.ts";
import { HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { MemoryStore } from "../../src/runtime/history/store/memory-store.ts";
import type { Exchange } from "../../src/runtime/replica/submission.ts";
import { ClockBehind, openExchange } from "../../src/runtime/sequencer/open-exchange.ts";
import { nextTickMs } from "../../src/runtime/sequencer/ticks.ts";
import { verify } from "../../src/tools/audit/verify.ts";
import { CRASH_POINTS } from "../support/crashing-disk.ts";
import { seededRandom } from "../support/random.ts";
import { MachineDown, SimulatedDisk } from "../support/simulated-disk.ts";
import { hashOfSequencer } from "../support/state-hash.ts";
import { VirtualTime } from "../support/virtual-time.ts";
import { countAnswers } from "./service-answers.ts";
import { problemsOf } from "./service-checker.ts";
import { Clients } from "./service-clients.ts";
import { SimulatedFollowers } from "./service-followers.ts";
import { findAll } from "./service-history.ts";
import { ArchivistKilled, Life, type Target } from "./service-life.ts";
import { marketOf } from "./service-market.ts";

const LIVES = 10;
const STEPS = 120;
const HOUR_MS = 3_600_000;
const START_MS = 1_700_000_123_456;
const PATIENCE = 200;

const HISTORY_POINTS = {
  commit: "before history is written",
  committed: "between history and the snapshot behind it",
} as const;

/** Everything besides the crash points that the seeds together must have met. */
export const OCCURRENCES = [
  "answered done",
  "answered late",
  "answered unavailable",
  "answered unknown",
  "never answered",
  "sent again and already there",
  "a power cut",
  "a kill",
  "a clean stop",
  "a write error",
  "a full disk",
  "a torn tail",
  "a damaged snapshot",
  "a crash during a start",
  "an archivist killed alone",
  "a start with the clock behind",
  "missed hours",
  "a loan",
  "a liquidation",
  "a stop triggered",
  "an order ended by a countdown",
  "an amendment",
  "a replacement",
  "a replacement that was not answered",
  "all canceled",
  "a wire cut",
  "a read index",
  "a follower started anew",
  "a follower held against the core",
] as const;

/** What happened how often. */
export type Happenings = Map<string, number>;

/** A run that broke a promise; its seed brings it back. */
export class ServiceFailure extends Error {
  override readonly name = "ServiceFailure";

  constructor(seed: number, sentences: string, options?: ErrorOptions) {
    super(`seed ${seed}: ${sentences}`, options);
  }
}

export async function simulateService(seed: number): Promise<Happenings> {
  const simulation = new ServiceSimulation(seed);
  try {
    return await simulation.run();
  } catch (error) {
    if (error instanceof ServiceFailure) throw error;
    throw new ServiceFailure(seed, String(error), { cause: error });
  }
}

class ServiceSimulation {
  readonly happened: Happenings = new Map();
  readonly #seed: number;
  readonly #random: () => number;
  readonly #time = new VirtualTime(START_MS);
  readonly #disk: SimulatedDisk;
  readonly #keyValues = new MemoryStore();
  readonly #history = new HistoryStore(this.#keyValues);
  readonly #clients: Clients;
  readonly #segmentBytes: number;
  readonly #snapshotEvery: number;
  #isMarketOpen = false;
  #struck: unknown;
  /** The write that is on its way takes longer than an answer may take. */
  #isSlow = false;
  #life: Life;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = seededRandom(seed);
    this.#segmentBytes = 4_800 + this.#below(5_000);
    this.#snapshotEvery = 15 + this.#below(50);
    this.#disk = new SimulatedDisk({ schedule: (task) => this.#complete(task) });
    this.#clients = new Clients(this.#random);
    this.#keyValues.watch = (moment) => this.#strikeHistory(HISTORY_POINTS[moment]);
    this.#life = this.#newLife(undefined);
  }

  /** The archivist takes a failed write for a full disk; that it is struck it learns at its end. */
  #strikeHistory(point: (typeof HISTORY_POINTS)[keyof typeof HISTORY_POINTS]): void {
    try {
      this.#life.strike(point);
    } catch (error) {
      this.#struck = error;
      throw error;
    }
  }

  async run(): Promise<Happenings> {
    await this.#open();
    await this.#openMarket();
    for (let life = 1; life <= LIVES; life++) {
      await this.#liveOn();
      await this.#end();
      this.#betweenLives();
      await this.#startAgain(life === LIVES);
    }
    await this.#finish();
    countAnswers(this.#clients, (what, times) => this.#count(what, times));
    return this.happened;
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  #count(what: string, times = 1): void {
    if (times > 0) this.happened.set(what, (this.happened.get(what) ?? 0) + times);
  }

  #fail(...sentences: string[]): never {
    throw new ServiceFailure(this.#seed, sentences.join("; "));
  }

  #newLife(target: Target | undefined): Life {
    return new Life(this.#disk, target, (what) => this.#count(what));
  }

  /** A moment at which the process is struck, one time in five with nothing but the archivist. */
  #chooseTarget(): Target | undefined {
    const point = CRASH_POINTS[this.#below(CRASH_POINTS.length + 2)];
    if (!point) return undefined;
    const isRecovery = point === "while the log is recovered";
    return {
      point,
      left: 1 + this.#below(point.includes("batch") || isRecovery ? 25 : 3),
      isPowerCut: this.#random() < 0.6,
      isArchivistOnly: this.#random() < 0.2,
    };
  }

  /** A durable write takes its time, once in a while more than an answer may take. */
  #complete(task: () => void): void {
    const life = this.#life;
    this.#isSlow = this.#isMarketOpen && this.#random() < 0.008;
    const delayMs = this.#isSlow ? 11_000 : this.#below(10);
    this.#time.timer(delayMs, () => {
      life.pass("while a batch is on its way");
      task();
    });
  }

  /** Opens the directory; false when the machine went down meanwhile. */
  async #open(): Promise<boolean> {
    const life = this.#life;
    const reports: string[] = [];
    const isDamaged = this.#isNewestDamaged();
    const isBehind = this.#time.wallMs() < this.#clients.toldMs - 10_000;
    const opened = await this.#openWith(life, reports, false);
    if (opened === "down") return false;
    if (opened === "behind") {
      this.#count("a start with the clock behind");
      if ((await this.#openWith(life, reports, true)) !== "open") return false;
    } else if (isBehind) {
      this.#fail("a start with the wall clock behind what clients were told was not refused");
    }
    this.#checkReports(reports, isDamaged);
    return true;
  }

  async #openWith(life: Life, reports: string[], acceptsClockBehind: boolean) {
    try {
      life.exchange = await openExchange({
        disk: life.disk,
        segmentMaker: inlineSegmentMaker(life.disk),
        segmentBytes: this.#segmentBytes,
        time: this.#time,
        timer: this.#time.timer,
        acceptsClockBehind,
        onBroken: (reason) => life.break(reason),
        report: (sentence) => reports.push(sentence),
      });
      life.disk.isStarting = false;
      return "open";
    } catch (error) {
      if (error instanceof ClockBehind && !acceptsClockBehind) return "behind";
      if (error instanceof MachineDown && life.isDown) return "down";
      throw error;
    }
  }

  #isNewestDamaged(): boolean {
    const newest = listSnapshots(this.#disk).at(-1);
    return newest !== undefined && !readSnapshot(this.#disk, newest).ok;
  }

  #checkReports(reports: readonly string[], isDamaged: boolean): void {
    if (reports.some((report) => report.includes("torn tail"))) this.#count("a torn tail");
    const isTold = reports.some((report) => report.includes("is damaged"));
    if (isTold !== isDamaged) this.#fail(`a damaged snapshot: ${isDamaged}, told: ${isTold}`);
    if (isDamaged) this.#count("a damaged snapshot");
  }

  /** Starts until a start is survived, and checks what it found. The last one is not disturbed. */
  async #startAgain(isLast: boolean): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      this.#life = this.#newLife(isLast || attempt > 3 ? undefined : this.#chooseTarget());
      if (await this.#open()) break;
      this.#count("a crash during a start");
      await this.#end();
    }
    const { sequencer } = this.#life;
    const problems = problemsOf(
      sequencer,
      await findAll(this.#history, this.#life.unarchived),
      this.#clients,
    );
    if (problems.length > 0) this.#fail(...problems.slice(0, 5));
    this.#clients.watch(sequencer, () => this.#isAlive());
    await this.#catchUp();
  }

  #isAlive(): boolean {
    return !this.#life.isDown;
  }

  /** CORE-TICK-1: all that was due has come. What falls due while time passes is for the batches that follow. */
  async #catchUp(): Promise<void> {
    const life = this.#life;
    const { sequencer } = life;
    const { hourMs } = sequencer.state;
    let caughtUpMs = Number.POSITIVE_INFINITY;
    const caughtUp = sequencer.catchUp().then(() => {
      caughtUpMs = sequencer.now();
    });
    // With nothing to catch up it is over at once, before any time passes.
    await Promise.resolve();
    const isDone = await this.#waitFor(caughtUp);
    if (!isDone || life.isOver || this.#disk.spaceBytes === 0) return;
    if (sequencer.state.hourMs > hourMs + HOUR_MS) this.#count("missed hours");
    const dueMs = nextTickMs(sequencer.state);
    if (dueMs <= caughtUpMs) this.#fail(`what was due at ${dueMs} has not come`);
  }

  /** Lets time pass until something is done; false when it never will be. */
  async #waitFor(work: Promise<unknown>): Promise<boolean> {
    const life = this.#life;
    let isDone = false;
    void work.then(() => {
      isDone = true;
    });
    for (let turn = 0; turn < PATIENCE && !isDone && !life.isDown; turn++)
      await this.#time.pass(200);
    if (!isDone && !life.isOver) this.#fail("something is waited for in vain");
    return isDone;
  }

  async #openMarket(): Promise<void> {
    const { sequencer } = this.#life;
    this.#clients.watch(sequencer, () => this.#isAlive());
    for (const command of marketOf(this.#seed % 2 === 0 ? "sandbox" : "production")) {
      const submitted = sequencer.submit(command);
      await this.#waitFor(submitted);
      const answer = await submitted;
      if (answer.kind !== "done" || !answer.outcome.ok) this.#fail(`no market: ${command.type}`);
    }
    this.#isMarketOpen = true;
  }

  async #liveOn(): Promise<void> {
    const life = this.#life;
    if (this.#hasFollowers && !life.isOver) this.#openFollowers(life);
    for (let step = this.#below(STEPS); step >= 0 && !life.isOver; step--) {
      await this.#step(life);
      await this.#time.pass(this.#below(6));
    }
  }

  /** One seed in four has them; the others are what they were. */
  get #hasFollowers(): boolean {
    return this.#seed % 4 === 3;
  }

  #openFollowers(life: Life): void {
    try {
      life.followers = new SimulatedFollowers({
        life,
        time: this.#time,
        random: this.#random,
        fail: (sentence) => this.#fail(sentence),
        count: (what) => this.#count(what),
      });
    } catch (error) {
      if (!(error instanceof MachineDown)) throw error;
    }
  }

  /** Where there are followers, most users send through one, and each always through the same. */
  #wayOf({ followers, sequencer }: Life): (user: number) => Exchange {
    return (user) => followers?.of(user) ?? sequencer;
  }

  async #step(life: Life): Promise<void> {
    if (life.followers && this.#random() < 0.1) life.followers.disturb();
    const { sequencer, clock } = life;
    const dice = this.#random();
    if (this.#isSlow && this.#random() < 0.15) await this.#time.pass(12_000);
    else if (dice < 0.7) this.#clients.act(this.#wayOf(life), sequencer, () => !life.isDown);
    else if (dice < 0.85) this.#archive(life);
    else if (dice < 0.865) this.#disk.spaceBytes = this.#random() < 0.5 ? 0 : Infinity;
    else if (dice < 0.867) this.#disk.nextWriteError = new Error("EIO");
    else if (dice < 0.88) this.#jump();
    else if (dice < 0.89) clock.follow();
    else if (dice < 0.91) clock.correct();
    else if (dice < 0.94) await this.#time.pass(1_200);
    else if (dice < 0.95) await this.#time.pass(HOUR_MS);
    else sequencer.flush();
  }

  /** Up to two days forward, or an hour back. */
  #jump(): void {
    const isBack = this.#random() < 0.4;
    this.#time.jump(isBack ? -this.#below(HOUR_MS) : this.#below(40 * HOUR_MS));
  }

  /** The archivist is told the durable position; a life of its own ends without the exchange's. */
  #archive(life: Life): void {
    const { position } = life.sequencer.state;
    life.isArchiving = true;
    try {
      life.archivist ??= new Archivist(this.#archivistOptions(life), position);
      life.archivist.advance(position);
      this.#throwStruck();
      life.unarchived.archived(life.archivist.archivedPosition);
      if (this.#random() < 0.05) life.archivist.takeSnapshot();
      this.#throwStruck();
    } catch (error) {
      life.archivist = undefined;
      if (error instanceof ArchivistKilled) this.#count("an archivist killed alone");
      else if (!(error instanceof MachineDown)) throw error;
    }
    life.isArchiving = false;
  }

  #throwStruck(): void {
    const struck = this.#struck;
    this.#struck = undefined;
    if (struck) throw struck;
  }

  #archivistOptions({ disk }: Life): ArchivistOptions {
    return {
      disk,
      history: this.#history,
      snapshotEvery: this.#snapshotEvery,
      snapshotEveryMs: HOUR_MS,
      keepsArchive: (kind) => kind !== "sandbox",
    };
  }

  /** However the life went, it is over now. */
  async #end(): Promise<void> {
    const life = this.#life;
    if (life.reason !== undefined && !life.isDown) {
      if (!String(life.reason).includes("a durable write failed")) throw life.reason;
      this.#count("a write error");
    }
    if (!life.isOver) await life.followers?.settle();
    if (!life.isOver && this.#random() < 0.3) {
      if (await this.#waitFor(life.sequencer.stop())) this.#count("a clean stop");
    }
    const isPowerCut = life.isDown ? life.isPowerCut : this.#random() < 0.5;
    life.isDown = true;
    this.#time.forgetTimers();
    this.#disk.nextWriteError = undefined;
    this.#disk.operationsLeft = Number.POSITIVE_INFINITY;
    if (isPowerCut) this.#disk.crash(this.#random);
    this.#count(isPowerCut ? "a power cut" : "a kill");
  }

  #betweenLives(): void {
    if (this.#random() < 0.4) this.#jump();
    if (this.#disk.spaceBytes === 0) this.#count("a full disk");
    this.#disk.spaceBytes = Infinity;
    const [newest, before] = listSnapshots(this.#disk).toReversed();
    if (newest === undefined || this.#random() < 0.8) return;
    // Of a sandbox's two snapshots one must stay: what comes before them is deleted.
    const mayLose = before === undefined || readSnapshot(this.#disk, before).ok;
    if (this.#seed % 2 === 0 && !mayLose) return;
    const sectors = this.#disk.sectorsOf(`snapshots/${newest}`);
    const offset = this.#below(sectors.size);
    sectors.damage(offset, Uint8Array.of((sectors.read(offset, 1)[0] ?? 0) ^ 0x20));
  }

  /** At the end all agree: the exchange, the archivist, and a replay of the directory. */
  async #finish(): Promise<void> {
    const life = this.#life;
    const { sequencer } = life;
    // First: a countdown may be due, and ends with what is still done.
    await this.#waitFor(sequencer.stop());
    const archivist = new Archivist(this.#archivistOptions(life), sequencer.state.position);
    archivist.advance(sequencer.state.position);
    archivist.takeSnapshot();
    const hash = hashOfSequencer(sequencer);
    const newest = readSnapshot(this.#disk, listSnapshots(this.#disk).at(-1) ?? "");
    if (!newest.ok) this.#fail(`the newest snapshot is damaged: ${newest.damaged}`);
    const archived = Buffer.from(newest.snapshot.stateHash).toString("hex");
    if (archived !== hash) this.#fail("the archivist's state differs from the live one");
    const report = await verify(this.#disk);
    if (report.stateHash !== hash)
      this.#fail("a replay of the directory differs from what is live");
    if (report.tornTail) this.#fail(`a stopped directory has a torn tail: ${report.tornTail}`);
  }
}
