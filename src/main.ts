/**
 * The composition root: opens the directory, puts the rooms together, starts the archivist, the
 * demo's market and the listeners, and stops all of it in order. The only file that knows everyone.
 */
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import { alarmOf } from "./alarms.ts";
import { ArchivistProcess } from "./archivist/archivist-process.ts";
import { BanTable } from "./auth/bans.ts";
import { KeyTable } from "./auth/keys.ts";
import { type PrivateFiles, privateFiles } from "./auth/private-files.ts";
import { Fault } from "./base/assert.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { withdrawFeed } from "./demo/market/index-feed.ts";
import { type MarketPace, openMarket } from "./demo/market/market-pace.ts";
import { lotsAt } from "./engine/book/book.ts";
import { levelsOf } from "./engine/book/ladder.ts";
import { accountFieldsOf } from "./engine/futures/account-fields.ts";
import { averagePriceOf } from "./engine/futures/contract-value.ts";
import { runningRateOf } from "./engine/futures/prices/funding.ts";
import { findAccount, findDebt } from "./engine/margin/account.ts";
import { interestOf } from "./engine/margin/loans.ts";
import { standingOf } from "./engine/margin/risk-level.ts";
import { openOrdersOf, orderIdNamed } from "./engine/orders/open-orders.ts";
import { averagePrice } from "./engine/spot/fees.ts";
import { testOrder } from "./engine/spot/place-order.ts";
import { checkFresh, type Furnished, furnish } from "./furnish.ts";
import { writeRows } from "./history/history.ts";
import { JoinedHistory } from "./history/joined-history.ts";
import { Edge } from "./http/dispatch.ts";
import { contractRowWriter } from "./http/fapi-v1/history-rows.ts";
import { rowWriter } from "./http/sapi-v1/history-rows.ts";
import { closeListener, createListener, listen } from "./http/server.ts";
import { lockDirectory } from "./log/directory-lock.ts";
import { makeDataDirectory, realDisk } from "./log/real-disk.ts";
import { systemAlarm } from "./log/segment/segment-supply.ts";
import { workerSegmentMaker } from "./log/segment/worker-segment-maker.ts";
import { type Operator, openOperator } from "./operator/open-operator.ts";
import { type RequestClock, systemTime } from "./service/clock.ts";
import type { Line } from "./service/line.ts";
import { type OpenedExchange, openExchange } from "./service/open-exchange.ts";
import { nextTickMs } from "./service/ticks.ts";
import { readTls, trustedRanges } from "./transport.ts";
import { welcome } from "./welcome.ts";

const GRACE_MS = 4_000;
/** Together with the grace for connections less than the ten seconds in which a stop is done. */
const ARCHIVIST_PATIENCE_MS = 4_000;

export async function start(args: readonly string[]): Promise<void> {
  const config = readConfig(args);
  // What may be refused comes first: nothing is made for it, and nothing is left behind.
  const transport = { tls: readTls(config), trusted: trustedRanges(config) };
  checkFresh(config);
  makeDataDirectory(config.dataDirectory);
  const lock = await lockDirectory(config.dataDirectory);
  const exchange = await open(config);
  const { line, clock } = exchange;
  const files = privateFiles(realDisk(config.dataDirectory));
  const furnished = await furnish(config, files, line);
  report(`${line.state.kind} in ${config.dataDirectory}`);
  const archivist = startArchivist(config, exchange);
  const heartbeat = setInterval(() => beat(line, clock), 1_000);
  const market = await startMarket(config, furnished);
  const edge = edgeOf(config, { exchange, archivist, furnished });
  const operator = await startOperator(config, { line, files, archivist, furnished, edge });
  const server = createListener(edge, transport);
  stopOnSignal(async () => {
    report("stopping");
    archivist.expectEnd();
    clearInterval(heartbeat);
    // What waits is still done; what comes now is refused, and its connection closed.
    const closing = [closeListener(server, GRACE_MS), operator.close(GRACE_MS)];
    await Promise.all([market?.stop(), line.stop(), ...closing]);
    await archivist.finish(ARCHIVIST_PATIENCE_MS);
    await lock.release();
    report("stopped");
  });
  const port = await listen(server, config);
  const { hasDemo } = furnished;
  const isSecure = transport.tls !== undefined;
  for (const sentence of welcome({ config, port, isSecure, hasDemo })) console.log(sentence);
}

async function open({ dataDirectory, ...config }: Config): Promise<OpenedExchange> {
  const exchange = await openExchange({
    disk: realDisk(dataDirectory),
    segmentMaker: workerSegmentMaker(dataDirectory),
    segmentBytes: config.segmentBytes,
    time: systemTime,
    alarm: systemAlarm,
    acceptsClockBehind: config.acceptsClockBehind,
    onBroken: stopAtOnce,
    report,
  });
  await exchange.line.catchUp();
  return exchange;
}

