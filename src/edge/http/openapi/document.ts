/**
 * The OpenAPI document of the public listener, made at the start from the same route table that
 * serves requests: a new route, parameter or field appears here by itself. Contract
 * tests hold both together (test/contract/openapi*.test.ts).
 */
import { TAGS } from "../../../contract/about.ts";
import type { Route } from "../route.ts";
import { type Page, PLAIN_HEADERS } from "../site.ts";
import { operationOf } from "./operation.ts";
import { PUBLIC_REPLIES, publicUnrouted, sharedHeaders } from "./replies.ts";
import { sharedReplies } from "./reply.ts";
import { SECURITY_SCHEMES, SIGNING_TEXT } from "./signing.ts";

const INTRODUCTION = `A trading service: spot, margin and futures behind one signed REST API.

A GET has its parameters in the query, a POST in a JSON object as its body. Numbers are sent as JSON
numbers or as strings; what counts is their decimal text. Null and an empty string mean that nothing
is given, and unknown parameters are ignored.

A success is 200. Every refusal is \`{"code":-1102,"msg":"…"}\`: codes are stable, messages may
improve. 503 was not executed and may be sent again; after 504 a command may have been executed or
not, so ask by its client id first. Each operation tells the codes that it can give, and how often it
may be asked (\`x-rate-limit\`).

What happens is also sent, as it happens: WebSockets at \`/ws\` and \`/kline-api/ws\`, described in
docs/streams.md of the source. An operation with \`x-over-stream\` can be called over \`/ws\`, too, and is
answered there as it is here.
${SIGNING_TEXT}`;

/** The parts of a document, whichever listener it is of. */
export interface DocumentParts<R> {
  readonly title: string;
  readonly description: string;
  /** Each with what it holds. */
  readonly tags: Readonly<Record<string, string>>;
  readonly routes: readonly R[];
  operationOf(route: R): object;
  readonly components: object;
  /** The replies where there is no route. */
  readonly unrouted: object;
}

export function documentOf<R extends { readonly method: string; readonly path: string }>(
  parts: DocumentParts<R>,
) {
  const { title, description, tags, routes, components, unrouted } = parts;
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = paths[route.path] ?? {};
    path[route.method.toLowerCase()] = parts.operationOf(route);
    paths[route.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      description,
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(tags).map(([name, holds]) => ({ name, description: holds })),
    paths,
    components,
    "x-unrouted": unrouted,
  };
}

export function openApiText(routes: readonly Route[]): string {
  const document = documentOf({
    title: "Bourse",
    description: INTRODUCTION,
    tags: TAGS,
    routes,
    operationOf,
    components: {
      headers: sharedHeaders(),
      responses: sharedReplies(routes, PUBLIC_REPLIES),
      securitySchemes: SECURITY_SCHEMES,
    },
    unrouted: publicUnrouted(),
  });
  return JSON.stringify(document);
}

/** The text of the document as a page of the site. */
export function openApiPage(body: string): [path: string, page: Page] {
  return ["/openapi.json", { type: "application/json", body, headers: PLAIN_HEADERS }];
}
