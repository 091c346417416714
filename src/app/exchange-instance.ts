/**
 * The instance on a data directory as it is now: the exchange that its log adds up to, the archivist, the
 * demo's market, the clock of a sandbox and the APIs. A sandbox that goes back to another state gets
 * a new instance; everything else has one from start to stop.
 */

import { randomUUID } from "node:crypto";
import { bansOf, keysOf, type PublicApiParts, publicApiOf } from "../api/public-api-of.ts";
import { selectOrders } from "../api/select-orders.ts";
import { streamsOf } from "../api/streams-of.ts";
import { accountsOf } from "../api/user-accounts.ts";
import { ArchivistProcess } from "../archivist/archivist-process.ts";
import type { BanTable } from "../auth/bans.ts";
import type { KeyTable } from "../auth/keys.ts";
import type { PrivateFiles } from "../auth/private-files.ts";
import { present } from "../base/assert.ts";
import { openLogInCluster } from "../cluster/open-log-in-cluster.ts";
import { withdrawFeed } from "../demo/market/index-feed.ts";
import { type MarketPace, openMarket } from "../demo/market/market-pace.ts";
import { TRADER_NAMES } from "../demo/market/traders.ts";
import { ensurePast } from "../demo/past/demo-past.ts";
import { openOrdersOf } from "../engine/orders/open-orders.ts";
import { inspectTouched } from "../engine/tripwire.ts";
import { RequestNumbers } from "../http/api.ts";
import type { PublicApi } from "../http/public-api.ts";
import { pgDatabase } from "../log/postgres/pg-database.ts";
import { realDisk } from "../log/real-disk.ts";
import { workerSegmentMaker } from "../log/segment/worker-segment-maker.ts";
import type { SpareDescriptor } from "../log/spare-descriptor.ts";
import { systemTimer } from "../log/system-timer.ts";
import { builtFile, VERSION } from "../package/package.ts";
import type { ProgramLog } from "../program-log/program-log.ts";
import { ManualClock } from "../sandbox/manual-clock.ts";
import { counted } from "../service/checks.ts";
import { systemTime } from "../service/clock.ts";
import { type OpenedExchange, openExchange } from "../service/open-exchange.ts";
import type { OpenLog } from "../service/open-log.ts";
import type { Sequencer } from "../service/sequencer.ts";
import { engineTimeOf } from "../service/submission.ts";
import { nextTickMs } from "../service/ticks.ts";
import { TouchedUsers } from "../service/touched-users.ts";
import { Feeder } from "../wire/feeder.ts";
import type { Streams } from "../ws/streams.ts";
import { alarmOf } from "./alarms.ts";
import type { ClusterConfig, Config } from "./config.ts";
import type { Figures } from "./figures.ts";
import { ProgressLine } from "./progress-line.ts";
import {
  type ProvisionedDirectory,
  provisionDirectory,
  segmentBytesFor,
} from "./provision-directory.ts";
import { rekeyed } from "./rekey.ts";
import { ARCHIVIST_PATIENCE_MS, REPLIES_PATIENCE_MS } from "./stopping.ts";

/** Among the processes that number requests; gateways count from 1. */
const CORE_NUMBER = 0;

export interface InstanceTools {
  readonly figures: Figures;
  readonly config: Config;
  readonly files: PrivateFiles;
  readonly log: ProgramLog;
  /** LOG-FULL-2: for the files of the log. */
  readonly spare: SpareDescriptor;
  /** Takes what an endpoint threw, and the id of the request. */
  readonly reportFailure: (error: unknown, request: string) => void;
  /** A fault, or a write whose outcome is unknown: nothing more is acknowledged. */
  readonly stopAtOnce: (reason: unknown) => void;
}

interface Parts {
  readonly exchange: OpenedExchange;
  readonly provisioned: ProvisionedDirectory;
  readonly keys: KeyTable;
  readonly archivist: ArchivistProcess;
  readonly market: MarketPace | undefined;
  readonly touched: TouchedUsers;
  readonly feeder: Feeder | undefined;
}

export class ExchangeInstance {
  readonly #tools: InstanceTools;
  readonly exchange: OpenedExchange;
  readonly provisioned: ProvisionedDirectory;
  readonly archivist: ArchivistProcess;
  readonly #keys: KeyTable;
  readonly #bans: BanTable | undefined;
  /** None where gateways have the public side. */
  readonly streams: Streams | undefined;
  /** Feeds the gateways, where there are any. */
  readonly feeder: Feeder | undefined;
  /** There before the first stream is taken. */
  #api: PublicApi | undefined;
  readonly #market: MarketPace | undefined;
  /** SANDBOX-CLOCK-3 */
  readonly clock: ManualClock;
  readonly #heartbeat: NodeJS.Timeout;

