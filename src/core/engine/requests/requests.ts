/**
 * What a request may say about being sent again. The fields came with the second version of the
 * commands that users sign; a command that has none of them is one of the first.
 */
import { optional, text } from "../../base/records/record.ts";
import type { NamedRequests } from "./named-requests.ts";
import type { SpentSignatures } from "./spent-signatures.ts";

/** USER-ONCE-1: present only when the key wants each signature to count once. */
export const once = { signature: optional(text) };

/** USER-REPEAT-1: present only when the client gave the request an id. */
export const repeatable = { clientRequestId: optional(text), ...once };

export interface Requests {
  readonly named: NamedRequests;
  readonly spent: SpentSignatures;
}

/** The refusals of every command that a user signs (USER-KEY-1, USER-ONCE-1 to USER-ONCE-3). */
export const SIGNED_REJECTS = ["key_not_allowed", "signature_used", "signatures_full"] as const;

/** The refusals of a command that may have a client's id besides (USER-REPEAT-1, USER-REPEAT-4). */
export const REPEATABLE_REJECTS = [
  ...SIGNED_REJECTS,
  "request_id_used",
  "too_many_request_ids",
] as const;
