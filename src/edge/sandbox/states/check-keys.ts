/**
 * The keys in a saved state must open with the master key of now: it may have been changed since, and
 * then the state would load and no client could sign. Rule SANDBOX-STATE-3.
 */

import { ByteReader } from "../../../core/base/records/bytes.ts";
import { readKeys } from "../../../core/engine/snapshot/snapshot.ts";
import { KeyTable } from "../../auth/keys.ts";
import { StateRefused } from "../state-refused.ts";
import type { SavedState } from "./saved-state.ts";

export function checkKeys({ snapshot }: SavedState, masterKey: Uint8Array): void {
  try {
    new KeyTable(masterKey, readKeys(new ByteReader(snapshot.body).raw()));
  } catch (error) {
    const why = error instanceof Error ? error.message : `${error}`;
    throw new StateRefused("state_damaged", `The saved state cannot be loaded. ${why}`);
  }
}
