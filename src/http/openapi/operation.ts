/** A route as an operation of the document: its parameters, replies, security and limit. */
import type { Parameter } from "../dialect/endpoint.ts";
import { shapeOf } from "../dialect/list-forms.ts";
import type { Shape } from "../dialect/shape.ts";
import { WINDOW_SHAPE } from "../dialect/time-window.ts";
import type { Route } from "../route.ts";
import { repliesOf } from "./replies.ts";
import { SIGNED } from "./signing.ts";

/** The time window, which every signed request may name (api-decisions 1.3). */
const WINDOW: Parameter<unknown> = {
  form: "whole number",
  shape: WINDOW_SHAPE,
  isRequired: false,
  read: () => undefined,
};

export function operationOf(route: Route) {
  const { about, security, limit } = route;
  const isSigned = security !== "NONE";
  const { operation: operationId, summary, tags } = about;
  return {
    operationId,
    summary,
    ...(about.description === undefined ? {} : { description: about.description }),
    tags,
    ...inputOf(route, isSigned),
    responses: repliesOf(route),
    security: isSigned ? [SIGNED] : [],
    ...(isSigned ? { "x-permission": security } : {}),
    "x-rate-limit": { ...limit, by: isSigned ? "user" : "address" },
  };
}

/** The query of a GET, the JSON body of a POST. */
function inputOf({ method, parameters }: Route, isSigned: boolean) {
  const all = isSigned ? { ...parameters, recvWindow: WINDOW } : parameters;
  const entries = Object.entries(all);
  if (method === "GET") {
    return { parameters: entries.map(([name, parameter]) => inQuery(name, parameter)) };
  }
  const required = entries.some(([, { isRequired }]) => isRequired);
  return { requestBody: { required, content: { "application/json": { schema: shapeOf(all) } } } };
}

function inQuery(name: string, { shape, isRequired: required }: Parameter<unknown>) {
  const { description, ...schema }: Shape = shape;
  return {
    name,
    in: "query",
    required,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}
