/**
 * How an endpoint of the contract is served: its parameters are read in the order of their declaration (SPOT-CHECK-1), what the
 * dialect makes of them is written by the writer of its reply.
 */

import type { OpenEndpoint, SignedEndpoint } from "../../../contract/endpoint.ts";
import type { Shape, ValueOf, Written } from "../../../contract/field.ts";
import { refuseMisspelt, refuseRequestId } from "../../../contract/field-names.ts";
import {
  type Fields,
  type ParameterTable,
  readAll,
  type ValuesOf,
} from "../../../contract/parameter.ts";
import { type Writer, writerOf } from "../../../contract/writer.ts";
import type { KeyId, UserId } from "../../../core/engine/users/users.ts";
import type { JoinedHistory } from "../../../runtime/history/joined-history.ts";
import type { Exchange } from "../../../runtime/replica/submission.ts";
import { refuseToStrict } from "./strict-fields.ts";

export interface Call {
  readonly exchange: Exchange;
  /** Orders, lists, trades and profits that are over, candles, fundings and entries of ledgers. */
  readonly history: Pick<
    JoinedHistory,
    "page" | "order" | "list" | "named" | "namedList" | "candles" | "fundings" | "entries"
  >;
  readonly fields: Fields;
  /** USER-REQUEST-2: the number of the request, which goes into its command. */
  readonly request: number;
}

export interface SignedCall extends Call {
  readonly user: UserId;
  readonly key: KeyId;
  /** The time of the request and the end of its window. */
  readonly ts: number;
  readonly notAfterMs: number;
  /** USER-ONCE-1: there only when the key takes each signature once. */
  readonly signature: string | undefined;
  /** USER-FIELD-3: whether the key takes no unknown field. */
  readonly isStrict: boolean;
  /** Where it does not: what came where a request of this method has no parameters. */
  readonly elsewhere?: () => Fields;
}

/** The body of a 200: its fields, or the text of them where it is written already. */
export type ReplyBody<T> = T | Written<T>;
type SoonReply<T> = ReplyBody<T> | Promise<ReplyBody<T>>;

/** The JSON text of a 200. */
export type Answer = string | Promise<string>;

type ReplyOf<S extends Shape> = SoonReply<ValueOf<S>>;

/** An endpoint of the contract that needs no key, and the code that serves it. */
export function serveOpen<P extends ParameterTable, S extends Shape>(
  endpoint: OpenEndpoint<P, S>,
  handle: (call: Call, values: ValuesOf<P>) => ReplyOf<S>,
) {
  const write = writerOf(endpoint.reply);
  const answer = (call: Call): Answer =>
    textOf(write, handle(call, readAll(endpoint.parameters, call)));
  return { ...endpoint, answer };
}

export function serve<P extends ParameterTable, S extends Shape>(
  endpoint: SignedEndpoint<P, S>,
  handle: (call: SignedCall, values: ValuesOf<P>) => ReplyOf<S>,
) {
  const { parameters, method, placesOrders } = endpoint;
  const write = writerOf(endpoint.reply);
  const answer = (call: SignedCall): Answer => {
    const values = readAll(parameters, call);
    // A request id is among the names that are looked at where orders are placed.
    if (placesOrders) refuseMisspelt(parameters, call.fields);
    else if (method === "POST") refuseRequestId(parameters, call.fields);
    if (call.isStrict) refuseToStrict({ method, parameters }, call);
    return textOf(write, handle(call, values));
  };
  return { ...endpoint, answer };
}

function textOf<T>(write: Writer<T>, reply: SoonReply<T>): Answer {
  if (reply instanceof Promise) return reply.then((told) => writtenText(write, told));
  return writtenText(write, reply);
}

/** No reply is a plain string, so a string is the text of one. */
function writtenText<T>(write: Writer<T>, reply: ReplyBody<T>): string {
  return typeof reply === "string" ? reply : write(reply as T);
}
