/**
 * Flags and environment become one frozen Config, read once at the start. A flag wins over the
 * environment. What is not understood is refused in a sentence, never skipped. The only reader of
 * the process's environment.
 */

import { cpus } from "node:os";
import { parseAddress } from "../../core/base/address.ts";
import { isSoundToken } from "../../edge/auth/operator-token.ts";
import { NUMBERING_PROCESSES } from "../../edge/http/api.ts";
import { LEVELS, type Level, parseLevel } from "../../edge/program-log/level.ts";
import { readClusterUrl, readClusterVariable } from "../../runtime/cluster/cluster-url.ts";

export interface Config {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host: string;
  /** The port of the operator's listener; 0 takes a free port. */
  readonly operatorPort: number;
  /** OPER-API-8: the address of the operator's listener; loopback but for a sandbox. */
  readonly operatorHost: string;
  /** OPER-API-10: names, in lower case, by which callers may call the operator's listener. */
  readonly operatorNames: readonly string[];
  /** OPER-API-9: a token that opens the operator's listener beside the one in the directory. */
  readonly operatorToken: string | undefined;
  readonly dataDirectory: string;
  /** `BOURSE_KIND=production`: a directory that is a sandbox is refused. */
  readonly isProduction: boolean;
  /** `--sandbox`: a new directory is opened as a sandbox. */
  readonly isSandbox: boolean;
  /** False after `--no-demo`. */
  readonly hasDemo: boolean;
  /** False after `--no-traders`: the demo's books stay empty. */
  readonly hasTraders: boolean;
  /** `--calm`: the demo's prices hardly move (SANDBOX-MARKET-3). */
  readonly isCalm: boolean;
  /** `--exposed-demo`: the demo may be reached from elsewhere than this machine. */
  readonly isDemoExposed: boolean;
  /** False after `--no-limits`, which is for sandboxes. */
  readonly hasLimits: boolean;
  /** Proxies whose X-Forwarded-For counts: addresses or ranges. */
  readonly trustedProxies: readonly string[];
  /** Files of the certificate and its key; the service then speaks TLS itself. */
  readonly tls: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  /** Where the master key is; undefined: a sandbox makes its own. */
  readonly masterKeyFile: string | undefined;
  /** USER-SECRET-3: where the one before it is, for as long as secrets may have its seal. */
  readonly oldMasterKeyFile: string | undefined;
  /** `--accept-clock-behind`: start although the wall clock is behind the log. */
  readonly acceptsClockBehind: boolean;
  /** How much the program says of itself. */
  readonly logLevel: Level;
  /** Size of a log segment; undefined: as the kind of the directory has it. */
  readonly segmentBytes: number | undefined;
  /** Commands between two snapshots. */
  readonly snapshotEvery: number;
  /** Processes with the public listeners; 0: the server has them itself. */
  readonly gateways: number;
  /** The cluster that it is a node of. */
  readonly cluster: ClusterConfig | undefined;
}

export interface ClusterConfig {
  /** May hold a password: never in a line of a log. */
  readonly url: string;
  readonly node: string;
  /** Where other nodes and clients reach it. */
  readonly address: string;
  /** Where it listens for them: there, unless something stands in between. */
  readonly listenAt: string;
  /** `--single-postgres`: no standby is asked for. */
  readonly isSingle: boolean;
  /** CLUSTER-START-1: so long a start waits for PostgreSQL. */
  readonly patienceMs: number;
}

