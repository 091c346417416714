/**
 * Other users' access to a master key file. A file that others may write is no secret; one that others
 * may read is refused when it is our own, since we could have made it otherwise, and else only reported:
 * secrets that a container is given are often like that. Rule USER-SECRET-4.
 */
import { type Stats, statSync } from "node:fs";
import { type Config, ConfigError } from "./config.ts";

const OTHERS_WRITE = 0o022;
const OTHERS_READ = 0o004;

/** A problem of a key file: a refusal, or a warning. */
interface Finding {
  readonly isRefused: boolean;
  readonly sentence: string;
}

/** Throws for what is refused. */
export function checkKeyModes(config: Config): void {
  const refused = findingsOf(config).find(({ isRefused }) => isRefused);
  if (refused) throw new ConfigError(refused.sentence);
}

export function keyWarnings(config: Config): string[] {
  return findingsOf(config).map(({ sentence }) => sentence);
}

function findingsOf({ masterKeyFile, oldMasterKeyFile }: Config): Finding[] {
  return [
    ...findingsAt("BOURSE_MASTER_KEY_FILE", masterKeyFile),
    ...findingsAt("BOURSE_OLD_MASTER_KEY_FILE", oldMasterKeyFile),
  ];
}

/** Without file modes, or for a file that cannot be read, there are no findings. */
function findingsAt(name: string, path: string | undefined): Finding[] {
  const ownId = process.getuid?.();
  const found = path === undefined ? undefined : look(path);
  if (ownId === undefined || !found?.isFile()) return [];
  const file = `${name} is ${path}.`;
  if (found.mode & OTHERS_WRITE) {
    return [{ isRefused: true, sentence: `${file} Others may write it: chmod 600.` }];
  }
  if (!(found.mode & OTHERS_READ)) return [];
  if (found.uid !== ownId) return [{ isRefused: false, sentence: `${file} Others may read it.` }];
  return [{ isRefused: true, sentence: `${file} Others may read it: chmod 600.` }];
}

function look(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
