/**
 * A request that came over a stream: its caller logged in, and its path and body stand in a message. The
 * body was read by the reader of HTTP bodies, with the same depth and the same refusals. Rules STREAM-ORDER-1,
 * STREAM-ORDER-2.
 */
import type { Fields } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import { JsonError, type JsonObject } from "./json.ts";
import { notOneObject, objectFields, type RequestHead } from "./request.ts";
import type { Route } from "./route.ts";

export interface StreamCall {
  /** The client that logged in. */
  readonly apiKey: string;
  readonly address: string;
  readonly path: string;
  /** The time that the client gave the call, as it came; undefined is the time at which it arrives. */
  readonly ts: unknown;
  /** The whole message, read as bodies are; an error where it cannot be. */
  readonly message: JsonObject | JsonError;
  /** STREAM-ORDER-6: whether the connection may have one more call under way. */
  readonly hasRoom: boolean;
}

export type CallableRoute = Exclude<Route, { readonly security: "NONE" }>;

/** STREAM-ORDER-2: only what is declared so may be called. */
export function isCallable(route: Route): route is CallableRoute {
  return route.security !== "NONE" && route.isOverStream === true;
}

export function notCallable(): Refusal {
  const msg = "This path is not called over a stream; send it over HTTP.";
  return new Refusal("UNSUPPORTED_OPERATION", { status: 405, msg });
}

export function tooManyCalls(): Refusal {
  return new Refusal("TOO_MANY_REQUESTS", { msg: "Too many calls are under way." });
}

/** What stands for the head of the request wherever one is asked for. */
export function headOf({ path, address }: StreamCall): RequestHead {
  return { method: "POST", target: path, headers: {}, address };
}

/** The parameters in the body of a message; without a body there are none. */
export function callFields({ message }: StreamCall): Fields {
  if (message instanceof JsonError) throw notOneObject(message.message);
  const body = message.get("body");
  return body === undefined ? { find: () => undefined } : objectFields(body);
}
