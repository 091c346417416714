/**
 * An instance without a directory: the sequencer on a log in memory, its archive in memory, the demo's
 * market and the APIs, all in this process. Opened on nothing, or on a state that was saved from another.
 */

import { randomUUID } from "node:crypto";
import { present } from "../../core/base/assert.ts";
import { inspectTouched } from "../../core/engine/invariants/tripwire.ts";
import { type Credentials, drawCredentials, sealSecret } from "../../edge/auth/seal.ts";
import { type Api, RequestNumbers } from "../../edge/http/api.ts";
import type { PublicRequest } from "../../edge/http/public-api.ts";
import type { Site } from "../../edge/http/site.ts";
import { OperatorApi } from "../../edge/operator/operator-api.ts";
import { faultJudgeOf } from "../../edge/public/fault-judge.ts";
import { type PublicSide, publicSideOf } from "../../edge/public/public-side.ts";
import { rowsWriter } from "../../edge/public/rows-writer.ts";
import { accountsOf } from "../../edge/public/user-accounts.ts";
import { ledgersOf } from "../../edge/public/user-ledgers.ts";
import type { FaultRules } from "../../edge/sandbox/fault-rules.ts";
import { ManualClock } from "../../edge/sandbox/manual-clock.ts";
import type { StateControls } from "../../edge/sandbox/sandbox.ts";
import { StateRefused } from "../../edge/sandbox/state-refused.ts";
import type { Streams } from "../../edge/ws/streams.ts";
import { memoryLog } from "../../log/file/memory-log.ts";
import type { Snapshot } from "../../log/file/snapshot-files.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { MemoryArchive } from "../../runtime/history/store/memory-archive.ts";
import { MemoryStore } from "../../runtime/history/store/memory-store.ts";
import { UnarchivedRecords } from "../../runtime/history/unarchived-records.ts";
import { EPOCH } from "../../runtime/replica/open-log.ts";
import { Replica } from "../../runtime/replica/replay.ts";
import { engineTimeOf } from "../../runtime/replica/submission.ts";
import { TouchedUsers } from "../../runtime/replica/touched-users.ts";
import { RequestClock, systemTime } from "../../runtime/sequencer/clock.ts";
import { openDirectoryAs } from "../../runtime/sequencer/open-exchange.ts";
import { presentOf } from "../../runtime/sequencer/present-state.ts";
import { Sequencer } from "../../runtime/sequencer/sequencer.ts";
import { nextTickMs } from "../../runtime/sequencer/ticks.ts";
import { Feeder } from "../../runtime/wire/feeder.ts";
import { solvencyOf } from "../../tools/audit/solvency.ts";
import { completeDemo } from "../demo/demo-catalogue.ts";
import type { DemoFiles } from "../demo/demo-keys.ts";
import type { KeyTools } from "../demo/ensure.ts";
import type { MarketProgress } from "../demo/market/market.ts";
import { goOnWithMarket, type MarketPace, openMarket } from "../demo/pace/market-pace.ts";
import { ensurePast } from "../demo/past/demo-past.ts";
import { ApisByTurns, MemoryGateway, PROGRAM } from "./memory-gateways.ts";

/** The size of the log; older batches are forgotten, as a sandbox on disk forgets them. */
const LOG_BYTES_MAX = 64 * 1024 * 1024;
const HEARTBEAT_MS = 1_000;
/** Among the processes that number requests; gateways count from 1. */
const OWN_NUMBER = 0;

export interface MemoryInstanceOptions {
  readonly hasDemo: boolean;
  readonly hasTraders: boolean;
  /** SANDBOX-MARKET-3 */
  readonly isCalm: boolean;
  readonly hasLimits: boolean;
  /** How many gateways take the requests, by turns; 0: the instance itself. */
  readonly gateways: number;
  readonly seed: number;
  /** Whether the clock stands from the beginning. */
  readonly isFrozen: boolean;
  readonly masterKey: Uint8Array;
  /** Pages beside the API. */
  readonly site: Site | undefined;
  /** Where the demo's keys are written. */
  readonly files: DemoFiles;
  readonly faults: FaultRules;
  readonly states: StateControls;
  readonly token: string;
  readonly report: (problem: unknown) => void;
}

/** A state in memory: what a snapshot holds, and the history as it was. */
export interface MemoryState {
  readonly snapshot: Pick<Snapshot, "body" | "cursor">;
  readonly keyValues: MemoryStore;
  /** The history has no room any more, and lacks what came since. */
  readonly isHistoryFull: boolean;
}

/** The same, and how far the traders have come that are to go on from there. */
export interface LiveState extends MemoryState {
  readonly market: MarketProgress | undefined;
}

