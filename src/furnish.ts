/**
 * What a directory is and has before it is served: its kind, its master key, its demo. A fresh one
 * becomes what it will be for ever, so whatever may fail comes before that. Rules CORE-DIR-1,
 * USER-SECRET-2.
 */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type PrivateFiles, privateFiles } from "./auth/private-files.ts";
import {
  drawCredentials,
  readMasterKey,
  SealError,
  sandboxMasterKey,
  sealSecret,
} from "./auth/seal.ts";
import { type Config, ConfigError } from "./config.ts";
import { completeDemo, DEMO_USERS } from "./demo/demo-catalogue.ts";
import { DEMO_KEYS_NAME, type DemoKey, demoKeys } from "./demo/demo-keys.ts";
import type { KeyTools } from "./demo/ensure.ts";
import { isInside } from "./log/inside.ts";
import { realDisk } from "./log/real-disk.ts";
import { LOG_DIRECTORY } from "./log/segment/segments.ts";
import { rekey } from "./rekey.ts";
import type { Line } from "./service/line.ts";
import { openDirectoryAs } from "./service/open-exchange.ts";

type Kind = "production" | "sandbox";

export interface Furnished {
  readonly masterKey: Uint8Array;
  readonly hasDemo: boolean;
  /** USER-SECRET-3: how many secrets got the seal of the new master key, where there was an old one. */
  readonly resealed: number | undefined;
  /** What it takes to give somebody a key. */
  readonly keyTools: KeyTools;
}

/** What a fresh directory would be refused for, before anything is made of it. */
export function checkFresh(config: Config): void {
  if (existsSync(join(config.dataDirectory, LOG_DIRECTORY))) return;
  const kind = freshKind(config);
  checkFlags(config, kind, config.hasDemo);
  if (kind === "production") masterKeyFileOf(config);
}

/** The demo's keys are written first: where they are, a start completes the demo. */
export async function furnish(config: Config, files: PrivateFiles, line: Line): Promise<Furnished> {
  const isFresh = line.state.kind === "unopened";
  const kind = kindOf(config, line);
  const isDemo = files.read(DEMO_KEYS_NAME) !== undefined || (isFresh && config.hasDemo);
  const hasDemo = kind === "sandbox" && isDemo;
  checkFlags(config, kind, hasDemo);
  const masterKey = masterKeyOf(config, files, kind);
  if (isFresh && config.hasDemo) demoKeys(files, DEMO_USERS, drawCredentials);
  await openDirectoryAs(line, kind);
  const resealed = await resealWith(config, kind, { line, masterKey });
  const seal = (key: DemoKey) => sealSecret(masterKey, key);
  const keyTools = { exchange: line, draw: drawCredentials, seal };
  if (hasDemo) await completeDemo({ ...keyTools, files });
  return { masterKey, hasDemo, keyTools, resealed };
}

/** CORE-DIR-1: what an opened directory is cannot be changed by a flag. */
function kindOf(config: Config, { state }: Line): Kind {
  if (state.kind === "unopened") return freshKind(config);
  if (state.kind === "production" && config.isSandbox) {
    throw new ConfigError("The directory is a production one, for ever: --sandbox is not for it.");
  }
  return state.kind;
}

function freshKind({ hasDemo, isSandbox }: Config): Kind {
  return hasDemo || isSandbox ? "sandbox" : "production";
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/;

function checkFlags(
  { host, isDemoExposed, hasLimits }: Config,
  kind: Kind,
  hasDemo: boolean,
): void {
  if (kind === "production" && !hasLimits) {
    throw new ConfigError("--no-limits is for a sandbox; this directory is a production one.");
  }
  if (!hasDemo || isDemoExposed || LOOPBACK.test(host)) return;
  const why = `the demo's keys lie open, and ${host} can be reached from elsewhere`;
  throw new ConfigError(`Not started: ${why}. Say --exposed-demo if that is meant.`);
}

/** From BOURSE_MASTER_KEY_FILE; a sandbox makes its own. */
function masterKeyOf(config: Config, files: PrivateFiles, kind: Kind): Uint8Array {
  if (kind === "production") return readKeyAt(masterKeyFileOf(config));
  const { masterKeyFile } = config;
  return masterKeyFile === undefined ? sandboxMasterKey(files) : readKeyAt(masterKeyFile);
}

/** USER-SECRET-2: a copy of a production directory must not open itself. */
function masterKeyFileOf({ masterKeyFile, dataDirectory }: Config): string {
  if (masterKeyFile === undefined) {
    throw new ConfigError("A production directory needs BOURSE_MASTER_KEY_FILE.");
  }
  if (!isInside(dataDirectory, masterKeyFile)) return masterKeyFile;
  throw new ConfigError("BOURSE_MASTER_KEY_FILE must not lie in a production directory.");
}

/** USER-SECRET-3 */
async function resealWith(
  { oldMasterKeyFile, dataDirectory }: Config,
  kind: Kind,
  { line, masterKey }: { readonly line: Line; readonly masterKey: Uint8Array },
): Promise<number | undefined> {
  if (oldMasterKeyFile === undefined) return undefined;
  if (kind === "production" && isInside(dataDirectory, oldMasterKeyFile)) {
    throw new ConfigError("BOURSE_OLD_MASTER_KEY_FILE must not lie in a production directory.");
  }
  return await rekey(line, { masterKey, oldMasterKey: readKeyAt(oldMasterKeyFile) });
}

function readKeyAt(path: string): Uint8Array {
  const folder = privateFiles(realDisk(dirname(path)));
  try {
    return readMasterKey(folder, basename(path));
  } catch (error) {
    if (!(error instanceof SealError)) throw error;
    throw new ConfigError(`BOURSE_MASTER_KEY_FILE is ${path}. ${error.message}`);
  }
}
