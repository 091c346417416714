/**
 * A key may ask for more than others: whatever its requests do not take is refused, but for what public clients are known to send.
 * Nothing that its user wrote is passed over then: not in the items of a list, and not where a request has no parameters at all, in
 * the query of a POST or the body of a GET. Rule USER-FIELD-3.
 */

import { isMeant, TOLERATED, unknown, WINDOW_NAMES } from "../../../contract/field-names.ts";
import type { Fields, ParameterTable } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { SignedCall } from "./endpoint.ts";

interface Asked {
  readonly method: "GET" | "POST";
  readonly parameters: ParameterTable;
}

const WINDOWS: readonly string[] = Object.values(WINDOW_NAMES);

export function refuseToStrict(
  { method, parameters }: Asked,
  { fields, elsewhere }: Pick<SignedCall, "fields" | "elsewhere">,
): void {
  const otherNames = Object.values(parameters).flatMap((one) => one.otherNames ?? []);
  checkNames(parameters, fields, [...WINDOWS, ...otherNames]);
  const misplaced = namesIn(elsewhere?.()).find((name) => !TOLERATED.has(name));
  if (misplaced !== undefined) throw inWrongPart(misplaced, method);
}

/** `more` are names that are taken besides. */
function checkNames(parameters: ParameterTable, fields: Fields, more: readonly string[]): void {
  for (const name of namesIn(fields)) {
    if (TOLERATED.has(name) || more.includes(name)) continue;
    if (!Object.hasOwn(parameters, name)) throw notTaken(name, parameters, fields);
    const inside = parameters[name]?.inside;
    if (inside === undefined) continue;
    for (const item of objectsIn(name, fields)) checkNames(inside, item, []);
  }
}

function namesIn(fields: Fields | undefined): readonly string[] {
  return fields?.names?.() ?? [];
}

/** The objects that a parameter is a list of. */
function* objectsIn(name: string, fields: Fields): Generator<Fields> {
  const given = fields.find(name);
  if (given?.kind !== "list") return;
  for (let index = 0; index < given.count; index++) {
    const item = given.item(index);
    if (item.kind === "object") yield { ...item.fields, within: `${name}[${index}].` };
  }
}

function notTaken(name: string, parameters: ParameterTable, { within = "" }: Fields): Refusal {
  const known = Object.keys(parameters);
  const meant = known.find((option) => isMeant(name, option));
  if (meant !== undefined) return unknown(within + name, meant, parameters);
  const taken = known.join(", ") || "no parameters";
  return refusal(`Parameter ${within}${shown(name)} is not known; this request takes ${taken}.`);
}

function inWrongPart(name: string, method: Asked["method"]): Refusal {
  const [part, right] = method === "POST" ? ["query", "body"] : ["body", "query"];
  return refusal(
    `Parameter ${shown(name)} is in the ${part}; the parameters of a ${method} are in its ${right}.`,
  );
}

function refusal(msg: string): Refusal {
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

const NAME_SHOWN_MAX = 64;

/** A name is whatever a client sent: its beginning is repeated, and no character that a terminal would obey or hide. */
function shown(name: string): string {
  return name.slice(0, NAME_SHOWN_MAX).replace(/[^!-~]/g, "?");
}
