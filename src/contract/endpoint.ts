/**
 * What an endpoint is: its method and path, who may ask and how often, what it is given and what it answers. It is declared once,
 * without the code that serves it, and the server, the documents, the clients and the lists of tests are made from it.
 */
import type { About } from "./about.ts";
import type { Shape } from "./field.ts";
import { type Limit, PUBLIC_LIMIT } from "./limits.ts";
import type { ParameterTable } from "./parameter.ts";

interface Declared<P extends ParameterTable, S extends Shape> extends About {
  readonly method: "GET" | "POST";
  readonly path: string;
  /** Read in this order. */
  readonly parameters: P;
  readonly reply: S;
}

export interface OpenEndpoint<P extends ParameterTable = ParameterTable, S extends Shape = Shape>
  extends Declared<P, S> {
  readonly security: "NONE";
  /** USER-LIMIT-3: one limit is over all of them. */
  readonly limit: Limit;
  /** USER-LIMIT-3: how many requests it counts as. */
  readonly weight: number;
}

export interface SignedEndpoint<P extends ParameterTable = ParameterTable, S extends Shape = Shape>
  extends Declared<P, S> {
  readonly security: "TRADE" | "USER_DATA";
  /** USER-LIMIT-2 */
  readonly limit: Limit;
  /** STREAM-ORDER-2: it places or cancels orders, and may be called over a stream, too. */
  readonly isOverStream?: true;
  /** USER-FIELD-1: a field that it does not know may be a misspelt one. */
  readonly placesOrders?: true;
}

export type PublicEndpoint = OpenEndpoint | SignedEndpoint;

type Open<P extends ParameterTable, S extends Shape> = Declared<P, S> & {
  /** 1 unless told. */
  readonly weight?: number;
};

export function openEndpoint<P extends ParameterTable, S extends Shape>(
  declared: Open<P, S>,
): OpenEndpoint<P, S> {
  const { weight = 1 } = declared;
  return { ...declared, security: "NONE", limit: PUBLIC_LIMIT, weight };
}

export function signedEndpoint<P extends ParameterTable, S extends Shape>(
  declared: SignedEndpoint<P, S>,
): SignedEndpoint<P, S> {
  return declared;
}
