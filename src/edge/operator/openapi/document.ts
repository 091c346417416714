/**
 * The OpenAPI document of the operator's listener, made at the start from the same table that serves its
 * requests, as the public one is. Tests hold it against the listener (test/operator-api).
 */

import { OPERATOR_TAGS } from "../../../contract/operator/request.ts";
import { documentOf } from "../../http/openapi/document.ts";
import { inputOf } from "../../http/openapi/input.ts";
import { repliesOf, sharedReplies } from "../../http/openapi/reply.ts";
import type { OperatorDocumented } from "./possible-codes.ts";
import { OPERATOR_REPLIES, operatorHeaders, operatorUnrouted } from "./replies.ts";

const INTRODUCTION = `The operator's API of Bourse, on 127.0.0.1 unless a sandbox is told otherwise.

Every request but a probe shows the operator's token, which is in the file \`operator-token\` of the data
directory, as \`Authorization: Bearer\`; a sandbox may be given another beside it. The Host header must name this
machine, and an Origin header, which browsers send, the page of this listener.

A GET has its parameters in the query, a POST in a JSON object as its body. Numbers are sent as JSON
numbers or as strings; what counts is their decimal text. Null and an empty string mean that nothing is
given, and unknown parameters are ignored.

A success is 200. Every refusal is \`{"code":-3001,"msg":"…"}\`: codes are stable, messages may improve.
What changes something is a command in the log. 503 was not carried out and may be sent again; after 504 it
was carried out once or not at all, and the message says how to go on.`;

const TOKEN = {
  type: "http",
  scheme: "bearer",
  description: "The token in the file operator-token of the data directory.",
} as const;

export function operatorDocumentText(routes: readonly OperatorDocumented[]): string {
  const document = documentOf({
    title: "Bourse operator",
    description: INTRODUCTION,
    tags: OPERATOR_TAGS,
    routes,
    operationOf,
    components: {
      headers: operatorHeaders(),
      responses: sharedReplies(routes, OPERATOR_REPLIES),
      securitySchemes: { token: TOKEN },
    },
    unrouted: operatorUnrouted(),
  });
  return JSON.stringify(document);
}

function operationOf(route: OperatorDocumented) {
  const { operation: operationId, summary, description, tag } = route.about;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags: [tag],
    ...inputOf(route.method, route.parameters),
    responses: repliesOf(route, OPERATOR_REPLIES),
    security: route.isOpen ? [] : [{ token: [] }],
  };
}