export class MemoryInstance {
  readonly sequencer: Sequencer;
  readonly #own: PublicSide;
  readonly operator: OperatorApi;
  readonly #touched = new TouchedUsers();
  readonly #requestClock = new RequestClock(systemTime, () => undefined);
  readonly #keyValues: MemoryStore;
  readonly #archive: MemoryArchive;
  #clock: ManualClock;
  #market: MarketPace | undefined;
  readonly #heartbeat: NodeJS.Timeout;
  /** There only with gateways: nobody else is fed. */
  #feeder: Feeder | undefined;
  readonly #gateways: readonly MemoryGateway[];
  /** The public sides of the gateways; the instance's own where there are none. */
  #sides: readonly PublicSide[];
  #streamTurn = 0;

  constructor(options: MemoryInstanceOptions, from: MemoryState | undefined) {
    const unarchived = new UnarchivedRecords();
    this.sequencer = this.#openLine(options, from, unarchived);
    this.#keyValues = from?.keyValues.copy() ?? new MemoryStore();
    const position = () => this.sequencer.state.position;
    const write = rowsWriter(this.sequencer.state.catalogue);
    const archived = (reached: number) => {
      unarchived.archived(reached);
      this.#feeder?.archived(reached);
    };
    const keyValues = this.#keyValues;
    this.#archive = new MemoryArchive({
      keyValues,
      unarchived: { archived },
      write,
      position,
      isFull: from?.isHistoryFull ?? false,
    });
    this.sequencer.onEvent((event) => this.#archive.note(event));
    this.sequencer.views.onClosed = (closed) =>
      this.#archive.note({ type: "CandlesClosed", ...closed });
    this.#clock = new ManualClock(this.sequencer, undefined);
    const { sequencer } = this;
    this.#own = publicSideOf({
      ...options,
      exchange: sequencer,
      unarchived,
      archive: this.#archive,
      touched: this.#touched,
      traffic: undefined,
      messageFaults: options.faults.messages,
      isTalkative: true,
      numbers: options.gateways > 0 ? new RequestNumbers(OWN_NUMBER) : undefined,
    });
    this.#sides = [this.#own];
    this.#gateways = this.#openGateways(options, from);
    this.operator = this.#operatorApi(options, unarchived);
    this.#heartbeat = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
  }

  #openLine(
    { report }: MemoryInstanceOptions,
    from: MemoryState | undefined,
    unarchived: UnarchivedRecords,
  ): Sequencer {
    // One of many, as it may be, reserves nothing; the first one of a process does as a server does.
    const room = from ? "by need" : "reserved";
    const replica = Replica.start(from?.snapshot as Snapshot | undefined, undefined, { room });
    replica.unarchived = unarchived;
    replica.onPosted((posted) => this.#archive.note(posted));
    const log = memoryLog({ origin: replica.cursor, bytesMax: LOG_BYTES_MAX });
    log.claim(EPOCH);
    return new Sequencer({
      log,
      epoch: EPOCH,
      replica,
      timer: systemTimer,
      onBroken: report,
      inspect: (changed) => inspectTouched(changed, this.#touched.note),
      now: () => this.#requestClock.now(),
    });
  }

  #openGateways(options: MemoryInstanceOptions, from: MemoryState | undefined): MemoryGateway[] {
    const { gateways, report } = options;
    if (gateways === 0) return [];
    const feeder = new Feeder({
      core: this.sequencer,
      archive: this.#archive,
      program: PROGRAM,
      makeWay: queueMicrotask,
      onDiffers: (sentence) => report(new Error(sentence)),
      report,
    });
    this.#feeder = feeder;
    feeder.judgeBy(faultJudgeOf(options.faults));
    const snapshot = from?.snapshot as Snapshot | undefined;
    const now = () => this.#requestClock.now();
    return Array.from({ length: gateways }, (_, at) => {
      return new MemoryGateway({ ...options, number: at + 1, feeder, snapshot, now });
    });
  }

  /** The API that clients get, and with several gateways each in its turn. */
  get publicApi(): Api<PublicRequest> {
    return this.#sides.length === 1
      ? this.#side.api
      : new ApisByTurns(this.#sides.map(({ api }) => api));
  }

  /** The streams that the next client gets. */
  get publicStreams(): Streams {
    this.#streamTurn++;
    return this.#side.streams;
  }

  get #side(): PublicSide {
    return present(this.#sides[this.#streamTurn % this.#sides.length], "a public side");
  }

  #operatorApi(
    { masterKey, faults, states, token, report }: MemoryInstanceOptions,
    unarchived: UnarchivedRecords,
  ): OperatorApi {
    const { sequencer } = this;
    return new OperatorApi({
      exchange: sequencer,
      masterKey,
      drawId: randomUUID,
      token,
      faults,
      states,
      report,
      accountOf: accountsOf({ exchange: sequencer, unarchived, archive: this.#archive }),
      ledgerOf: ledgersOf({ exchange: sequencer, unarchived, archive: this.#archive }),
      nextRequest: () => this.#own.api.nextRequest(),
      clock: { go: () => this.#clock.go() },
      // There is no second process that could do it, and no other client has to wait.
      audit: async () => ({ ok: true, text: JSON.stringify(solvencyOf(sequencer.state)) }),
      notReady: () => undefined,
      watch: {
        uptimeMs: () => process.uptime() * 1_000,
        isHalted: () => sequencer.isHalted,
        waiting: () => sequencer.waiting,
        archivist: () => ({ pid: undefined, position: sequencer.state.position }),
      },
    });
  }

  #beat(): void {
    if (nextTickMs(this.sequencer.state) <= engineTimeOf(this.sequencer)) this.sequencer.flush();
    this.#clock.go();
    this.#feeder?.beat();
  }

  /** Makes the sandbox and its demo, as far as they are not there. */
  async provision(options: MemoryInstanceOptions): Promise<void> {
    await this.#provision(options);
    await this.#openGatewaySides();
  }

  /** Once the instance is what it will be. */
  async #openGatewaySides(): Promise<void> {
    if (this.#gateways.length === 0) return;
    this.#sides = await Promise.all(this.#gateways.map((gateway) => gateway.open()));
  }

  async #provision(options: MemoryInstanceOptions): Promise<void> {
    const { hasDemo, hasTraders, isCalm, seed, masterKey, files, report } = options;
    const { sequencer } = this;
    const isNew = sequencer.state.kind === "unopened";
    await openDirectoryAs(sequencer, "sandbox");
    if (isNew && options.isFrozen) await sequencer.submit({ type: "FreezeClock", request: 0 });
    await sequencer.catchUp();
    if (!hasDemo) return;
    const seal = (key: Credentials) => sealSecret(masterKey, key);
    const tools: KeyTools = { exchange: sequencer, draw: drawCredentials, seal };
    await completeDemo({ ...tools, files });
    if (!hasTraders) return;
    const manner = { seed, isLive: !isCalm };
    await ensurePast(sequencer, manner); // SANDBOX-PAST-5: before the first trade.
    const outside = { timer: systemTimer, report };
    this.#follow(await openMarket({ ...tools, ...outside, ...manner }));
  }

  /** SANDBOX-CLOCK-3: leads the clock to where it was told to go. */
  arrive(): Promise<void> {
    return this.#clock.arrived();
  }

  /** SANDBOX-FAULT-16: there are more fault rules, or fewer. */
  tellFaults(): void {
    this.#feeder?.tellFaults();
  }

  /** SANDBOX-STATE-1 */
  async save(): Promise<MemoryState> {
    const release = await this.sequencer.hold();
    if (!release) throw new StateRefused("not_now", "The exchange is closing.");
    try {
      return this.#present();
    } finally {
      release();
    }
  }

  /** The state of now; whatever is under way goes on, and nothing tells that it was looked at. */
  async look(): Promise<LiveState> {
    const present = () => ({ ...this.#present(), market: this.#market?.progress });
    const state = await this.sequencer.look(present);
    if (!state) throw new StateRefused("not_now", "The exchange is closing.");
    return state;
  }

  #present(): MemoryState {
    this.#archive.settle();
    const { head, body } = presentOf(this.sequencer);
    const snapshot = { cursor: { ...head.cursor }, body: Buffer.concat(body) };
    const { isFull: isHistoryFull } = this.#archive;
    return { snapshot, keyValues: this.#keyValues.copy(), isHistoryFull };
  }

  /** What was another instance goes on in this one, which has its state. */
  async goOn({ market }: LiveState, options: MemoryInstanceOptions): Promise<void> {
    const { seed, isCalm, report } = options;
    const { sequencer } = this;
    if (market) {
      const manner = { seed, isLive: !isCalm, timer: systemTimer, report };
      this.#follow(goOnWithMarket({ exchange: sequencer, ...manner }, market));
    }
    await this.#openGatewaySides();
  }

  #follow(market: MarketPace): void {
    this.#market = market;
    market.start();
    this.#clock = new ManualClock(this.sequencer, market);
  }

  async close(closing: "stopping" | "anew"): Promise<void> {
    this.#own.streams.close(closing);
    for (const gateway of this.#gateways) gateway.close(closing);
    clearInterval(this.#heartbeat);
    await Promise.all([this.#market?.stop(), this.#clock.stop(), this.sequencer.stop()]);
  }
}
