/**
 * The file in which a sandbox tells its owner the demo's keys: the one file that may hold a secret
 * in the clear. Written once, before the keys are used.
 */

export interface DemoFiles {
  read(name: string): Uint8Array | undefined;
  create(name: string, bytes: Uint8Array): void;
}

export interface DemoKey {
  readonly apiKey: string;
  readonly secret: string;
}

/** By the name of the user. */
export type DemoKeys = Readonly<Record<string, DemoKey>>;

export const DEMO_KEYS_NAME = "demo-keys.json";

/** The file is there but not as it was written. The message is for its owner. */
export class DemoKeysError extends Error {
  override readonly name = "DemoKeysError";
}

/** The keys written down, or new ones, written down first. */
export function demoKeys(
  files: DemoFiles,
  names: readonly string[],
  draw: () => DemoKey,
): DemoKeys {
  const written = files.read(DEMO_KEYS_NAME);
  if (written) return parseDemoKeys(written, names);
  const keys = Object.fromEntries(names.map((name) => [name, draw()]));
  files.create(DEMO_KEYS_NAME, Buffer.from(`${JSON.stringify(keys, null, 2)}\n`));
  return keys;
}

function parseDemoKeys(bytes: Uint8Array, names: readonly string[]): DemoKeys {
  const found: Record<string, DemoKey> = {};
  const parsed = parseJson(bytes);
  for (const name of names) {
    const key = parsed?.[name];
    if (typeof key?.apiKey !== "string" || typeof key.secret !== "string") {
      throw new DemoKeysError(`${DEMO_KEYS_NAME} has no apiKey and secret for ${name}.`);
    }
    found[name] = { apiKey: key.apiKey, secret: key.secret };
  }
  return found;
}

type Unchecked = Record<string, { apiKey?: unknown; secret?: unknown } | null> | null;

function parseJson(bytes: Uint8Array): Unchecked {
  try {
    return JSON.parse(Buffer.from(bytes).toString("utf8"));
  } catch {
    throw new DemoKeysError(`${DEMO_KEYS_NAME} is not JSON.`);
  }
}
