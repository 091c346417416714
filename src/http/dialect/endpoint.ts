/**
 * What an endpoint of this dialect is, and what it is given. Parameters are declared as data, so
 * that one table can be read by the server, by tests and by the documents; they are read in the
 * order of their declaration before the endpoint runs (SPOT-CHECK-1).
 */

import { type Limit, PUBLIC_LIMIT } from "../../contract/limits.ts";
import {
  type Fields,
  type ParameterTable,
  readAll,
  type ValuesOf,
} from "../../contract/parameter.ts";
import type { KeyId, UserId } from "../../engine/users/users.ts";
import type { JoinedHistory } from "../../history/joined-history.ts";
import type { Exchange } from "../../service/submission.ts";
import type { About } from "./about.ts";
import { refuseMisspelt, refuseRequestId } from "./field-names.ts";
import { refuseToStrict } from "./strict-fields.ts";

export interface Call {
  readonly exchange: Exchange;
  /** Orders, trades and profits that are over, candles and fundings. */
  readonly history: Pick<JoinedHistory, "page" | "order" | "named" | "candles" | "fundings">;
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

/** The JSON text of a 200. */
export type Answer = string | Promise<string>;

interface Declared<P extends ParameterTable> {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly parameters: P;
  readonly about: About;
}

interface PublicEndpoint<P extends ParameterTable> extends Declared<P> {
  readonly security: "NONE";
  /** USER-LIMIT-3: how many requests it counts as; 1 unless told. */
  readonly weight?: number;
  handle(call: Call, values: ValuesOf<P>): Answer;
}

interface SignedEndpoint<P extends ParameterTable> extends Declared<P> {
  readonly security: "TRADE" | "USER_DATA";
  /** USER-LIMIT-2 */
  readonly limit: Limit;
  /** STREAM-ORDER-2: it places or cancels orders, and may be called over a stream, too. */
  readonly isOverStream?: true;
  /** USER-FIELD-1: a field that it does not know may be a misspelt one. */
  readonly placesOrders?: true;
  handle(call: SignedCall, values: ValuesOf<P>): Answer;
}

/** USER-LIMIT-3: one limit is over all of them. */
export function openEndpoint<P extends ParameterTable>(declared: PublicEndpoint<P>) {
  const answer = (call: Call): Answer => declared.handle(call, readAll(declared.parameters, call));
  const { weight = 1 } = declared;
  return { ...declared, weight, limit: PUBLIC_LIMIT, answer };
}

export function signedEndpoint<P extends ParameterTable>(declared: SignedEndpoint<P>) {
  const { parameters, method, placesOrders } = declared;
  const answer = (call: SignedCall): Answer => {
    const values = readAll(parameters, call);
    // A request id is among the names that are looked at where orders are placed.
    if (placesOrders) refuseMisspelt(parameters, call.fields);
    else if (method === "POST") refuseRequestId(parameters, call.fields);
    if (call.isStrict) refuseToStrict({ method, parameters }, call);
    return declared.handle(call, values);
  };
  return { ...declared, answer };
}
