/**
 * The composition root: reads the settings, takes the directory, opens the listeners and the instance
 * behind them, and stops all of it in order.
 */
import type { Server } from "node:http";
import { Fault } from "../core/base/assert.ts";
import { type PrivateFiles, privateFiles } from "../edge/auth/private-files.ts";
import { type EarlyOperator, openOperatorEarly } from "../edge/operator/open-operator.ts";
import { hostPort } from "../edge/operator/v1/place.ts";
import { openStandardLog, type ProgramLog } from "../edge/program-log/program-log.ts";
import { lockDirectory } from "../log/directory-lock.ts";
import { makeDataDirectory, realDisk } from "../log/real-disk.ts";
import { SpareDescriptor } from "../log/spare-descriptor.ts";
import { systemTime } from "../runtime/sequencer/clock.ts";
import { exitCodeOf, sentenceOf, withFlag } from "./failure.ts";
import { ExchangeHost } from "./instance/exchange-host.ts";
import { connectionsOf, Figures } from "./instance/figures.ts";
import { checkFresh } from "./instance/provision-directory.ts";
import { openGateways, openPublicListener } from "./instance/public-listeners.ts";
import { GRACE_MS } from "./instance/stopping.ts";
import { type Config, forgetSecrets, readConfig } from "./settings/config.ts";
import { keyWarnings } from "./settings/key-modes.ts";
import { readTls, trustedRanges } from "./settings/transport.ts";
import { welcome } from "./welcome.ts";

export async function start(args: readonly string[]): Promise<void> {
  // Whatever is made here is for its owner alone.
  process.umask(0o077);
  const config = readConfig(args);
  forgetSecrets();
  // What may be refused comes first: nothing is made for it, and nothing is left behind.
  const transport = { tls: readTls(config), trusted: trustedRanges(config) };
  checkFresh(config);
  const isTerminal = process.stdout.isTTY === true;
  const log = openStandardLog("server", { level: config.logLevel, isTerminal });
  await checkPlace(config, log);
  makeDataDirectory(config.dataDirectory);
  const lock = await lockDirectory(config.dataDirectory);
  const files = privateFiles(realDisk(config.dataDirectory));
  const stopAtOnce = stopperOf(log);
  for (const sentence of keyWarnings(config)) log.warn(sentence);
  // LOG-LOCK-2
  if (!lock.isOnFile) log.warn("no program flock is here: another container would not be seen");
  const operator = await openOperatorOf(config, files, log);
  let server: Server | undefined;
  const host = await ExchangeHost.open({
    config,
    files,
    operator,
    log,
    stopAtOnce,
    figures: new Figures(),
    spare: new SpareDescriptor(config.dataDirectory),
    connections: async () => (server ? await connectionsOf(server) : 0),
    // Our own bug in an endpoint stops the process; any other error is only reported.
    reportFailure: (error, request) => {
      if (error instanceof Fault) stopAtOnce(error, request);
      else log.error(error, { request });
    },
  });
  const operatorAt = { host: config.operatorHost, port: operator.port };
  log.info(`operator on http://${hostPort(operatorAt)}`);
  const publicSide =
    config.gateways > 0
      ? await openGateways({ config, host, log })
      : openPublicListener(host, transport);
  server = publicSide.server;
  stopOnSignal(async () => {
    log.info("stopping");
    // Commands that wait are still done; new requests are refused, and their connections closed.
    const closing = [publicSide.close(), operator.close(GRACE_MS)];
    await Promise.all([host.close(), ...closing]);
    await lock.release();
    log.info("stopped");
  }, stopAtOnce);
  const port = await publicSide.listen(config).catch(naming("--port"));
  const { hasDemo } = host.instance.provisioned;
  const isSecure = transport.tls !== undefined;
  const isSandbox = host.instance.core.state.kind === "sandbox";
  for (const sentence of welcome({ config, port, isSecure, hasDemo, isSandbox })) {
    // The user who starts a sandbox reads it, or a script does: also where the log is JSON.
    if (isSandbox) console.log(sentence);
    else log.welcome(sentence);
  }
}

/** What only a node needs is loaded by a node alone. */
async function checkPlace({ cluster, acceptsClockBehind }: Config, log: ProgramLog): Promise<void> {
  if (!cluster) return;
  const { checkCluster } = await import("../runtime/cluster/check-cluster.ts");
  const { startWaiting } = await import("./instance/start-waiting.ts");
  const terms = { clocks: systemTime, acceptsClockBehind };
  await startWaiting(cluster, log, () => checkCluster(cluster, terms));
}

function openOperatorOf(
  config: Config,
  files: PrivateFiles,
  log: ProgramLog,
): Promise<EarlyOperator> {
  return openOperatorEarly({
    files,
    port: config.operatorPort,
    host: config.operatorHost,
    names: config.operatorNames,
    givenToken: config.operatorToken,
    warn: (sentence) => log.warn(sentence),
  }).catch(naming("--operator-port"));
}

/** How long replies that are written already, 504 to commands in flight, may take to leave. */
const LAST_REPLIES_MS = 200;

/** A fault, or a write whose outcome is unknown: nothing more is acknowledged. */
function stopperOf(log: ProgramLog) {
  return (reason: unknown, request?: string): void => {
    const text = reason instanceof Error ? (reason.stack ?? reason.message) : reason;
    log.fatal(`STOPPED: ${text}`, { request });
    setTimeout(() => process.exit(1), LAST_REPLIES_MS);
  };
}

function stopOnSignal(stop: () => Promise<void>, stopAtOnce: (reason: unknown) => void): void {
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

/** A listener that cannot be opened: the sentence says which flag would help. */
function naming(flag: "--operator-port" | "--port") {
  return (error: unknown): never => {
    throw withFlag(error, flag);
  };
}

/** Everything that was begun (archivist, heartbeat, lock) ends with the process. */
export function exitWith(error: unknown): never {
  console.error(sentenceOf(error));
  process.exit(exitCodeOf(error));
}