  private constructor(tools: InstanceTools, parts: Parts) {
    this.#tools = tools;
    this.exchange = parts.exchange;
    this.provisioned = parts.provisioned;
    this.archivist = parts.archivist;
    this.#keys = parts.keys;
    this.#bans = tools.config.hasLimits ? bansOf(parts.exchange.sequencer) : undefined;
    this.feeder = parts.feeder;
    this.streams = parts.feeder ? undefined : this.#openStreams(parts.touched);
    this.#market = parts.market;
    this.clock = new ManualClock(this.exchange.sequencer, parts.market);
    this.#heartbeat = setInterval(() => this.#beat(), 1_000);
  }

  static async open(tools: InstanceTools): Promise<ExchangeInstance> {
    const { config, files, log } = tools;
    const touched = new TouchedUsers();
    const exchange = await openDirectory(tools, touched);
    const provisioned = await provisionDirectory(config, files, exchange.sequencer);
    if (provisioned.resealed !== undefined) log.info(rekeyed(provisioned.resealed));
    log.info(`${exchange.sequencer.state.kind} in ${config.dataDirectory}`);
    // A wrong master key is found before anything is started for it.
    const keys = keysOf(exchange.sequencer, provisioned.masterKey);
    const feeder = config.gateways > 0 ? openFeeder(tools, exchange, () => archivist) : undefined;
    const archivist = startArchivist(tools, { exchange, provisioned, feeder });
    const market = await startMarket(tools, provisioned);
    const parts = { exchange, provisioned, keys, archivist, market, touched, feeder };
    return new ExchangeInstance(tools, parts);
  }

