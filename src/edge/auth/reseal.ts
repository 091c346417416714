/**
 * Secrets that were sealed under another master key, sealed anew. All of them are opened before the
 * first one is handed on, so a wrong key changes nothing. Rule USER-SECRET-3.
 */
import type { ApiKey, KeyId } from "../../core/engine/users/users.ts";
import { openSecret, SealError, sealSecret } from "./seal.ts";

export interface MasterKeys {
  readonly masterKey: Uint8Array;
  readonly oldMasterKey: Uint8Array;
}

export interface Resealed {
  readonly key: KeyId;
  readonly sealedSecret: Uint8Array;
}

/** What only the old master key opens, in its new seal; nothing for revoked keys. */
export function resealed(keys: Iterable<ApiKey>, masterKeys: MasterKeys): readonly Resealed[] {
  const { masterKey, oldMasterKey } = masterKeys;
  const found: Resealed[] = [];
  for (const key of keys) {
    if (key.isRevoked || doesOpen(masterKey, key)) continue;
    const { id, apiKey } = key;
    const secret = openSecret(oldMasterKey, key);
    found.push({ key: id, sealedSecret: sealSecret(masterKey, { apiKey, secret }) });
  }
  return found;
}

function doesOpen(masterKey: Uint8Array, key: ApiKey): boolean {
  try {
    openSecret(masterKey, key);
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
