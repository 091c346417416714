/** A core with what stands beside it on every data directory: on this machine alone, or as a node of a cluster. */

import { inspectTouched } from "../../core/engine/invariants/tripwire.ts";
import { realDisk } from "../../log/real-disk.ts";
import { workerSegmentMaker } from "../../log/segment/worker-segment-maker.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { VERSION } from "../../package/package.ts";
import type { Archive } from "../../runtime/history/joined-history.ts";
import type { UnarchivedRecords } from "../../runtime/history/unarchived-records.ts";
import { counted } from "../../runtime/replica/checks.ts";
import type { TouchedUsers } from "../../runtime/replica/touched-users.ts";
import { type RequestClock, systemTime } from "../../runtime/sequencer/clock.ts";
import type { Core } from "../../runtime/sequencer/core.ts";
import { openExchange } from "../../runtime/sequencer/open-exchange.ts";
import { Feeder } from "../../runtime/wire/feeder.ts";
import type { MarketPace } from "../demo/pace/market-pace.ts";
import type { PlaceInCluster } from "./cluster-place.ts";
import type { InstanceTools } from "./exchange-instance.ts";
import { haltOn } from "./halting.ts";
import { ProgressLine } from "./progress-line.ts";
import {
  type ProvisionedDirectory,
  provisionDirectory,
  segmentBytesFor,
} from "./provision-directory.ts";

export interface OpenedCore {
  readonly core: Core;
  readonly clock: RequestClock;
  readonly unarchived: UnarchivedRecords;
  readonly provisioned: ProvisionedDirectory;
  /** Feeds gateways and other nodes, where there are any. */
  readonly feeder: Feeder | undefined;
  /** Says what became of the torn tail that was found. */
  tornTail(): string | undefined;
  /** In a cluster, its place there. */
  readonly place: PlaceInCluster | undefined;
}

/** What is there only when the core is. */
export interface Besides {
  readonly touched: TouchedUsers;
  /** Where history is asked for. */
  readonly archive: Archive;
  startMarket(provisioned: ProvisionedDirectory): Promise<MarketPace | undefined>;
}

/** What leads the state along the log is told, and looks after every batch whether it adds up. */
export function watchersOf({ figures, log, stopAtOnce }: InstanceTools, touched: TouchedUsers) {
  const { batch } = figures.checks;
  return {
    onBroken: stopAtOnce,
    meter: figures.times,
    inspect: (state: Parameters<typeof inspectTouched>[0]) =>
      counted(batch, () => inspectTouched(state, touched.note)),
    report: log.report,
  };
}

/** Where the log of a directory is. */
export function filesOf({ config: { dataDirectory }, spare }: InstanceTools) {
  return {
    disk: realDisk(dataDirectory, spare),
    segmentMaker: workerSegmentMaker(dataDirectory),
  };
}

/** The core of a directory with a log of its own. */
export async function openAlone(
  tools: InstanceTools,
  { touched, archive }: Besides,
): Promise<OpenedCore> {
  const { config, files, log } = tools;
  const progress = new ProgressLine(process.stderr, () => performance.now());
  const exchange = await openExchange({
    ...filesOf(tools),
    ...watchersOf(tools, touched),
    segmentBytes: config.segmentBytes ?? segmentBytesFor(config),
    time: systemTime,
    timer: systemTimer,
    acceptsClockBehind: config.acceptsClockBehind,
    onProgress: progress.begin("replaying", "commands"),
  });
  progress.clear();
  const { sequencer: core, clock, unarchived, tornTail } = exchange;
  await core.catchUp();
  const provisioned = await provisionDirectory(config, files, core);
  const feeder = config.gateways > 0 ? feederOf(core, archive, log) : undefined;
  return { core, clock, unarchived, tornTail, provisioned, feeder, place: undefined };
}

/** What followers are fed, and where they ask for history. */
export function feederOf(core: Core, archive: Archive, log: InstanceTools["log"]): Feeder {
  return new Feeder({
    core,
    archive,
    program: VERSION,
    makeWay: setImmediate,
    onDiffers: (sentence) => haltOn(sentence, core, log),
    report: log.report,
  });
}