  /** Once a second: the clock is compared with the wall clock, and boundaries that fell due are ticked. */
  #beat(): void {
    const { sequencer, clock } = this.exchange;
    clock.correct();
    if (nextTickMs(sequencer.state) <= engineTimeOf(sequencer)) sequencer.flush();
    this.clock.go();
    this.feeder?.beat();
  }

  #openStreams(touched: TouchedUsers): Streams {
    const { sequencer } = this.exchange;
    return streamsOf({
      exchange: sequencer,
      touched,
      keys: this.#keys,
      bans: this.#bans,
      isTalkative: sequencer.state.kind === "sandbox",
      meter: this.#tools.figures.streams,
      report: (error) => this.#tools.reportFailure(error, "stream"),
      callOrder: (call) => present(this.#api, "the public API").call(call),
      nextRequest: () => present(this.#api, "the public API").nextRequest(),
    });
  }

  /** The public API. */
  api(extras: Pick<PublicApiParts, "faults" | "traffic" | "site">): PublicApi {
    const { sequencer, unarchived } = this.exchange;
    const { log, reportFailure } = this.#tools;
    sequencer.onEvent((event) => {
      const alarm = alarmOf(event, sequencer.state.catalogue);
      if (alarm?.startsWith("alarm: ")) log.alarm(alarm);
      else if (alarm) log.info(alarm);
    });
    const api = publicApiOf({
      exchange: sequencer,
      unarchived,
      archive: this.archivist,
      keys: this.#keys,
      bans: this.#bans,
      isTalkative: sequencer.state.kind === "sandbox",
      ...extras,
      numbers: this.feeder && new RequestNumbers(CORE_NUMBER),
      report: reportFailure,
    });
    this.#api = api;
    return api;
  }

  /** What the operator's API needs of the instance. */
  get operatorServices() {
    const { sequencer, unarchived } = this.exchange;
    return {
      exchange: sequencer,
      selectOrders: selectOrders,
      accountOf: accountsOf({ exchange: sequencer, unarchived, archive: this.archivist }),
      masterKey: this.provisioned.masterKey,
      drawId: randomUUID,
      report: this.#tools.reportFailure,
      clock: this.clock,
      notReady: () => sequencer.notReady,
      explain: (id: string) => this.archivist.explain(id),
      audit: () => this.archivist.audit(),
      watch: {
        uptimeMs: () => process.uptime() * 1_000,
        isHalted: () => sequencer.isHalted,
        waiting: () => sequencer.waiting,
        tornTail: () => this.exchange.tornTail(),
        notReady: () => sequencer.notReady,
        archivist: () => ({ pid: this.archivist.pid, position: this.archivist.archived }),
      },
    };
  }

  /** Commands that wait are still done; the archivist makes a snapshot of the end. */
  async close(): Promise<void> {
    this.archivist.expectEnd();
    const rested = this.#rest();
    await this.streams?.settle(REPLIES_PATIENCE_MS);
    this.streams?.close("stopping");
    await rested;
    await this.archivist.finish(ARCHIVIST_PATIENCE_MS);
  }

  /** SANDBOX-STATE-2: commands that wait are still done; no instance goes on from the end of this log. */
  async abandon(): Promise<void> {
    this.archivist.expectEnd();
    this.streams?.close("anew");
    this.feeder?.close();
    await this.#rest();
    await this.archivist.abandon();
  }

  async #rest(): Promise<void> {
    clearInterval(this.#heartbeat);
    await Promise.all([this.#market?.stop(), this.clock.stop(), this.exchange.sequencer.stop()]);
  }
}

async function openDirectory(
  { config, figures, log, spare, stopAtOnce }: InstanceTools,
  touched: TouchedUsers,
): Promise<OpenedExchange> {
  const { dataDirectory, segmentBytes, acceptsClockBehind } = config;
  const progress = new ProgressLine(process.stderr, () => performance.now());
  const exchange = await openExchange({
    disk: realDisk(dataDirectory, spare),
    segmentMaker: workerSegmentMaker(dataDirectory),
    segmentBytes: segmentBytes ?? segmentBytesFor(config),
    openLog: config.cluster && openLogOf(config.cluster),
    time: systemTime,
    timer: systemTimer,
    acceptsClockBehind,
    onBroken: stopAtOnce,
    onProgress: progress.begin("replaying", "commands"),
    meter: figures.times,
    inspect: (state) => counted(figures.checks.batch, () => inspectTouched(state, touched.note)),
    report: log.report,
  });
  progress.clear();
  await exchange.sequencer.catchUp();
  return exchange;
}

/** CLUSTER-SECRET-1: the name of the session says which node it is, and nothing else. */
function openLogOf({ url, node, ...place }: ClusterConfig): OpenLog {
  const database = pgDatabase({ url, name: `bourse ${node}`, timer: systemTimer });
  return openLogInCluster({ database, node, ...place });
}

/** What followers are fed, and where they ask for history. */
function openFeeder(
  { log }: InstanceTools,
  { sequencer }: OpenedExchange,
  archivist: () => ArchivistProcess,
): Feeder {
  return new Feeder({
    core: sequencer,
    archive: { ask: (query, position, join) => archivist().ask(query, position, join) },
    program: VERSION,
    makeWay: setImmediate,
    onDiffers: (sentence) => haltOn(sentence, sequencer, log),
    report: log.report,
  });
}

/** LOG-DIGEST-1 */
function haltOn(sentence: string, sequencer: Sequencer, log: ProgramLog): void {
  log.fatal(`HALTED: ${sentence}. Nothing is accepted any more; everything is kept.`);
  sequencer.halt();
}

function startArchivist(
  { config, figures, log }: InstanceTools,
  { exchange, provisioned, feeder }: Pick<Parts, "exchange" | "provisioned" | "feeder">,
): ArchivistProcess {
  const { sequencer, unarchived } = exchange;
  const { hasDemo } = provisioned;
  // HIST-FORGET-1: only the users that the demo's market trades for.
  const forgettable = hasDemo && config.hasTraders ? TRADER_NAMES : [];
  return new ArchivistProcess({
    entry: builtFile("archivist.js"),
    args: [
      ...[config.dataDirectory, `${config.snapshotEvery}`, config.logLevel],
      forgettable.join(","),
    ],
    durablePosition: () => sequencer.state.position,
    timer: systemTimer,
    onArchived: (position) => {
      unarchived.archived(position);
      feeder?.archived(position);
    },
    onDiffers: (sentence) => haltOn(sentence, sequencer, log),
    checks: figures.checks.snapshot,
    history: figures.checks.history,
    onStart: (pid) => log.info(`archivist pid ${pid}`),
    report: log.report,
  });
}

/** The demo's traders; their first quotes stand before the program says where to connect. */
async function startMarket(
  { config: { hasTraders, isCalm }, log }: InstanceTools,
  { hasDemo, keyTools }: ProvisionedDirectory,
): Promise<MarketPace | undefined> {
  if (hasDemo && !hasTraders) await withdrawFeed(keyTools.exchange);
  if (!hasDemo || !hasTraders) return undefined;
  await ensurePast(keyTools.exchange); // SANDBOX-PAST-5: before the first trade.
  const market = await openMarket({
    ...keyTools,
    openOrdersOf,
    timer: systemTimer,
    isLive: !isCalm,
    report: log.report,
  });
  market.start();
  return market;
}
