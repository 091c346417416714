/**
 * The instance on a data directory as it is now: the exchange that its log adds up to, the archivist, the
 * demo's market, the clock of a sandbox and the APIs. A sandbox that goes back to another state gets
 * a new instance; everything else has one from start to stop.
 */

import { randomUUID } from "node:crypto";
import { present } from "../../core/base/assert.ts";
import type { BanTable } from "../../edge/auth/bans.ts";
import type { KeyTable } from "../../edge/auth/keys.ts";
import type { PrivateFiles } from "../../edge/auth/private-files.ts";
import { RequestNumbers } from "../../edge/http/api.ts";
import type { PublicApi } from "../../edge/http/public-api.ts";
import type { ProgramLog } from "../../edge/program-log/program-log.ts";
import {
  bansOf,
  keysOf,
  type PublicApiParts,
  publicApiOf,
} from "../../edge/public/public-api-of.ts";
import { streamsOf } from "../../edge/public/streams-of.ts";
import { accountsOf } from "../../edge/public/user-accounts.ts";
import { ledgersOf } from "../../edge/public/user-ledgers.ts";
import type { FaultRules } from "../../edge/sandbox/fault-rules.ts";
import { ManualClock } from "../../edge/sandbox/manual-clock.ts";
import type { Streams } from "../../edge/ws/streams.ts";
import type { SpareDescriptor } from "../../log/spare-descriptor.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { builtFile } from "../../package/package.ts";
import { ArchivistProcess } from "../../runtime/archivist/archivist-process.ts";
import type { Archive } from "../../runtime/history/joined-history.ts";
import { engineTimeOf } from "../../runtime/replica/submission.ts";
import { TouchedUsers } from "../../runtime/replica/touched-users.ts";
import type { Core } from "../../runtime/sequencer/core.ts";
import { nextTickMs } from "../../runtime/sequencer/ticks.ts";
import type { Feeder } from "../../runtime/wire/feeder.ts";
import { withdrawFeed } from "../demo/market/index-feed.ts";
import { TRADER_NAMES } from "../demo/market/traders.ts";
import { type MarketPace, openMarket } from "../demo/pace/market-pace.ts";
import { ensurePast } from "../demo/past/demo-past.ts";
import type { Config } from "../settings/config.ts";
import { alarmOf } from "./alarms.ts";
import type { PlaceInCluster } from "./cluster-place.ts";
import type { Figures } from "./figures.ts";
import { haltOn } from "./halting.ts";
import { type Besides, type OpenedCore, openAlone } from "./opened-core.ts";
import type { ProvisionedDirectory } from "./provision-directory.ts";
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

/** SANDBOX-FAULT-9: the streams of a sandbox ask for each message. */
export type AskedFaults = Pick<FaultRules, "messages">;

interface Parts {
  readonly opened: OpenedCore;
  readonly keys: KeyTable;
  readonly archivist: ArchivistProcess;
  /** None in a cluster, where the leader has it. */
  readonly market: MarketPace | undefined;
  readonly touched: TouchedUsers;
  readonly faults: AskedFaults;
}

export class ExchangeInstance {
  readonly #tools: InstanceTools;
  readonly #opened: OpenedCore;
  readonly archivist: ArchivistProcess;
  readonly #keys: KeyTable;
  readonly #bans: BanTable | undefined;
  /** None where gateways have the public side. */
  readonly streams: Streams | undefined;
  /** There before the first stream is taken. */
  #api: PublicApi | undefined;
  readonly #market: MarketPace | undefined;
  /** SANDBOX-CLOCK-3 */
  readonly clock: ManualClock;
  readonly #heartbeat: NodeJS.Timeout;

  private constructor(tools: InstanceTools, parts: Parts) {
    this.#tools = tools;
    this.#opened = parts.opened;
    this.archivist = parts.archivist;
    this.#keys = parts.keys;
    this.#bans = tools.config.hasLimits ? bansOf(this.core) : undefined;
    this.streams = tools.config.gateways > 0 ? undefined : this.#openStreams(parts);
    this.#market = parts.market;
    this.clock = new ManualClock(this.core, parts.market);
    this.#heartbeat = setInterval(() => this.#beat(), 1_000);
  }

  get core(): Core {
    return this.#opened.core;
  }

  get provisioned(): ProvisionedDirectory {
    return this.#opened.provisioned;
  }

  /** Feeds gateways and other nodes, where there are any. */
  get feeder(): Feeder | undefined {
    return this.#opened.feeder;
  }

  /** In a cluster, its place there. */
  get place(): PlaceInCluster | undefined {
    return this.#opened.place;
  }

