/**
 * What went wrong, as one line for people and one number for scripts: of the command line and of the
 * server alike. The numbers are a promise; docs/cli.md and the help tell them, and a test holds them
 * together. Errors are told apart by their names, so that asking a running server loads no engine.
 */

export const EXIT_CODES = [
  { code: 0, says: "done" },
  { code: 1, says: "failed: the line on stderr says why" },
  { code: 2, says: "called wrongly: an argument, an option or a setting is refused" },
  { code: 3, says: "no server could be asked: none runs, or it runs on another directory" },
  { code: 4, says: "damage was found: in a log, a snapshot, a history store or a backup" },
] as const;

export type ExitCode = (typeof EXIT_CODES)[number]["code"];

/** No server answers where one should be, or what answers is not ours. */
export class ServerUnreachable extends Error {
  override readonly name = "ServerUnreachable";
}

const FAILED = 1;
const CODES: Readonly<Record<string, ExitCode>> = {
  UsageError: 2,
  ConfigError: 2,
  SealError: 2,
  TokenError: 2,
  NoDirectory: 2,
  PlaceRefused: 2,
  BadClusterUrl: 2,
  LogIsCopy: 2,
  ServerUnreachable: 3,
  LogCorrupt: 4,
  DigestDiffers: 4,
  CommandFault: 4,
  HistoryDiffers: 4,
  HistoryDamaged: 4,
  VerifyFailed: 4,
  BackupDamaged: 4,
  ClusterDamaged: 4,
};

export function exitCodeOf(error: unknown): ExitCode {
  const name = error instanceof Error ? error.name : "";
  return Object.hasOwn(CODES, name) ? (CODES[name] ?? FAILED) : FAILED;
}

/** One line, however many the message has. */
export function sentenceOf(error: unknown): string {
  const said = error instanceof Error ? (systemSentenceOf(error) ?? error.message) : `${error}`;
  return said
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}

/** What the system says of a file or an address, in whole sentences. */
type SystemError = Error & {
  readonly code?: string;
  readonly path?: string;
  readonly syscall?: string;
  readonly address?: string;
  readonly port?: number;
};

/** Of a database nothing else is said but why it did not answer. */
const DATABASE_ERRORS = ["Unreachable", "Unanswered"];

function systemSentenceOf(error: SystemError): string | undefined {
  if (DATABASE_ERRORS.includes(error.name)) return `PostgreSQL cannot be asked: ${error.message}`;
  if (error.name === "DiskFull") return `no space left on the disk: ${error.message}`;
  if (error.syscall === "listen") return listenSentenceOf(error);
  const { code = "", path = "a file" } = error;
  return Object.hasOwn(FILE_SENTENCES, code) ? `${path} ${FILE_SENTENCES[code]}` : undefined;
}

const FILE_SENTENCES: Readonly<Record<string, string>> = {
  EACCES: "cannot be used: permission denied",
  EPERM: "cannot be used: not permitted",
  EROFS: "cannot be written: its file system is read-only",
  ENOENT: "does not exist",
  ENOTDIR: "leads through something that is no directory",
  EISDIR: "is a directory",
  EEXIST: "exists already",
  ENOSPC: "cannot be written: no space left on the disk",
  EDQUOT: "cannot be written: the quota is used up",
};

function listenSentenceOf({ code, address, port, message }: SystemError): string {
  const place = `port ${port} of ${address}`;
  if (code === "EADDRINUSE") return `${place} is in use by another program`;
  if (code === "EACCES") return `${place} may not be listened on: permission denied`;
  if (code === "EADDRNOTAVAIL") return `${address} is no address of this machine`;
  return message;
}

/** Names the flag that would choose another port; any other error is handed on. */
export function withFlag(error: unknown, flag: "--port" | "--operator-port"): unknown {
  const { syscall, code } = Object(error) as Partial<SystemError>;
  if (syscall !== "listen") return error;
  const address = flag === "--port" ? "--host H" : "--operator-host H";
  const chooses = code === "EADDRNOTAVAIL" ? address : `${flag} N`;
  return new Error(`${sentenceOf(error)}; ${chooses} chooses another`, { cause: error });
}
