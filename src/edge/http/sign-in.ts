/**
 * The sender of a request: the three headers of a signed request, checked in the order of the contract, first
 * failure wins. Nothing of the body is looked at but its bytes.
 */

import { Refusal } from "../../contract/refusal.ts";
import type { KeyRefusal, KeyTable, KeyUse, SigningKey } from "../auth/keys.ts";
import { signedText } from "../auth/signature.ts";
import type { RequestHead } from "./request.ts";
import type { Target } from "./route.ts";
import { signatureTalk } from "./signature-talk.ts";

const KEY = "x-ch-apikey";
const TS = "x-ch-ts";
const SIGN = "x-ch-sign";
const TS_FORM = /^[1-9][0-9]{0,15}$/;

export interface SignedIn {
  readonly key: SigningKey;
  readonly ts: number;
  /** In hex, small letters. */
  readonly signature: string;
}

export interface SignedRequest {
  readonly head: RequestHead;
  readonly target: Target;
  readonly security: "TRADE" | "USER_DATA";
  readonly body: Uint8Array;
}

export function signIn(keys: KeyTable, request: SignedRequest): SignedIn {
  const { headers, address } = request.head;
  const { [KEY]: apiKeys, [TS]: times, [SIGN]: signatures } = headers;
  if (isTwice(apiKeys) || isTwice(times) || isTwice(signatures)) {
    const more = "X-CH-APIKEY, X-CH-TS and X-CH-SIGN are sent once each.";
    throw new Refusal("ILLEGAL_CHARS", { msg: "A signed header is sent twice.", more });
  }
  const apiKey = apiKeys?.[0];
  if (apiKey === undefined) throw new Refusal("UNAUTHORIZED");
  const ts = times?.[0];
  if (ts === undefined) throw new Refusal("NO_TIMESTAMP");
  if (!TS_FORM.test(ts)) {
    const more = "It is 1 to 16 digits, the first not 0, and nothing else, as 1700000000123.";
    throw new Refusal("INVALID_TIMESTAMP", { msg: "X-CH-TS is not a time in milliseconds.", more });
  }
  const signature = signatures?.[0];
  if (signature === undefined) throw new Refusal("NO_SIGNATURE");
  const { security } = request;
  const texts = textsOf(request, ts);
  const claim = { apiKey, signature, texts, security, address };
  const verdict = keys.verify(claim);
  // More detail is made only where it is said: the time that a refusal takes tells nothing.
  if (verdict === "key_refused") throw refusedKey(keys, claim);
  if (verdict === "may_only_read") throw new Refusal("REJECTED_CH_KEY", { msg: MAY_ONLY_READ });
  if (verdict === "signature_wrong") {
    throw new Refusal("INVALID_SIGNATURE", { more: () => signatureTalk(claim) });
  }
  return { key: verdict, ts: Number(ts), signature: signature.toLowerCase() };
}

function refusedKey(keys: KeyTable, use: KeyUse): Refusal {
  return new Refusal("REJECTED_CH_KEY", { more: () => KEY_TALK[keys.whyRefused(use)] });
}

/** STREAM-ORDER-3: the key that signed the login of a stream, if it may still do this. */
export function stillIn(keys: KeyTable, use: KeyUse): SigningKey {
  const key = keys.standing(use);
  if (key === "key_refused") throw refusedKey(keys, use);
  if (key === "may_only_read") throw new Refusal("REJECTED_CH_KEY", { msg: MAY_ONLY_READ });
  // STREAM-ORDER-4: the login's signature is none of this request, so it cannot be spent on it.
  if (key.isOnce) throw new Refusal("REJECTED_CH_KEY", { msg: ONCE_ONLY });
  return key;
}

const ONCE_ONLY =
  "API key takes each signature once, and a call over a stream has none; send it over HTTP.";

/** USER-REFUSE-6: told to a client that has the secret, in every mode. */
const MAY_ONLY_READ = "API key may only read; this endpoint needs one that may trade.";

/** USER-REFUSE-6: production does not say which of these it was. */
const KEY_TALK: Readonly<Record<KeyRefusal, string>> = {
  key_unknown: "There is no such key; small and capital letters differ.",
  key_revoked: "The key was revoked.",
  trade_not_allowed: "The key may read only, and this endpoint needs one that may trade.",
  address_not_listed: "The address that the request came from is not on the list of the key.",
};

function isTwice(sent: readonly string[] | undefined): boolean {
  return sent !== undefined && sent.length > 1;
}

/** A GET may be signed with its query, as most clients do, or over the bare path. */
function textsOf({ head, target, body }: SignedRequest, ts: string) {
  const whole = signedText(ts, head.method, target.signed, body);
  if (head.method !== "GET" || target.signed === target.path) return [whole];
  return [whole, signedText(ts, head.method, target.path, body)];
}