  static async open(tools: InstanceTools, faults: AskedFaults): Promise<ExchangeInstance> {
    const { config, log } = tools;
    const touched = new TouchedUsers();
    let archivist: ArchivistProcess | undefined;
    const archive: Archive = {
      ask: async (query, position, join) => await archivist?.ask(query, position, join),
    };
    const begin = (provisioned: ProvisionedDirectory) => startMarket(tools, provisioned);
    const besides = { touched, archive, startMarket: begin };
    const opened = await openCore(tools, besides);
    const { core, provisioned } = opened;
    if (provisioned.resealed !== undefined) log.info(rekeyed(provisioned.resealed));
    log.info(`${core.state.kind} in ${config.dataDirectory}`);
    // A wrong master key is found before anything is started for it.
    const keys = keysOf(core, provisioned.masterKey);
    archivist = startArchivist(tools, opened);
    const market = opened.place ? undefined : await begin(provisioned);
    return new ExchangeInstance(tools, { opened, keys, archivist, market, touched, faults });
  }

  /** Once a second: the clock is compared with the wall clock, and boundaries that fell due are ticked. */
  #beat(): void {
    const { core, clock } = this.#opened;
    clock.correct();
    if (nextTickMs(core.state) <= engineTimeOf(core)) core.flush();
    if (!this.place) this.clock.go();
    this.feeder?.beat();
    this.place?.beat();
  }

  #openStreams({ touched, faults }: Parts): Streams {
    const { core } = this;
    const isSandbox = core.state.kind === "sandbox";
    return streamsOf({
      exchange: core,
      touched,
      keys: this.#keys,
      bans: this.#bans,
      isTalkative: isSandbox,
      isShared: this.place !== undefined,
      messageFaults: isSandbox ? faults.messages : undefined,
      meter: this.#tools.figures.streams,
      report: (error) => this.#tools.reportFailure(error, "stream"),
      callOrder: (call) => present(this.#api, "the public API").call(call),
      nextRequest: () => present(this.#api, "the public API").nextRequest(),
    });
  }

  /** The public API. */
  api(extras: Pick<PublicApiParts, "faults" | "traffic" | "site">): PublicApi {
    const { core, unarchived } = this.#opened;
    const { log, reportFailure } = this.#tools;
    core.onEvent((event) => {
      const alarm = alarmOf(event, core.state.catalogue);
      if (alarm?.startsWith("alarm: ")) log.alarm(alarm);
      else if (alarm) log.info(alarm);
    });
    const api = publicApiOf({
      exchange: core,
      unarchived,
      archive: this.archivist,
      keys: this.#keys,
      bans: this.#bans,
      isTalkative: core.state.kind === "sandbox",
      ...extras,
      isShared: this.place !== undefined,
      numbers: this.feeder && new RequestNumbers(this.place?.processesFrom ?? CORE_NUMBER),
      report: reportFailure,
    });
    this.#api = api;
    this.place?.share(api);
    return api;
  }

  /** What the operator's API needs of the instance. */
  get operatorServices() {
    const { core, unarchived, tornTail, place } = this.#opened;
    return {
      exchange: core,
      accountOf: accountsOf({ exchange: core, unarchived, archive: this.archivist }),
      ledgerOf: ledgersOf({ exchange: core, unarchived, archive: this.archivist }),
      masterKey: this.provisioned.masterKey,
      drawId: randomUUID,
      report: this.#tools.reportFailure,
      clock: place ? undefined : this.clock, // CLUSTER-STATE-1
      notReady: () => core.notReady,
      explain: (id: string) => this.archivist.explain(id),
      audit: () => this.archivist.audit(),
      watch: {
        uptimeMs: () => process.uptime() * 1_000,
        isHalted: () => core.isHalted,
        waiting: () => core.waiting,
        tornTail,
        notReady: () => core.notReady,
        cluster: () => place?.standing,
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
    const stopCore = this.place ? this.place.close() : this.core.stop();
    await Promise.all([this.#market?.stop(), this.clock.stop(), stopCore]);
  }
}

/** What only a node needs is loaded by a node alone. */
async function openCore(tools: InstanceTools, besides: Besides): Promise<OpenedCore> {
  const { cluster } = tools.config;
  if (!cluster) return await openAlone(tools, besides);
  const { openAsNode } = await import("./cluster-place.ts");
  return await openAsNode(tools, cluster, besides);
}

function startArchivist(
  { config, figures, log }: InstanceTools,
  { core, unarchived, provisioned, feeder, place }: OpenedCore,
): ArchivistProcess {
  const { hasDemo } = provisioned;
  // HIST-FORGET-1: only the users that the demo's market trades for.
  const forgettable = hasDemo && config.hasTraders ? TRADER_NAMES : [];
  return new ArchivistProcess({
    entry: builtFile("archivist.js"),
    args: [
      ...[config.dataDirectory, `${config.snapshotEvery}`, config.logLevel],
      forgettable.join(","),
    ],
    durablePosition: () => place?.copyEnd.position ?? core.state.position,
    timer: systemTimer,
    onArchived: (position) => {
      unarchived.archived(position);
      feeder?.archived(position);
    },
    onDiffers: (sentence) => haltOn(sentence, core, log),
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
  await ensurePast(keyTools.exchange, { isLive: !isCalm }); // SANDBOX-PAST-5: before the first trade.
  const market = await openMarket({
    ...keyTools,
    timer: systemTimer,
    isLive: !isCalm,
    report: log.report,
  });
  market.start();
  return market;
}
