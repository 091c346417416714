/**
 * Names of fields that a request does not take. Public clients send some that mean nothing here, so an unknown one is ignored;
 * but one that looks like a field which makes an order another order is refused: a stop whose trigger was misspelt would trade at
 * once. A key may ask for more (strict-fields.ts). Rules USER-FIELD-1, USER-FIELD-2.
 */
import type { Fields, ParameterTable } from "./parameter.ts";
import { Refusal } from "./refusal.ts";

/** The fields that an order may have beyond those that every order has, whichever area takes them; a test holds them to the tables. */
export const ORDER_OPTIONS = [
  "price",
  "newClientOrderId",
  "clientOrderId",
  "clientRequestId",
  "timeInForce",
  "postOnly",
  "reduceOnly",
  "selfTrade",
  "triggerPrice",
  "stopPrice",
  "icebergQty",
  "trailingDelta",
  "volumeUnit",
  "listType",
  "listClientOrderId",
  "triggerType",
  "orderUnit",
  "cancelOrderId",
  "cancelClientOrderId",
  "cancelReplaceMode",
] as const;

/** What public clients are known to send, and mean nothing by. */
export const TOLERATED: ReadonlySet<string> = new Set([
  "amount",
  "leverage",
  "orderUnit",
  "newClientorderId",
]);

/** Every signed request takes one of them besides its own parameters. */
export const WINDOW_NAMES = { first: "recvWindow", other: "recvwindow" } as const;

const REQUEST_ID = "clientRequestId";

/** From so many letters on a name is long enough to be a misspelt one. */
const GUESSED_LENGTH_MIN = 8;
const MISTAKES_MAX = 2;

/** USER-FIELD-1: of a request that places orders. */
export function refuseMisspelt(parameters: ParameterTable, fields: Fields): void {
  const { within = "" } = fields;
  for (const name of fields.names?.() ?? []) {
    if (Object.hasOwn(parameters, name) || TOLERATED.has(name)) continue;
    const meant = ORDER_OPTIONS.find((option) => isMeant(name, option));
    if (meant !== undefined) throw unknown(within + name, meant, parameters);
  }
}

/** USER-FIELD-2: a request that would be carried out twice is not taken for one that is carried out once. */
export function refuseRequestId(parameters: ParameterTable, fields: Fields): void {
  if (Object.hasOwn(parameters, REQUEST_ID) || !fields.names?.().includes(REQUEST_ID)) return;
  throw unknown(REQUEST_ID, REQUEST_ID, parameters);
}

/** OPER-API-11: where nobody sends what means nothing, whatever is not known is refused. */
export function refuseUnknown(parameters: ParameterTable, fields: Fields): void {
  const { within = "" } = fields;
  const other = fields.names?.().find((name) => !Object.hasOwn(parameters, name));
  if (other === undefined) return;
  const known = Object.keys(parameters).join(", ") || "no parameters";
  const msg = `Parameter ${within}${other} is not known; this request takes ${known}.`;
  throw new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

/** The refusal of a name that may be a misspelt one. */
export function unknown(name: string, meant: string, parameters: ParameterTable): Refusal {
  const msg = `Parameter ${name} is ${problemWith(name, meant, parameters)}.`;
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

function problemWith(name: string, meant: string, parameters: ParameterTable): string {
  if (Object.hasOwn(parameters, meant)) return `not known, and ${meant} is`;
  const isOfAnother = name.endsWith(meant);
  return isOfAnother ? "not taken by this request" : `not known, nor is ${meant} taken here`;
}

/** Whether the name is the option in other letter case, or looks like it. */
export function isMeant(name: string, option: string): boolean {
  const [given, known] = [name.toLowerCase(), option.toLowerCase()];
  if (given === known) return true;
  return name.length >= GUESSED_LENGTH_MIN && mistakesIn(given, known) <= MISTAKES_MAX;
}

/** How many letters are missing, too many, or others. */
function mistakesIn(given: string, known: string): number {
  if (Math.abs(given.length - known.length) > MISTAKES_MAX) return MISTAKES_MAX + 1;
  let before = Array.from({ length: known.length + 1 }, (_, at) => at);
  for (let row = 1; row <= given.length; row++) {
    const now = [row];
    for (let at = 1; at <= known.length; at++) {
      const isSame = given[row - 1] === known[at - 1];
      const changed = (before[at - 1] ?? 0) + (isSame ? 0 : 1);
      now[at] = Math.min(changed, (before[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1);
    }
    before = now;
  }
  return before[known.length] ?? 0;
}
