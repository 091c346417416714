/** What a reply says: the value of a 200, or the service's refusal with all that came with it. */
import type { Endpoint } from "./endpoint.ts";
import { BourseError, kindOf } from "./errors.ts";
import { readExactly } from "./exact-json.ts";
import { NoReply, type WireReply } from "./transport.ts";

/** The value of a 200; anything else is thrown. A value that the service never sends is not taken for a reply. */
export function readReply({ isReply = () => true }: Endpoint, reply: WireReply): unknown {
  const { status, text } = reply;
  const value = readOrUndefined(text);
  const isOk = status === 200;
  if (isOk && isObject(value) && !isRefusal(value) && isReply(value)) return value;
  if (isOk || !isRefusal(value)) {
    throw new NoReply(`the reply (${status}) is not one of the service`);
  }
  const { code, msg } = value;
  const retryAfterMs = secondsIn(reply.header("Retry-After"));
  const requestId = reply.header("X-Request-Id");
  throw new BourseError(msg, { kind: kindOf(code), code, status, requestId, retryAfterMs });
}

function readOrUndefined(text: string): unknown {
  try {
    return readExactly(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isRefusal(value: unknown): value is { code: number; msg: string } {
  if (!isObject(value) || !("code" in value && "msg" in value)) return false;
  return typeof value.code === "number" && typeof value.msg === "string";
}

function secondsIn(header: string | undefined): number | undefined {
  return header !== undefined && /^[0-9]{1,9}$/.test(header) ? Number(header) * 1_000 : undefined;
}
