/**
 * What a gateway serves of one exchange: a follower of its log, and API and streams on it. A sandbox that goes to
 * another state gets another instance, as in the core.
 */

import { RequestNumbers } from "../../edge/http/api.ts";
import { ROUTES } from "../../edge/http/routes.ts";
import { joinTraffic, type Traffic } from "../../edge/http/traffic.ts";
import type { ProgramLog } from "../../edge/program-log/program-log.ts";
import { FollowedFaults, FollowedMessageFaults } from "../../edge/public/followed-faults.ts";
import { type PublicSide, publicSideOf } from "../../edge/public/public-side.ts";
import { siteOf } from "../../edge/public/site-of.ts";
import type { StreamMeter } from "../../edge/ws/socket/stream-api.ts";
import { isBehind, readBetween } from "../../log/file/read-chain.ts";
import type { Cursor } from "../../log/log.ts";
import { realDisk } from "../../log/real-disk.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { VERSION } from "../../package/package.ts";
import { UnarchivedRecords } from "../../runtime/history/unarchived-records.ts";
import { Follower } from "../../runtime/replica/follower.ts";
import { chooseSnapshot, restore } from "../../runtime/replica/restore.ts";
import { TouchedUsers } from "../../runtime/replica/touched-users.ts";
import { RequestClock, systemTime } from "../../runtime/sequencer/clock.ts";
import { collectUnarchived } from "../../runtime/sequencer/open-exchange.ts";
import { FollowedExchange } from "../../runtime/wire/followed-exchange.ts";
import { openWire } from "../../runtime/wire/socket-wire.ts";
import { readCounts, writeCounts } from "./counts-codec.ts";
import type { GatewaySettings } from "./messages.ts";

export interface GatewayTools {
  readonly settings: GatewaySettings;
  /** Where the log ended when the core asked for it. */
  readonly end: Cursor;
  readonly figures: { readonly traffic: Traffic; readonly streams: StreamMeter };
  /** Gets every reply, where requests are logged at all. */
  readonly openRequestLog: (isSandbox: boolean) => Traffic | undefined;
  readonly log: ProgramLog;
}

const SECOND_MS = 1_000;
/** FOLLOW-LIMIT-1: so much later the others know. */
const COUNTS_MS = 100;

export class GatewayInstance implements PublicSide {
  readonly exchange: FollowedExchange;
  readonly api: PublicSide["api"];
  readonly streams: PublicSide["streams"];
  readonly #corrections: NodeJS.Timeout;
  readonly #exchangeCounts: NodeJS.Timeout;

  private constructor(exchange: FollowedExchange, side: PublicSide, clock: RequestClock) {
    this.exchange = exchange;
    this.api = side.api;
    this.streams = side.streams;
    this.#corrections = setInterval(() => clock.correct(), SECOND_MS).unref();
    this.#exchangeCounts = setInterval(() => this.#tellCounts(), COUNTS_MS).unref();
    exchange.onCounted = (counts) => this.api.addCounts(readCounts(counts));
  }

  /** FOLLOW-LIMIT-1 */
  #tellCounts(): void {
    const counts = this.api.takeCounts();
    if (counts.length > 0) this.exchange.tellCounts(writeCounts(counts));
  }

  /** Resolves when it has caught up. */
  static async open(tools: GatewayTools): Promise<GatewayInstance> {
    const { settings, log } = tools;
    const unarchived = new UnarchivedRecords();
    const touched = new TouchedUsers();
    const clock = new RequestClock(systemTime, (differenceMs) => {
      log.warn(`the wall clock jumped by ${differenceMs} ms; it is not followed`);
    });
    const disk = realDisk(settings.dataDirectory);
    const exchange = new FollowedExchange({
      follower: begin(tools, unarchived),
      unarchived,
      touched,
      open: (listener) => openWire(settings.socketPath, listener),
      readOn: (from, until, follow) => {
        for (const batch of readBetween(disk, from, until)) follow(batch);
      },
      program: VERSION,
      number: settings.number,
      now: () => clock.now(),
      clockwork: { now: () => performance.now(), timer: systemTimer, makeWay: setImmediate },
      onEnd: (reason) => {
        log.fatal(`HALTED: ${reason instanceof Error ? reason.message : reason}`);
        setTimeout(() => process.exit(1), LAST_WORDS_MS);
      },
      report: log.report,
    });
    await exchange.caughtUp();
    const isSandbox = exchange.state.kind === "sandbox";
    const { traffic, streams } = tools.figures;
    const requests = tools.openRequestLog(isSandbox);
    const side = publicSideOf({
      exchange,
      unarchived,
      archive: exchange.archive,
      touched,
      masterKey: settings.masterKey,
      hasLimits: settings.hasLimits,
      isTalkative: isSandbox,
      faults: isSandbox ? new FollowedFaults(exchange.strikes) : undefined,
      messageFaults: isSandbox ? new FollowedMessageFaults(exchange.strikes) : undefined,
      isShared: true,
      numbers: new RequestNumbers(settings.processesFrom + settings.number),
      traffic: joinTraffic(requests ? [traffic, requests] : [traffic]),
      meter: streams,
      site: siteOf(ROUTES, settings.offeredKeys),
      report: (error, request) => log.error(error, { request }),
    });
    return new GatewayInstance(exchange, side, clock);
  }

  async close(closing: "stopping" | "anew"): Promise<void> {
    this.streams.close(closing);
    clearInterval(this.#corrections);
    clearInterval(this.#exchangeCounts);
    this.exchange.close();
  }
}

/** For what the core is to hear before the process ends. */
const LAST_WORDS_MS = 200;

/** The newest snapshot, and the log up to where it ended when the core asked. */
function begin({ settings, end }: GatewayTools, unarchived: UnarchivedRecords): Follower {
  const disk = realDisk(settings.dataDirectory);
  const { snapshot } = chooseSnapshot(disk);
  const read = (from: Cursor) => (isBehind(from, end) ? [] : readBetween(disk, from, end));
  const replica = restore({ read }, snapshot, (restored, batch) => {
    if (!batch) collectUnarchived(unarchived, restored);
  });
  return new Follower(replica);
}
