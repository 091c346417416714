/**
 * Flags and environment become one frozen Config, read once at the start. A flag wins over the
 * environment. What is not understood is refused in a sentence, never skipped. The only reader of
 * the process's environment.
 */
import { LEVELS, type Level, parseLevel } from "../program-log/level.ts";

export interface Config {
  /** 0 takes a free port. */
  readonly port: number;
  readonly host: string;
  /** The port of the operator's listener, which is on loopback; 0 takes a free port. */
  readonly operatorPort: number;
  readonly dataDirectory: string;
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
  "--tls-cert",
  "--tls-key",
  "--trusted-proxies",
  "--log-level",
  "--segment-mib",
  "--snapshot-every",
] as const;
const SWITCHES = [
  "--no-demo",
  "--sandbox",
  "--no-traders",
  "--calm",
  "--exposed-demo",
  "--no-limits",
  "--accept-clock-behind",
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
  return Object.freeze({
    port: readPort(pick("--port", "BOURSE_PORT", "8080")),
    host: pick("--host", "BOURSE_HOST", "127.0.0.1"),
    operatorPort: readPort(pick("--operator-port", "BOURSE_OPERATOR_PORT", "8081")),
    dataDirectory: pick("--data", "BOURSE_DATA", "./data"),
    isSandbox: switches.has("--sandbox"),
    hasDemo: !switches.has("--no-demo"),
    hasTraders: !switches.has("--no-traders"),
    isCalm: switches.has("--calm"),
    isDemoExposed: switches.has("--exposed-demo"),
    hasLimits: !switches.has("--no-limits"),
    trustedProxies: listOf(pick("--trusted-proxies", "BOURSE_TRUSTED_PROXIES", "")),
    tls: tlsOf(pick("--tls-cert", "BOURSE_TLS_CERT", ""), pick("--tls-key", "BOURSE_TLS_KEY", "")),
    masterKeyFile: nonEmpty(environment["BOURSE_MASTER_KEY_FILE"]),
    oldMasterKeyFile: nonEmpty(environment["BOURSE_OLD_MASTER_KEY_FILE"]),
    acceptsClockBehind: switches.has("--accept-clock-behind"),
    logLevel: readLevel(pick("--log-level", "BOURSE_LOG_LEVEL", "info")),
    segmentBytes: readSegmentBytes(values.get("--segment-mib")),
    snapshotEvery: readCount("--snapshot-every", values.get("--snapshot-every") ?? "500000", 1e9),
  });
}

/** Where the command line looks for a running server when no flag says it. */
export function readPlace(environment: Environment = process.env): {
  readonly dataDirectory: string;
  readonly operatorPort: number | undefined;
} {
  const port = nonEmpty(environment["BOURSE_OPERATOR_PORT"]);
  return {
    dataDirectory: nonEmpty(environment["BOURSE_DATA"]) ?? "./data",
    operatorPort: port === undefined ? undefined : readPort(port),
  };
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

function listOf(written: string): readonly string[] {
  return written === "" ? [] : written.split(",");
}

function tlsOf(certificateFile: string, keyFile: string): Config["tls"] {
  if (certificateFile === "" && keyFile === "") return undefined;
  if (certificateFile !== "" && keyFile !== "") return { certificateFile, keyFile };
  throw new ConfigError("TLS needs both --tls-cert and --tls-key.");
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
