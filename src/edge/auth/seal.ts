/**
 * Secrets at rest: an API secret is kept in the log only as AES-256-GCM under the master key, with
 * the API key as additional data, so that a sealed secret opens for its own key and no other. The
 * master key is a file outside the log; a sandbox makes its own.
 */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { PrivateFiles } from "./private-files.ts";

const CIPHER = "aes-256-gcm";
const FORMAT = 1;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + IV_BYTES + TAG_BYTES;
const MASTER_KEY_BYTES = 32;

export const MASTER_KEY_NAME = "master-key";

/** The master key is missing, malformed or not the one that sealed. The message is for people. */
export class SealError extends Error {
  override readonly name = "SealError";
}

export interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
}

/** The random bytes are drawn here and travel in a command. */
export function drawCredentials(): Credentials {
  return { apiKey: randomBytes(16).toString("hex"), secret: randomBytes(32).toString("hex") };
}

export function sealSecret(masterKey: Uint8Array, { apiKey, secret }: Credentials): Uint8Array {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, masterKey, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(apiKey));
  const hidden = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([Uint8Array.of(FORMAT), iv, cipher.getAuthTag(), hidden]);
}

export interface Sealed {
  readonly apiKey: string;
  readonly sealedSecret: Uint8Array;
}

export function openSecret(masterKey: Uint8Array, { apiKey, sealedSecret }: Sealed): string {
  if (sealedSecret[0] !== FORMAT || sealedSecret.length < HEAD_BYTES) {
    throw new SealError("The secret of an API key is not sealed in a known format.");
  }
  const iv = sealedSecret.subarray(1, 1 + IV_BYTES);
  const cipher = createDecipheriv(CIPHER, masterKey, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(apiKey));
  cipher.setAuthTag(sealedSecret.subarray(1 + IV_BYTES, HEAD_BYTES));
  try {
    const start = cipher.update(sealedSecret.subarray(HEAD_BYTES));
    return Buffer.concat([start, cipher.final()]).toString("utf8");
  } catch {
    throw new SealError("The master key does not open the secret of an API key.");
  }
}

/** The master key in a file: 64 hex digits and perhaps a line end. */
export function readMasterKey(files: PrivateFiles, name: string): Uint8Array {
  const bytes = files.read(name);
  if (!bytes) throw new SealError(`There is no master key file ${name}.`);
  const written = Buffer.from(bytes).toString("latin1").trim();
  if (!/^[0-9a-fA-F]{64}$/.test(written)) {
    throw new SealError(`The master key file ${name} does not hold 64 hex digits.`);
  }
  return Buffer.from(written, "hex");
}

/** A sandbox's own master key, made at its first start. */
export function sandboxMasterKey(files: PrivateFiles): Uint8Array {
  if (!files.read(MASTER_KEY_NAME)) {
    const written = `${randomBytes(MASTER_KEY_BYTES).toString("hex")}\n`;
    files.create(MASTER_KEY_NAME, Buffer.from(written));
  }
  return readMasterKey(files, MASTER_KEY_NAME);
}
