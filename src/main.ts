/**
 * The composition root: opens the directory, puts the rooms together, starts the listener and the
 * archivist, and stops all of it in order. The only file that knows everyone.
 */
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { KeyTable } from "./auth/keys.ts";
import { privateFiles } from "./auth/private-files.ts";
import { drawCredentials, readMasterKey, sandboxMasterKey, sealSecret } from "./auth/seal.ts";
import { Fault } from "./base/assert.ts";
import { type Config, ConfigError, readConfig } from "./config.ts";
import { completeDemo, DEMO_USERS } from "./demo/demo-catalogue.ts";
import { DEMO_KEYS_NAME, demoKeys } from "./demo/demo-keys.ts";
import { openOrdersOf, orderIdNamed } from "./engine/orders/open-orders.ts";
import { averagePrice } from "./engine/spot/fees.ts";
import { testOrder } from "./engine/spot/place-order.ts";
import { Edge } from "./http/dispatch.ts";
import { closeListener, createListener, listen } from "./http/server.ts";
import { lockDirectory } from "./log/directory-lock.ts";
import type { Disk } from "./log/disk.ts";
import { makeDataDirectory, realDisk } from "./log/real-disk.ts";
import { systemAlarm } from "./log/segment-supply.ts";
import { workerSegmentMaker } from "./log/worker-segment-maker.ts";
import { ArchivistProcess } from "./service/archivist-process.ts";
import { type RequestClock, systemTime } from "./service/clock.ts";
import type { Line } from "./service/line.ts";
import { openDirectoryAs, openExchange } from "./service/open-exchange.ts";
import { nextTickMs } from "./service/ticks.ts";

const GRACE_MS = 5_000;
const ARCHIVIST_PATIENCE_MS = 60_000;

export async function start(args: readonly string[]): Promise<void> {
  const config = readConfig(args);
  const { dataDirectory } = config;
  makeDataDirectory(dataDirectory);
  const lock = await lockDirectory(dataDirectory);
  const disk = realDisk(dataDirectory);
  const { line, clock } = await openExchange({
    disk,
    segmentMaker: workerSegmentMaker(dataDirectory),
    segmentBytes: config.segmentBytes,
    time: systemTime,
    alarm: systemAlarm,
    acceptsClockBehind: config.acceptsClockBehind,
    onBroken: stopAtOnce,
    report,
  });
  await line.catchUp();
  const keys = await furnish(config, disk, line);
  line.onEvent((event) => keys.fold(event));
  const archivist = startArchivist(config, line);
  const heartbeat = setInterval(() => beat(line, clock), 1_000);

  const edge = new Edge({ exchange: line, keys, questions: QUESTIONS, report: reportFailure });
  const server = createListener(edge);
  stopOnSignal(async () => {
    report("stopping");
    clearInterval(heartbeat);
    // What waits is still done; what comes now is refused, and its connection closed.
    await Promise.all([line.stop(), closeListener(server, GRACE_MS)]);
    await archivist.finish(ARCHIVIST_PATIENCE_MS);
    await lock.release();
    report("stopped");
  });
  const port = await listen(server, config);
  report(`listening on http://${config.host}:${port} (${line.state.kind}, data ${dataDirectory})`);
}

/** What the dialect asks of the engine. */
const QUESTIONS = { testOrder, openOrdersOf, orderIdNamed, averagePrice };

/**
 * A fresh directory becomes what it will be for ever, so whatever may fail comes before that. Its
 * demo keys are written first: where they are, a start completes the demo.
 */
async function furnish(config: Config, disk: Disk, line: Line): Promise<KeyTable> {
  const files = privateFiles(disk);
  const isFresh = line.state.kind === "unopened";
  const kind = kindOf(config, line);
  const masterKey = masterKeyOf(config, files, kind);
  if (isFresh && config.hasDemo) demoKeys(files, DEMO_USERS, drawCredentials);
  await openDirectoryAs(line, kind);
  if (kind === "sandbox" && files.read(DEMO_KEYS_NAME) !== undefined) {
    const seal = (key: { apiKey: string; secret: string }) => sealSecret(masterKey, key);
    await completeDemo({ exchange: line, files, draw: drawCredentials, seal });
    report(
      `demo users ${DEMO_USERS.join(" and ")}: keys in ${config.dataDirectory}/${DEMO_KEYS_NAME}`,
    );
  }
  return new KeyTable(masterKey, line.state.users.keys);
}

/** CORE-DIR-1: what an opened directory is cannot be changed by a flag. */
function kindOf({ hasDemo, isSandbox }: Config, { state }: Line): "production" | "sandbox" {
  if (state.kind === "unopened") return hasDemo || isSandbox ? "sandbox" : "production";
  if (state.kind === "production" && isSandbox) {
    throw new ConfigError("The directory is a production one, for ever: --sandbox is not for it.");
  }
  return state.kind;
}

/** From BOURSE_MASTER_KEY_FILE; a sandbox makes its own. */
function masterKeyOf(
  { masterKeyFile }: Config,
  files: ReturnType<typeof privateFiles>,
  kind: "production" | "sandbox",
): Uint8Array {
  if (masterKeyFile !== undefined) {
    const place = realDisk(dirname(masterKeyFile));
    return readMasterKey(privateFiles(place), basename(masterKeyFile));
  }
  if (kind === "sandbox") return sandboxMasterKey(files);
  throw new ConfigError("A production directory needs BOURSE_MASTER_KEY_FILE.");
}

function startArchivist(config: Config, line: Line): ArchivistProcess {
  const archivist = new ArchivistProcess({
    entry: new URL("./archivist.js", import.meta.url),
    args: [config.dataDirectory, `${config.snapshotEvery}`],
    durablePosition: () => line.state.position,
    onDiffers: (sentence) => {
      report(`HALTED: ${sentence}. Nothing is accepted any more; everything is kept.`);
      line.halt();
    },
    onStart: (pid) => report(`archivist pid ${pid}`),
    report,
  });
  return archivist;
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