/** Refused settings: the message is the sentence to print, the code what to exit with. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly exitCode = 2;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const VALUED = [
  "--port",
  "--host",
  "--data",
  "--operator-port",
  "--operator-host",
  "--operator-names",
  "--tls-cert",
  "--tls-key",
  "--trusted-proxies",
  "--log-level",
  "--segment-mib",
  "--snapshot-every",
  "--gateways",
  "--cluster",
  "--node",
  "--advertise",
  "--node-listen",
  "--wait-for-postgres",
] as const;
const SWITCHES = [
  "--no-demo",
  "--sandbox",
  "--no-traders",
  "--calm",
  "--exposed-demo",
  "--no-limits",
  "--accept-clock-behind",
  "--single-postgres",
] as const;

type Valued = (typeof VALUED)[number];
type Switch = (typeof SWITCHES)[number];

interface Flags {
  readonly values: ReadonlyMap<Valued, string>;
  readonly switches: ReadonlySet<Switch>;
}

export function readConfig(
  args: readonly string[] = process.argv.slice(2),
  environment: Environment = process.env,
): Config {
  const { values, switches } = readFlags(args);
  const pick = (flag: Valued, name: string, otherwise: string): string =>
    values.get(flag) ?? nonEmpty(environment[name]) ?? otherwise;
  const isOn = (flag: Switch, name: string): boolean =>
    switches.has(flag) || readSwitch(name, environment[name]);
  const gateways = readGateways(pick("--gateways", "BOURSE_GATEWAYS", "0"));
  return Object.freeze({
    port: readPort(pick("--port", "BOURSE_PORT", "8080")),
    host: pick("--host", "BOURSE_HOST", "127.0.0.1"),
    operatorPort: readPort(pick("--operator-port", "BOURSE_OPERATOR_PORT", "8081")),
    operatorHost: readAddress(pick("--operator-host", "BOURSE_OPERATOR_HOST", LOOPBACK_ADDRESS)),
    operatorNames: readNames(pick("--operator-names", "BOURSE_OPERATOR_NAMES", "")),
    operatorToken: readToken(environment),
    dataDirectory: pick("--data", "BOURSE_DATA", "./data"),
    ...readKind(switches, nonEmpty(environment["BOURSE_KIND"])),
    hasTraders: !isOn("--no-traders", "BOURSE_NO_TRADERS"),
    isCalm: isOn("--calm", "BOURSE_CALM"),
    isDemoExposed: switches.has("--exposed-demo"),
    hasLimits: !isOn("--no-limits", "BOURSE_NO_LIMITS"),
    trustedProxies: listOf(pick("--trusted-proxies", "BOURSE_TRUSTED_PROXIES", "")),
    tls: tlsOf(pick("--tls-cert", "BOURSE_TLS_CERT", ""), pick("--tls-key", "BOURSE_TLS_KEY", "")),
    masterKeyFile: nonEmpty(environment["BOURSE_MASTER_KEY_FILE"]),
    oldMasterKeyFile: nonEmpty(environment["BOURSE_OLD_MASTER_KEY_FILE"]),
    acceptsClockBehind: switches.has("--accept-clock-behind"),
    logLevel: readLevel(pick("--log-level", "BOURSE_LOG_LEVEL", "info")),
    segmentBytes: readSegmentBytes(values.get("--segment-mib")),
    snapshotEvery: readCount("--snapshot-every", values.get("--snapshot-every") ?? "500000", 1e9),
    gateways,
    cluster: readCluster({
      flag: values.get("--cluster"),
      variable: nonEmpty(environment["BOURSE_CLUSTER"]),
      node: pick("--node", "BOURSE_NODE", ""),
      address: pick("--advertise", "BOURSE_ADVERTISE", ""),
      listenAt: pick("--node-listen", "BOURSE_NODE_LISTEN", ""),
      isSingle: isOn("--single-postgres", "BOURSE_SINGLE_POSTGRES"),
      wait: pick("--wait-for-postgres", "BOURSE_WAIT_FOR_POSTGRES", "300"),
      gateways,
    }),
  });
}

/** Where the command line looks for a running server when no flag says it. */
export function readPlace(environment: Environment = process.env): {
  readonly dataDirectory: string;
  readonly operatorPort: number | undefined;
  /** OPER-API-9: shown in place of the token in the directory. */
  readonly operatorToken: string | undefined;
} {
  const port = nonEmpty(environment["BOURSE_OPERATOR_PORT"]);
  return {
    dataDirectory: nonEmpty(environment["BOURSE_DATA"]) ?? "./data",
    operatorPort: port === undefined ? undefined : readPort(port),
    operatorToken: readToken(environment),
  };
}

