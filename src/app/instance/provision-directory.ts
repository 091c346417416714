/**
 * What a directory is and has before it is served: its kind, its master key, its demo. A new one
 * becomes what it will be for ever, so whatever may fail comes before that. Rules CORE-DIR-1,
 * USER-SECRET-2,
 * OPER-API-8.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type PrivateFiles, privateFiles } from "../../edge/auth/private-files.ts";
import {
  drawCredentials,
  MASTER_KEY_NAME,
  readMasterKey,
  SealError,
  sandboxMasterKey,
  sealSecret,
} from "../../edge/auth/seal.ts";
import { isSwapPending } from "../../edge/sandbox/states/swap.ts";
import { isInside } from "../../log/inside.ts";
import { realDisk } from "../../log/real-disk.ts";
import { LOG_DIRECTORY, SEGMENT_BYTES } from "../../log/segment/segments.ts";
import type { Core } from "../../runtime/sequencer/core.ts";
import { openDirectoryAs } from "../../runtime/sequencer/open-exchange.ts";
import { isHalfRestored } from "../../tools/backup/restore-into.ts";
import { completeDemo, DEMO_USERS } from "../demo/demo-catalogue.ts";
import { DEMO_KEYS_NAME, type DemoKey, demoKeys } from "../demo/demo-keys.ts";
import type { KeyTools } from "../demo/ensure.ts";
import { type Config, ConfigError } from "../settings/config.ts";
import { checkKeyModes } from "../settings/key-modes.ts";
import { checkReach } from "../settings/operator-reach.ts";
import { rekey } from "./rekey.ts";

type Kind = "production" | "sandbox";

export interface ProvisionedDirectory {
  readonly masterKey: Uint8Array;
  readonly hasDemo: boolean;
  /** USER-SECRET-3: how many secrets got the seal of the new master key, where there was an old one. */
  readonly resealed: number | undefined;
  /** What it takes to give a user a key. */
  readonly keyTools: KeyTools;
}

/**
 * Checks what a new directory would be refused for, before anything is made of it. Of an opened one its
 * keys tell enough to refuse, before its log is read, a listener that production must not have.
 */
export function checkFresh(config: Config): void {
  const { dataDirectory } = config;
  if (existsSync(join(dataDirectory, LOG_DIRECTORY)) || isSwapPending(dataDirectory)) {
    checkReach(config, hasOwnKeys(dataDirectory) ? "sandbox" : "without keys");
    return;
  }
  const kind = freshKind(config);
  checkFlags(config, kind, config.hasDemo);
  if (isHalfRestored(config.dataDirectory)) {
    const remedy = "bourse restore BACKUP DIR, or bourse cluster export, run again, begins it anew";
    throw new ConfigError(`A restore to ${config.dataDirectory} was cut off: ${remedy}.`);
  }
  readKeys(config, kind);
}

/** LOG-KEEP-1: two files of a sandbox are there from the start, and a past log keeps one for itself. */
const SANDBOX_SEGMENT_BYTES = 4 * 1024 * 1024;

/**
 * How large the files of a log are made, unless a flag says it. Only a sandbox has keys of its own in its
 * directory (USER-SECRET-2), so they tell one before its log is read.
 */
export function segmentBytesFor(config: Config): number {
  const { dataDirectory, isSandbox } = config;
  const isFresh = !existsSync(join(dataDirectory, LOG_DIRECTORY));
  const isSmall = isFresh
    ? freshKind(config) === "sandbox"
    : hasOwnKeys(dataDirectory) || isSandbox;
  return isSmall ? SANDBOX_SEGMENT_BYTES : SEGMENT_BYTES;
}

function hasOwnKeys(dataDirectory: string): boolean {
  return [MASTER_KEY_NAME, DEMO_KEYS_NAME].some((name) => existsSync(join(dataDirectory, name)));
}

/** The demo's keys are written first: where they are, a start completes the demo. */
export async function provisionDirectory(
  config: Config,
  files: PrivateFiles,
  core: Core,
): Promise<ProvisionedDirectory> {
  const isFresh = core.state.kind === "unopened";
  const { kind, oldMasterKey, provisioned } = readDirectory(config, files, core);
  const { masterKey, hasDemo, keyTools } = provisioned;
  if (isFresh && config.hasDemo) demoKeys(files, DEMO_USERS, drawCredentials);
  await openDirectoryAs(core, kind);
  const resealed = oldMasterKey && (await rekey(core, { masterKey, oldMasterKey }));
  if (hasDemo) await completeDemo({ ...keyTools, files });
  return { ...provisioned, resealed };
}

