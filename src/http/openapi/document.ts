/**
 * The OpenAPI document of the public listener, made at the start from the same route table that
 * serves requests: whoever adds a route, a parameter or a field has told it here already. Contract
 * tests hold both together (test/contract/openapi*.test.ts).
 */
import { TAGS } from "../dialect/about.ts";
import type { Route } from "../route.ts";
import { type Page, PLAIN_HEADERS } from "../site.ts";
import { operationOf } from "./operation.ts";
import { sharedHeaders, sharedReplies, unroutedReplies } from "./replies.ts";
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
docs/streams.md of the source.
${SIGNING_TEXT}`;

export function openApiDocument(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = paths[route.path] ?? {};
    path[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      ...{ title: "Bourse", version: "1", description: INTRODUCTION },
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      headers: sharedHeaders(),
      responses: sharedReplies(routes),
      securitySchemes: SECURITY_SCHEMES,
    },
    "x-unrouted": unroutedReplies(),
  };
}

export function openApiText(routes: readonly Route[]): string {
  return JSON.stringify(openApiDocument(routes));
}

/** The text of the document as a page of the site. */
export function openApiPage(body: string): [path: string, page: Page] {
  return ["/openapi.json", { type: "application/json", body, headers: PLAIN_HEADERS }];
}