/** OPER-API-9, CLUSTER-SECRET-1: no process that this one starts inherits the token or the cluster's URL. */
export function forgetSecrets(environment: Record<string, string | undefined> = process.env): void {
  delete environment["BOURSE_OPERATOR_TOKEN"];
  delete environment["BOURSE_CLUSTER"];
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

const LOOPBACK_ADDRESS = "127.0.0.1";

/** OPER-API-8: an address, since a name may lead to another address at the next start. */
function readAddress(written: string): string {
  if (parseAddress(written) !== undefined) return written;
  throw new ConfigError(`--operator-host is an address, such as 0.0.0.0, not ${written}.`);
}

const NAMES_MAX = 16;
const NAME =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9])?)*$/;

/** OPER-API-10 */
function readNames(written: string): readonly string[] {
  const names = listOf(written).map((name) => name.trim().toLowerCase());
  const wrong = names.find((name) => !NAME.test(name));
  if (wrong !== undefined) {
    throw new ConfigError(`--operator-names is a list of host names without ports, not ${wrong}.`);
  }
  if (names.length <= NAMES_MAX) return names;
  throw new ConfigError(`--operator-names takes at most ${NAMES_MAX} names.`);
}

/** OPER-API-9: what is refused is not repeated. */
function readToken(environment: Environment): string | undefined {
  const token = nonEmpty(environment["BOURSE_OPERATOR_TOKEN"]);
  if (token === undefined || isSoundToken(token)) return token;
  const shape = "32 to 128 hex digits, as openssl rand -hex 32 draws them";
  throw new ConfigError(`BOURSE_OPERATOR_TOKEN is ${shape}; the one given is none, or a weak one.`);
}

const KINDS = ["production", "sandbox", "demo"] as const;

/** CORE-DIR-2: the flags win, and with one of them BOURSE_KIND is not looked at. */
function readKind(
  switches: ReadonlySet<Switch>,
  written: string | undefined,
): Pick<Config, "isProduction" | "isSandbox" | "hasDemo"> {
  const [isEmpty, isSandbox] = [switches.has("--no-demo"), switches.has("--sandbox")];
  if (isEmpty || isSandbox || written === undefined) {
    return { isProduction: false, isSandbox, hasDemo: !isEmpty };
  }
  if (!isOneOf(KINDS, written)) {
    throw new ConfigError(`BOURSE_KIND is one of ${KINDS.join(", ")}, not ${written}.`);
  }
  const isProduction = written === "production";
  return { isProduction, isSandbox: !isProduction, hasDemo: written === "demo" };
}

function readSwitch(name: string, written = ""): boolean {
  if (written === "1") return true;
  if (written === "0" || written === "") return false;
  throw new ConfigError(`${name} is 1 or 0, not ${written}.`);
}

function listOf(written: string): readonly string[] {
  return written === "" ? [] : written.split(",");
}

function tlsOf(certificateFile: string, keyFile: string): Config["tls"] {
  if (certificateFile === "" && keyFile === "") return undefined;
  if (certificateFile !== "" && keyFile !== "") return { certificateFile, keyFile };
  throw new ConfigError("TLS needs both --tls-cert and --tls-key.");
}

const NODE = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
const HOST_PORT = /^(?:\[[0-9a-f:]+\]|[a-z0-9.-]+):(?:0|[1-9]\d{0,4})$/i;

interface WrittenCluster
  extends Omit<ClusterConfig, "url" | "patienceMs">,
    Pick<Config, "gateways"> {
  readonly wait: string;
  readonly flag: string | undefined;
  readonly variable: string | undefined;
}

/** Processes of a node that number requests: the core and its gateways. */
export const PROCESSES_OF_NODE = 8;

