/** How to get each refusal that the operator's listener gives to every route of a kind. */

import type { AnyCodeName } from "../../src/contract/operator/codes.ts";
import { StartingApi } from "../../src/edge/operator/starting-api.ts";
import type { OperatorRoute } from "../../src/edge/operator/v1/operator.ts";
import { PREFIX } from "../../src/edge/operator/v1/place.ts";
import type { OperatorAnswer, OperatorDesk } from "../support/operator-desk.ts";
import { askFor, deskForCalls, OPERATOR_CALLS } from "./operator-calls.ts";

export interface ListenerProvocation {
  readonly name: AnyCodeName;
  readonly status: number;
  /** Of which routes; of all without it. */
  readonly kind?: (route: OperatorRoute) => boolean;
  provoke(route: OperatorRoute): Promise<Pick<OperatorAnswer, "status" | "headers" | "json">>;
}

const isPost = ({ method }: OperatorRoute) => method === "POST";
const isGet = ({ method }: OperatorRoute) => method === "GET";
const isJson = ({ type }: OperatorRoute) => type === undefined;
const waits = ({ about }: OperatorRoute) => about.waitsFor === "command";

/** One desk for all that is refused before anything is done. */
let shared: Promise<OperatorDesk> | undefined;

export function sharedDesk(): Promise<OperatorDesk> {
  shared ??= deskForCalls();
  return shared;
}

/** A request with nothing but what is told. */
async function ask(
  { method, path }: OperatorRoute,
  { query = "", body = "", ...headers }: Asked,
): Promise<OperatorAnswer> {
  return (await sharedDesk()).sendTo(method, path + query, body, headers.headers);
}

interface Asked {
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, readonly string[] | undefined>>;
}

function header(
  name: AnyCodeName,
  status: number,
  headers: NonNullable<Asked["headers"]>,
): ListenerProvocation {
  return { name, status, provoke: (route) => ask(route, { headers }) };
}

/** `POST /users` for a route of the API, nothing for the metrics. */
function callOf({ method, path }: OperatorRoute): string {
  return `${method} ${path.replace(PREFIX, "")}`;
}

/** A good request at a desk at which something is done before. */
async function askWell(
  route: OperatorRoute,
  spoil: (desk: OperatorDesk) => void,
): Promise<OperatorAnswer> {
  const [good] = OPERATOR_CALLS[callOf(route)] ?? [];
  const desk = good?.before ? await deskForCalls() : await sharedDesk();
  await good?.before?.(desk);
  spoil(desk);
  return good ? askFor(desk, callOf(route), good) : desk.sendTo(route.method, route.path, "");
}

let broken: Promise<OperatorDesk> | undefined;

/** Whatever is read or asked there fails. */
async function brokenDesk(): Promise<OperatorDesk> {
  const fail = () => {
    throw new Error("broken");
  };
  const desk = await deskForCalls({ explain: fail, audit: fail, metricsPage: fail });
  Object.defineProperty(desk.exchange, "state", { get: fail });
  return desk;
}

async function askBroken(route: OperatorRoute): Promise<OperatorAnswer> {
  broken ??= brokenDesk();
  const desk = await broken;
  const [good] = OPERATOR_CALLS[callOf(route)] ?? [];
  return good ? askFor(desk, callOf(route), good) : desk.sendTo(route.method, route.path, "");
}

/** Without what it needs, or with a first parameter that is nothing of the kind. */
function askMalformed(route: OperatorRoute): Promise<OperatorAnswer> {
  const [name = "unknown", first] = Object.entries(route.parameters)[0] ?? [];
  if (first?.isRequired) return ask(route, {});
  return isGet(route)
    ? ask(route, { query: `?${name}=${"x".repeat(65)}` })
    : ask(route, { body: JSON.stringify({ [name]: {} }) });
}

/** OPER-API-5: while the log is replayed. */
async function askEarly({ method, path: target }: OperatorRoute) {
  const headers = { host: ["127.0.0.1:8081"] };
  const admitted = new StartingApi().admit({ method, target, headers, address: "127.0.0.1" });
  if (!("body" in admitted)) throw new Error(`${target} was let in`);
  return { ...admitted, json: JSON.parse(admitted.body) };
}

export const OF_LISTENER: readonly ListenerProvocation[] = [
  {
    name: "ILLEGAL_CHARS",
    status: 400,
    provoke: (route) => ask(route, isPost(route) ? { body: "[" } : { query: "?a=%zz" }),
  },
  {
    name: "TOO_MANY_PARAMETERS",
    status: 400,
    kind: isGet,
    provoke: (route) => ask(route, { query: "?a=1&a=1" }),
  },
  {
    name: "ILLEGAL_CONTENT_TYPE",
    status: 400,
    kind: isPost,
    provoke: (route) => ask(route, { body: "{}", headers: { "content-type": ["text/plain"] } }),
  },
  {
    name: "MANDATORY_PARAM_EMPTY_OR_MALFORMED",
    status: 400,
    kind: isJson,
    provoke: askMalformed,
  },
  header("UNAUTHORIZED", 401, { authorization: undefined }),
  header("HOST_NOT_LOCAL", 403, { host: ["rebound.example"] }),
  header("ORIGIN_NOT_OWN", 403, { origin: ["http://elsewhere.example"] }),
  header("TOO_MANY_PARAMETERS", 413, { "content-length": ["65537"] }),
  header("ILLEGAL_CONTENT_TYPE", 415, { "content-encoding": ["gzip"] }),
  { name: "UNKNOWN", status: 500, provoke: askBroken },
  { name: "DISCONNECTED", status: 503, provoke: askEarly },
  {
    name: "DISCONNECTED",
    status: 503,
    kind: waits,
    provoke: (route) =>
      askWell(route, (desk) =>
        Object.assign(desk.exchange, { nextAnswer: { kind: "unavailable" } }),
      ),
  },
  {
    name: "TIMEOUT",
    status: 504,
    kind: waits,
    provoke: (route) =>
      askWell(route, (desk) => Object.assign(desk.exchange, { nextAnswer: { kind: "unknown" } })),
  },
];
