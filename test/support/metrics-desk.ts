/**
 * A desk for metrics: the whole metrics page over a real sequencer, the public API and the
 * operator's API, without a port. What other processes would say is set by the test.
 */

import type { NotReady } from "../../src/contract/not-ready.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import type { ArchivistFigures } from "../../src/edge/metrics/archive-metrics.ts";
import type { WatchedNode } from "../../src/edge/metrics/cluster-metrics.ts";
import { metricsPage } from "../../src/edge/metrics/metrics.ts";
import { RequestCounts } from "../../src/edge/metrics/request-counts.ts";
import { RequestTimes } from "../../src/edge/metrics/request-times.ts";
import { SequencerTimes } from "../../src/edge/metrics/sequencer-times.ts";
import { StreamCounts } from "../../src/edge/metrics/stream-counts.ts";
import { memoryLog } from "../../src/log/file/memory-log.ts";
import { noChecksYet } from "../../src/runtime/replica/checks.ts";
import { EPOCH } from "../../src/runtime/replica/open-log.ts";
import { Replica } from "../../src/runtime/replica/replay.ts";
import { Sequencer } from "../../src/runtime/sequencer/sequencer.ts";
import { OPENING_MS } from "./desk.ts";
import { type KlineApi, readExposition } from "./exposition.ts";
import { MARKET, mustDo } from "./service-desk.ts";
import { temporaryDirectory } from "./temporary-directory.ts";
import { VirtualTime } from "./virtual-time.ts";

export class MetricsDesk {
  readonly time = new VirtualTime(OPENING_MS);
  readonly times = new SequencerTimes();
  readonly requests = new RequestCounts(ROUTES);
  readonly latencies = new RequestTimes();
  readonly streams = new StreamCounts();
  readonly checks = noChecksYet();
  sequencer: Sequencer;
  readonly page: () => Promise<string>;
  archivist: { -readonly [K in keyof ArchivistFigures]: ArchivistFigures[K] } = {
    pid: 4711,
    starts: 1,
    archived: 0,
    snapshot: undefined,
  };
  notReady: NotReady | undefined;
  /** As a node of a cluster has it: every metric has a line. */
  cluster: WatchedNode | undefined = {
    role: "following",
    epoch: 3,
    lagCommands: 2,
    lagMs: 40,
    beatAgeMs: 500,
  };

  constructor() {
    const replica = Replica.start(undefined);
    const log = memoryLog();
    log.claim(EPOCH);
    this.sequencer = new Sequencer({
      log,
      epoch: EPOCH,
      replica,
      meter: this.times,
      now: () => this.time.wallMs(),
      timer: this.time.timer,
      onBroken: (reason) => {
        throw reason;
      },
    });
    const { checks, requests, latencies, times, streams } = this;
    this.page = metricsPage({
      checks,
      requests,
      latencies,
      times,
      streams,
      sequencer: () => this.sequencer,
      archivist: () => this.archivist,
      notReady: () => this.notReady,
      cluster: () => this.cluster,
      connections: async () => 3,
      version: "1.2.3",
      dataDirectory: temporaryDirectory(),
    });
  }

  /** With two assets, a pair, and two users who own something. */
  static async open(): Promise<MetricsDesk> {
    const desk = new MetricsDesk();
    for (const command of MARKET) await mustDo(desk.sequencer, command);
    return desk;
  }

  async scrape(): Promise<ReadonlyMap<string, KlineApi>> {
    return readExposition(await this.page());
  }
}
