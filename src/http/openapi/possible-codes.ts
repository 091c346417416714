/**
 * Which refusals a route can give. Most follow from what kind of route it is, since the edge asks
 * the same of all of its kind; the others the endpoint declares itself.
 */
import { CODES, type CodeName } from "../dialect/errors.ts";
import type { Route } from "../route.ts";

/** Names of refusals by the HTTP status that they come with. */
export type CodesByStatus = ReadonlyMap<number, readonly CodeName[]>;

/** Statuses that the edge gives instead of the one in the table of codes. */
const TOO_LARGE = 413;
const ENCODED = 415;
const BANNED = 418;

/** What any request may meet; 503 and 504 also by a sandbox's fault rules. */
const OF_ALL: readonly [CodeName, number?][] = [
  ["ILLEGAL_CHARS"],
  ["TOO_MANY_PARAMETERS"],
  ["TOO_MANY_PARAMETERS", TOO_LARGE],
  ["TOO_MANY_REQUESTS", BANNED],
  ["TOO_MANY_REQUESTS"],
  ["UNKNOWN"],
  ["DISCONNECTED"],
  ["TIMEOUT"],
];

const OF_SIGNED: readonly [CodeName, number?][] = [
  ["MANDATORY_PARAM_EMPTY_OR_MALFORMED"],
  ["INVALID_TIMESTAMP"],
  ["UNAUTHORIZED"],
  ["NO_TIMESTAMP"],
  ["NO_SIGNATURE"],
  ["REJECTED_CH_KEY"],
  ["INVALID_SIGNATURE"],
  ["ILLEGAL_CONTENT_TYPE", ENCODED],
];

export function codesOf(route: Route): CodesByStatus {
  const { method, security, parameters, about } = route;
  const isSigned = security !== "NONE";
  const possible = [...OF_ALL, ...(about.codes ?? []).map((name): [CodeName] => [name])];
  if (isSigned) possible.push(...OF_SIGNED);
  else if (Object.keys(parameters).length > 0) {
    possible.push(["MANDATORY_PARAM_EMPTY_OR_MALFORMED"]);
  }
  if (isSigned && method === "POST") possible.push(["ILLEGAL_CONTENT_TYPE"]);
  return byStatus(possible);
}

function byStatus(possible: readonly (readonly [CodeName, number?])[]): CodesByStatus {
  const sorted = possible
    .map(([name, status = CODES[name].status]) => ({ name, status, code: CODES[name].code }))
    .sort((a, b) => a.status - b.status || b.code - a.code);
  const codes = new Map<number, CodeName[]>();
  for (const { name, status } of sorted) codes.set(status, [...(codes.get(status) ?? []), name]);
  return codes;
}

/** What is answered where no route is found, or before one is looked for. */
export const UNROUTED: CodesByStatus = new Map<number, readonly CodeName[]>([
  [400, ["ILLEGAL_CHARS"]],
  [404, ["UNKNOWN"]],
  [405, ["UNSUPPORTED_OPERATION"]],
  [408, ["ILLEGAL_CHARS"]],
  [413, ["TOO_MANY_PARAMETERS"]],
  [417, ["UNSUPPORTED_OPERATION"]],
  [418, ["TOO_MANY_REQUESTS"]],
  [431, ["ILLEGAL_CHARS"]],
]);
