/**
 * The keys that may sign, folded from events: each secret is opened once and its pads are prepared
 * once. A revoked key leaves the table with its event (USER-KEY-2). As large as the engine's own
 * table of keys, which has a bound.
 */

import { parseAddress } from "../../core/base/address.ts";
import { type AddressRange, isInRange, parseRange } from "../../core/base/address-range.ts";
import { TextMap } from "../../core/base/text-map.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { ApiKey, KeyId, UserId } from "../../core/engine/users/users.ts";
import { openSecret } from "./seal.ts";
import { isSignature, type Pads, padsOf, type SignedText } from "./signature.ts";

/** What a request must have to be let in by a key. */
export type Security = "TRADE" | "USER_DATA";

export interface SigningKey {
  readonly id: KeyId;
  readonly user: UserId;
  readonly mayTrade: boolean;
  /** USER-ONCE-1: each signature of the key counts once. */
  readonly isOnce: boolean;
  /** USER-FIELD-3: a field that its request does not take is refused. */
  readonly isStrict: boolean;
  /** Where requests may come from; undefined is anywhere. */
  readonly ranges: readonly AddressRange[] | undefined;
  readonly pads: Pads;
}

/** What a request claims, and the texts its signature may be of. */
export interface SigningClaim {
  readonly apiKey: string;
  readonly signature: string;
  readonly texts: readonly SignedText[];
  readonly security: Security;
  readonly address: string;
}

/** USER-REFUSE-6: `may_only_read` is said only of a key that signed rightly from where it may. */
export type SigningVerdict = SigningKey | "key_refused" | "may_only_read" | "signature_wrong";

/** A key that is known already, and where it is used from. */
export type KeyUse = Pick<SigningClaim, "apiKey" | "security" | "address">;

/** Why a key was refused. */
export type KeyRefusal = "key_unknown" | "key_revoked" | "trade_not_allowed" | "address_not_listed";

/** Stands in for the pads of a key that does not exist, so that the work is the same. */
const NOBODY = padsOf("nobody's secret");

export class KeyTable {
  readonly #keys = new TextMap<SigningKey>();
  /** The names of revoked keys, to tell them from keys that never were. */
  readonly #revoked = new TextMap<true>();
  readonly #masterKey: Uint8Array;

  constructor(masterKey: Uint8Array, keys: Iterable<ApiKey> = []) {
    this.#masterKey = masterKey;
    for (const key of keys) this.#enter(key);
  }

  get size(): number {
    return this.#keys.size;
  }

  fold(event: ExchangeEvent): void {
    if (event.type === "KeyChanged") this.#enter(event);
  }

  #enter(key: ApiKey): void {
    if (key.isRevoked) {
      this.#keys.delete(key.apiKey);
      this.#revoked.set(key.apiKey, true);
      return;
    }
    const { id, user, mayTrade, isOnce, isStrict } = key;
    const known = this.#keys.get(key.apiKey)?.pads;
    const pads = known ?? padsOf(openSecret(this.#masterKey, key));
    const may = { mayTrade, isOnce, isStrict, ranges: rangesOf(key) };
    this.#keys.set(key.apiKey, { id, user, ...may, pads });
  }

  /** An unknown key and a wrong signature take the same work: every text is tried in both. */
  verify({ apiKey, signature, texts, security, address }: SigningClaim): SigningVerdict {
    const key = this.#keys.get(apiKey);
    const pads = key?.pads ?? NOBODY;
    const isSigned = texts.some((text) => isSignature(pads, text, signature));
    if (!key || !isListed(key, address)) return "key_refused";
    if (security === "TRADE" && !key.mayTrade) return isSigned ? "may_only_read" : "key_refused";
    return isSigned ? key : "signature_wrong";
  }

  /** STREAM-ORDER-3: what a key that has signed a login may do now. */
  standing({ apiKey, security, address }: KeyUse): Exclude<SigningVerdict, "signature_wrong"> {
    const key = this.#keys.get(apiKey);
    if (!key || !isListed(key, address)) return "key_refused";
    return security === "TRADE" && !key.mayTrade ? "may_only_read" : key;
  }

  /** Only for a client that may be told; asked after the verdict, so the verdict takes no longer for it. */
  whyRefused({ apiKey, security }: KeyUse): KeyRefusal {
    const key = this.#keys.get(apiKey);
    if (!key) return this.#revoked.has(apiKey) ? "key_revoked" : "key_unknown";
    return security === "TRADE" && !key.mayTrade ? "trade_not_allowed" : "address_not_listed";
  }
}

/** USER-ADDR-3: an entry that is no range lets no request in; only an empty list lets in all. */
function rangesOf({ addresses }: ApiKey): readonly AddressRange[] | undefined {
  if (addresses.length === 0) return undefined;
  return addresses.flatMap((text) => parseRange(text) ?? []);
}

function isListed(key: SigningKey, address: string): boolean {
  if (key.ranges === undefined) return true;
  const from = parseAddress(address);
  return from !== undefined && key.ranges.some((range) => isInRange(range, from));
}
