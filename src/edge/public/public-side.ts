/**
 * The public side of an exchange, in whichever process: API and streams on one state, one table of keys and one
 * of bans.
 */
import { present } from "../../core/base/assert.ts";
import type { PublicApi } from "../http/public-api.ts";
import type { Streams } from "../ws/streams.ts";
import { bansOf, keysOf, type PublicApiParts, publicApiOf } from "./public-api-of.ts";
import { type StreamParts, streamsOf } from "./streams-of.ts";

export interface PublicSide {
  readonly api: PublicApi;
  readonly streams: Streams;
}

export interface PublicSideParts
  extends Omit<PublicApiParts, "keys" | "bans">,
    Pick<StreamParts, "touched" | "meter" | "messageFaults"> {
  readonly masterKey: Uint8Array;
  readonly hasLimits: boolean;
}

export function publicSideOf({
  masterKey,
  hasLimits,
  meter,
  messageFaults,
  ...parts
}: PublicSideParts): PublicSide {
  const { exchange, touched, report } = parts;
  const shared = {
    keys: keysOf(exchange, masterKey),
    bans: hasLimits ? bansOf(exchange) : undefined,
    isTalkative: parts.isTalkative ?? false,
    isShared: parts.isShared ?? false,
  };
  let api: PublicApi | undefined;
  const streams = streamsOf({
    ...shared,
    exchange,
    touched,
    meter,
    messageFaults,
    report: (error) => report(error, "stream"),
    callOrder: (call) => present(api, "the public API").call(call),
    nextRequest: () => present(api, "the public API").nextRequest(),
  });
  api = publicApiOf({ ...parts, ...shared });
  return { api, streams };
}