function readCluster(written: WrittenCluster): ClusterConfig | undefined {
  const { flag, variable, node, address, listenAt, isSingle, wait, gateways } = written;
  if (flag === undefined && variable === undefined) return undefined;
  if (!NODE.test(node)) {
    throw new ConfigError(
      "A node needs a --node: up to 32 letters in lower case, digits and hyphens.",
    );
  }
  if (!HOST_PORT.test(address)) {
    throw new ConfigError("A node needs an --advertise: the HOST:PORT where others reach it.");
  }
  if (listenAt !== "" && !HOST_PORT.test(listenAt)) {
    throw new ConfigError("--node-listen is the HOST:PORT where it listens for other nodes.");
  }
  if (gateways >= PROCESSES_OF_NODE) {
    throw new ConfigError(`A node has at most ${PROCESSES_OF_NODE - 1} --gateways.`);
  }
  const url = flag === undefined ? readClusterVariable(variable ?? "") : readClusterUrl(flag);
  const patienceMs = readSeconds("--wait-for-postgres", wait) * SECOND_MS;
  return { url, node, address, listenAt: listenAt || address, isSingle, patienceMs };
}

const SECOND_MS = 1_000;
const DAY_SECONDS = 86_400;

function readSeconds(flag: string, written: string): number {
  const seconds = /^[0-9]{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (seconds <= DAY_SECONDS) return seconds;
  throw new ConfigError(`${flag} is seconds, from 0 to ${DAY_SECONDS}, not ${written}.`);
}

/** `--port 8080` and `--port=8080` both. */
function readFlags(args: readonly string[]): Flags {
  const values = new Map<Valued, string>();
  const switches = new Set<Switch>();
  for (let at = 0; at < args.length; at++) {
    const [flag = "", inline] = splitFlag(args[at] ?? "");
    if (isOneOf(SWITCHES, flag)) {
      if (inline !== undefined) throw new ConfigError(`${flag} takes no value.`);
      switches.add(flag);
    } else if (isOneOf(VALUED, flag)) {
      const value = inline ?? args[++at];
      if (!value || value.startsWith("--")) throw new ConfigError(`${flag} needs a value.`);
      if (values.has(flag)) throw new ConfigError(`${flag} is given twice.`);
      values.set(flag, value);
    } else {
      const known = [...VALUED, ...SWITCHES].join(", ");
      throw new ConfigError(`Unknown argument ${args[at]}. Known are ${known}.`);
    }
  }
  return { values, switches };
}

function splitFlag(arg: string): [string, string | undefined] {
  const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
  return equals < 0 ? [arg, undefined] : [arg.slice(0, equals), arg.slice(equals + 1)];
}

function isOneOf<T extends string>(words: readonly T[], word: string): word is T {
  return (words as readonly string[]).includes(word);
}

function readLevel(written: string): Level {
  const level = parseLevel(written);
  if (level) return level;
  throw new ConfigError(`--log-level is one of ${LEVELS.join(", ")}, not ${written}.`);
}

/** Of a machine with a core for each; the ids of requests have room for so many. */
export const GATEWAYS_MAX = NUMBERING_PROCESSES - 1;
/** What the core and the archivist are left with. */
const OTHER_CORES = 2;

function readGateways(written: string): number {
  if (written === "auto") return Math.max(0, Math.min(GATEWAYS_MAX, cpus().length - OTHER_CORES));
  const count = /^[0-9]{1,2}$/.test(written) ? Number(written) : Number.NaN;
  if (count <= GATEWAYS_MAX) return count;
  throw new ConfigError(
    `--gateways is auto, or a whole number from 0 to ${GATEWAYS_MAX}, not ${written}.`,
  );
}

const MIB = 1024 * 1024;

function readSegmentBytes(mib: string | undefined): number | undefined {
  return mib === undefined ? undefined : readCount("--segment-mib", mib, 1024) * MIB;
}

function readCount(flag: string, written: string, countMax: number): number {
  const count = /^[0-9]{1,10}$/.test(written) ? Number(written) : 0;
  if (count >= 1 && count <= countMax) return count;
  throw new ConfigError(`${flag} is a whole number from 1 to ${countMax}, not ${written}.`);
}

function readPort(written: string): number {
  const port = /^[0-9]{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (port <= 65_535) return port;
  throw new ConfigError(`The port is a whole number from 0 to 65535, not ${written}.`);
}
