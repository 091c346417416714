/**
 * The OpenAPI document as the page reads it: only the parts that are shown. The page is made from the
 * text that is served to programs, so that it cannot know more than they do.
 */
import type { Shape } from "../../../contract/field.ts";

export interface ApiParameter {
  readonly name: string;
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Shape;
}

export interface ApiCode {
  readonly code: number;
  readonly name: string;
  readonly meaning: string;
}

export interface ApiReply {
  readonly description: string;
  readonly content?: { readonly "application/json": { readonly schema: Shape } };
  readonly "x-codes"?: readonly ApiCode[];
}

export interface ApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: ApiReply;
  readonly responses: Readonly<Record<string, ApiReply | { readonly $ref: string }>>;
  readonly security: readonly unknown[];
  readonly "x-permission"?: string;
  readonly "x-over-stream"?: true;
  readonly "x-rate-limit": {
    readonly count: number;
    readonly perMs: number;
    readonly by: string;
    /** What a request counts as, where it is more than one. */
    readonly weight?: number;
  };
}

export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, ApiReply>> };
  readonly "x-unrouted": Readonly<Record<string, ApiReply>>;
}

/** An operation and where it is. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

export function endpointsOf({ paths }: ApiDocument): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

export function isSigned({ security }: ApiOperation): boolean {
  return security.length > 0;
}

/** The parameters of the query, or the fields of the body. */
export function parametersOf({ parameters, requestBody }: ApiOperation): readonly ApiParameter[] {
  if (parameters) return parameters;
  const { properties = {}, required = [] } = schemaOf(requestBody) ?? {};
  return Object.entries(properties).map(([name, { description = "", ...schema }]) => ({
    name,
    description,
    schema,
    required: required.includes(name),
  }));
}

export function schemaOf(reply: ApiReply | undefined): Shape | undefined {
  return reply?.content?.["application/json"].schema;
}

/** The replies of an operation by status, those that are shared in their place. */
export function repliesOf(document: ApiDocument, operation: ApiOperation): [string, ApiReply][] {
  const { responses: shared } = document.components;
  return Object.entries(operation.responses).flatMap(([status, reply]): [string, ApiReply][] => {
    const found = "$ref" in reply ? shared[reply.$ref.split("/").at(-1) ?? ""] : reply;
    return found ? [[status, found]] : [];
  });
}