/** What the dialect asks of the engine. */
const QUESTIONS = {
  ...{ testOrder, openOrdersOf, orderIdNamed, averagePrice, levelsOf, lotsAt },
  ...{ standingOf, findAccount, findDebt, interestOf },
  ...{ accountFieldsOf, averagePriceOf, runningRateOf },
};

interface EdgeParts {
  readonly exchange: OpenedExchange;
  readonly archivist: ArchivistProcess;
  readonly furnished: Furnished;
}

/** The public door; what it knows of keys and bans it hears from the line. */
function edgeOf({ hasLimits }: Config, { exchange, archivist, furnished }: EdgeParts): Edge {
  const { line, fresh } = exchange;
  const { users, catalogue } = line.state;
  const keys = new KeyTable(furnished.masterKey, users.keys);
  const bans = new BanTable(line.state.bans.byBlock.values());
  line.onEvent((event) => {
    keys.fold(event);
    bans.fold(event);
    const alarm = alarmOf(event, catalogue);
    if (alarm) report(alarm);
  });
  const write = writeRows(
    rowWriter(catalogue, averagePrice),
    contractRowWriter(catalogue, averagePriceOf),
  );
  const history = new JoinedHistory({ fresh, archive: archivist, write });
  const questions = { ...QUESTIONS, history };
  const limits = hasLimits ? { bans } : undefined;
  return new Edge({ exchange: line, keys, questions, limits, report: reportFailure });
}

interface OperatorParts {
  readonly line: Line;
  readonly files: PrivateFiles;
  readonly archivist: ArchivistProcess;
  readonly furnished: Furnished;
  readonly edge: Edge;
}

async function startOperator({ operatorPort }: Config, parts: OperatorParts): Promise<Operator> {
  const { line, files, archivist, furnished, edge } = parts;
  const operator = await openOperator({
    exchange: line,
    files,
    port: operatorPort,
    masterKey: furnished.masterKey,
    drawId: randomUUID,
    nextRequest: () => edge.nextRequest(),
    report: reportFailure,
    watch: {
      uptimeMs: () => process.uptime() * 1_000,
      isHalted: () => line.isHalted,
      waiting: () => line.waiting,
      archivist: () => ({ pid: archivist.pid, position: archivist.archived }),
    },
  });
  report(`operator on http://127.0.0.1:${operator.port}`);
  return operator;
}

function startArchivist(config: Config, { line, fresh }: OpenedExchange): ArchivistProcess {
  return new ArchivistProcess({
    entry: new URL("./archivist.js", import.meta.url),
    args: [config.dataDirectory, `${config.snapshotEvery}`],
    durablePosition: () => line.state.position,
    alarm: systemAlarm,
    onArchived: (position) => fresh.archived(position),
    onDiffers: (sentence) => {
      report(`HALTED: ${sentence}. Nothing is accepted any more; everything is kept.`);
      line.halt();
    },
    onStart: (pid) => report(`archivist pid ${pid}`),
    report,
  });
}

/** The demo's traders; their first quotes stand before anybody is told where to connect. */
async function startMarket(
  { hasTraders }: Config,
  { hasDemo, keyTools }: Furnished,
): Promise<MarketPace | undefined> {
  if (hasDemo && !hasTraders) await withdrawFeed(keyTools.exchange);
  if (!hasDemo || !hasTraders) return undefined;
  const market = await openMarket({ ...keyTools, openOrdersOf, alarm: systemAlarm, report });
  market.start();
  return market;
}

/** Once a second: the clock is held against the wall, and boundaries that fell due are struck. */
function beat(line: Line, clock: RequestClock): void {
  clock.correct();
  if (nextTickMs(line.state) <= line.now()) line.flush();
}

/** What an endpoint threw: our own bug stops the process, anything else is only told. */
function reportFailure(error: unknown): void {
  if (error instanceof Fault) stopAtOnce(error);
  else report(error);
}

/** How long replies that are written already, 504 to what was in flight, may take to leave. */
const LAST_REPLIES_MS = 200;

/** A fault, or a write of which nobody knows: nothing more is acknowledged. */
function stopAtOnce(reason: unknown): void {
  report(`STOPPED: ${reason instanceof Error ? (reason.stack ?? reason.message) : reason}`);
  setTimeout(() => process.exit(1), LAST_REPLIES_MS);
}

function stopOnSignal(stop: () => Promise<void>): void {
  let isStopping = false;
  const once = () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      (error: unknown) => stopAtOnce(error),
    );
  };
  process.on("SIGINT", once);
  process.on("SIGTERM", once);
}

/** What was begun (archivist, heartbeat, lock) ends with the process. */
export function exitWith(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(error instanceof ConfigError ? error.exitCode : 1);
}

function report(sentence: unknown): void {
  const text = sentence instanceof Error ? (sentence.stack ?? sentence.message) : sentence;
  console.log(`${new Date().toISOString()} ${text}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  start(process.argv.slice(2)).catch(exitWith);
}