/** What a directory is and has, without a change: a node that follows finds everything made. */
export function readDirectory(config: Config, files: PrivateFiles, core: Core) {
  const isFresh = core.state.kind === "unopened";
  const kind = kindOf(config, core);
  const isDemo = files.read(DEMO_KEYS_NAME) !== undefined || (isFresh && config.hasDemo);
  const hasDemo = kind === "sandbox" && isDemo;
  checkFlags(config, kind, hasDemo);
  const { masterKey = ownMasterKey(config, files, core), oldMasterKey } = readKeys(config, kind);
  const seal = (key: DemoKey) => sealSecret(masterKey, key);
  const keyTools: KeyTools = { exchange: core, draw: drawCredentials, seal };
  const provisioned = { masterKey, hasDemo, keyTools, resealed: undefined };
  return { kind, oldMasterKey, provisioned };
}

/** CLUSTER-WIRE-1: nodes know each other by it, so a node needs it before it has seen the log. */
export function masterKeyOf(config: Config, files: PrivateFiles): Uint8Array {
  const kind = hasOwnKeys(config.dataDirectory) ? "sandbox" : freshKind(config);
  return readKeys(config, kind).masterKey ?? sandboxMasterKey(files);
}

/** CORE-DIR-1: a flag cannot change the kind of an opened directory. */
function kindOf(config: Config, { state }: Core): Kind {
  if (state.kind === "unopened") return freshKind(config);
  if (state.kind === "production" && config.isSandbox) {
    throw new ConfigError("The directory is a production one, for ever: it is no sandbox.");
  }
  // CORE-DIR-2
  if (state.kind === "sandbox" && config.isProduction) {
    throw new ConfigError("The directory is a sandbox, for ever: BOURSE_KIND says production.");
  }
  return state.kind;
}

function freshKind({ hasDemo, isSandbox }: Config): Kind {
  return hasDemo || isSandbox ? "sandbox" : "production";
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

function checkFlags(config: Config, kind: Kind, hasDemo: boolean): void {
  const { host, isDemoExposed, hasLimits } = config;
  checkReach(config, kind);
  if (kind === "production" && !hasLimits) {
    throw new ConfigError("--no-limits is for a sandbox; this directory is a production one.");
  }
  if (!hasDemo || isDemoExposed || LOOPBACK.test(host)) return;
  const why = `the demo's keys lie open, and ${host} can be reached from elsewhere`;
  throw new ConfigError(`Not started: ${why}. Say --exposed-demo if that is meant.`);
}

/** A sandbox makes its own at its first start; a new key cannot open secrets that are sealed already. */
function ownMasterKey({ dataDirectory }: Config, files: PrivateFiles, { state }: Core): Uint8Array {
  if (state.users.keys.length > 0 && !files.read(MASTER_KEY_NAME)) {
    const problem = `${dataDirectory} holds no ${MASTER_KEY_NAME}, and its API keys are sealed with it`;
    const remedy = "bring it back from the directory that this is a copy of, with demo-keys.json";
    throw new ConfigError(`${problem}: ${remedy}.`);
  }
  return sandboxMasterKey(files);
}

interface GivenKeys {
  /** Undefined: a sandbox makes its own. */
  readonly masterKey: Uint8Array | undefined;
  /** USER-SECRET-3 */
  readonly oldMasterKey: Uint8Array | undefined;
}

function readKeys(config: Config, kind: Kind): GivenKeys {
  const { masterKeyFile, oldMasterKeyFile, dataDirectory } = config;
  if (kind === "production" && masterKeyFile === undefined) {
    throw new ConfigError("A production directory needs BOURSE_MASTER_KEY_FILE.");
  }
  const read = (name: string, path: string | undefined) => {
    if (path === undefined) return undefined;
    const key = keyAt(name, path);
    // USER-SECRET-2: a copy of a production directory must not open itself.
    if (kind === "production" && isInside(dataDirectory, path)) {
      throw new ConfigError(`${name} must not lie in a production directory.`);
    }
    if (key instanceof SealError) throw new ConfigError(`${name} is ${path}. ${key.message}`);
    return key;
  };
  const keys = {
    masterKey: read("BOURSE_MASTER_KEY_FILE", masterKeyFile),
    oldMasterKey: read("BOURSE_OLD_MASTER_KEY_FILE", oldMasterKeyFile),
  };
  checkKeyModes(config);
  return keys;
}

/** The key, or why it is none; a file that cannot be read is a wrong setting. */
function keyAt(name: string, path: string): Uint8Array | SealError {
  try {
    return readMasterKey(privateFiles(realDisk(dirname(path))), basename(path));
  } catch (error) {
    if (error instanceof SealError) return error;
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === "EISDIR" ? "It is a directory." : `It cannot be read (${code}).`;
    throw new ConfigError(`${name} is ${path}. ${problem}`, { cause: error });
  }
}
