/**
 * Who asks: the three headers of a signed request, checked in the order of the contract, first
 * failure wins. Nothing of the body is looked at but its bytes.
 */
import type { KeyTable, SigningKey } from "../auth/keys.ts";
import { signedText } from "../auth/signature.ts";
import { Refusal } from "./dialect/errors.ts";
import type { RequestHead } from "./request.ts";
import type { Target } from "./route.ts";

const KEY = "x-ch-apikey";
const TS = "x-ch-ts";
const SIGN = "x-ch-sign";
const TS_FORM = /^[1-9][0-9]{0,15}$/;

export interface SignedIn {
  readonly key: SigningKey;
  readonly ts: number;
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
    throw new Refusal("ILLEGAL_CHARS", { msg: "A signed header is sent twice." });
  }
  const apiKey = apiKeys?.[0];
  if (apiKey === undefined) throw new Refusal("UNAUTHORIZED");
  const ts = times?.[0];
  if (ts === undefined) throw new Refusal("NO_TIMESTAMP");
  if (!TS_FORM.test(ts)) {
    throw new Refusal("INVALID_TIMESTAMP", { msg: "X-CH-TS is not a time in milliseconds." });
  }
  const signature = signatures?.[0];
  if (signature === undefined) throw new Refusal("NO_SIGNATURE");
  const { security } = request;
  const texts = textsOf(request, ts);
  const verdict = keys.judge({ apiKey, signature, texts, security, address });
  if (verdict === "key_refused") throw new Refusal("REJECTED_CH_KEY");
  if (verdict === "signature_wrong") throw new Refusal("INVALID_SIGNATURE");
  return { key: verdict, ts: Number(ts) };
}

function isTwice(sent: readonly string[] | undefined): boolean {
  return sent !== undefined && sent.length > 1;
}

/** A GET may be signed with its query, as most clients do, or over the bare path. */
function textsOf({ head, target, body }: SignedRequest, ts: string) {
  const whole = signedText(ts, head.method, target.signed, body);
  if (head.method !== "GET" || target.signed === target.path) return [whole];
  return [whole, signedText(ts, head.method, target.path, body)];
}
