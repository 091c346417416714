/** A route as an operation of the document: its parameters, replies, security and limit. */
import type { Parameter } from "../../../contract/parameter.ts";
import { WINDOW_SHAPE } from "../dialect/time-window.ts";
import type { Route } from "../route.ts";
import { isCallable } from "../stream-call.ts";
import { inputOf } from "./input.ts";
import { PUBLIC_REPLIES } from "./replies.ts";
import { repliesOf } from "./reply.ts";
import { SIGNED } from "./signing.ts";

/** The time window, which every signed request may name (api-decisions 1.3). */
const WINDOW: Parameter<unknown> = {
  form: "whole number",
  shape: WINDOW_SHAPE,
  isRequired: false,
  read: () => undefined,
};

export function operationOf(route: Route): object {
  const { description, security, limit, method, parameters } = route;
  const isSigned = security !== "NONE";
  const { operation: operationId, summary, tags } = route;
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    tags,
    ...inputOf(method, isSigned ? { ...parameters, recvWindow: WINDOW } : parameters),
    responses: repliesOf(route, PUBLIC_REPLIES),
    security: isSigned ? [SIGNED] : [],
    ...(isSigned ? { "x-permission": security } : {}),
    ...(isCallable(route) ? { "x-over-stream": true } : {}),
    "x-rate-limit": { ...limit, ...weightOf(route), by: isSigned ? "user" : "address" },
  };
}

/** Told only where a request counts as more than one. */
function weightOf(route: Route): { readonly weight?: number } {
  return route.security === "NONE" && route.weight > 1 ? { weight: route.weight } : {};
}
