/**
 * An OpenAPI document as tests read it: its operations by name, their replies by status, and every
 * place in them that has a value. The public one is read here; any other may be.
 */
import { openApiText } from "../../src/edge/http/openapi/document.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";

export interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly "x-most"?: number;
}

export interface DocumentReply {
  readonly $ref?: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly content: { readonly "application/json": { readonly schema: Schema } };
  readonly "x-codes"?: readonly { readonly code: number; readonly name: string }[];
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: DocumentReply["content"] };
  readonly responses: Readonly<Record<string, DocumentReply>>;
  readonly "x-over-stream"?: true;
  readonly security: readonly object[];
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, DocumentReply>> };
  readonly "x-unrouted": Readonly<Record<string, DocumentReply>>;
}

export class ApiReader {
  readonly document: OpenApi;

  constructor(text: string) {
    this.document = JSON.parse(text);
  }

  /** Methods are in capitals, and no other letters mean the same. */
  operationOf(method: string, path: string): Operation | undefined {
    const operations = method === method.toUpperCase() ? this.document.paths[path] : undefined;
    return operations?.[method.toLowerCase()];
  }

  /** `GET /sapi/v1/ping` */
  operationNamed(name: string): Operation | undefined {
    const [method = "", path = ""] = name.split(" ");
    return this.operationOf(method, path);
  }

  /** The reply of a route and status, or where there is no route that of the status alone. */
  replyOf(operation: Operation | undefined, status: number): DocumentReply | undefined {
    const found = (operation?.responses ?? this.document["x-unrouted"])[status];
    const name = found?.$ref?.split("/").at(-1);
    return name === undefined ? found : this.document.components.responses[name];
  }

  /** What a yes of this operation looks like. */
  yesOf(name: string): Schema {
    const yes = this.replyOf(this.operationNamed(name), 200);
    if (!yes) throw new Error(`${name} is not in the document`);
    return yes.content["application/json"].schema;
  }
}

export const PUBLIC = new ApiReader(openApiText(ROUTES));
export const DOCUMENT = PUBLIC.document;

export function operationOf(method: string, path: string): Operation | undefined {
  return PUBLIC.operationOf(method, path);
}

export function operationNamed(name: string): Operation | undefined {
  return PUBLIC.operationNamed(name);
}

export function yesOf(name: string): Schema {
  return PUBLIC.yesOf(name);
}

export function replyOf(operation: Operation | undefined, status: number) {
  return PUBLIC.replyOf(operation, status);
}

/**
 * SPOT-FIELD-3, SPOT-FIELD-4: only an order that asked for more has these, or one that ended for a reason;
 * test/contract/order-set.test.ts and test/contract/end-reasons.test.ts show them.
 */
const SOMETIMES: ReadonlySet<string> = new Set([
  "timeInForce",
  "selfTrade",
  "triggerPrice",
  "triggered",
  "icebergQty",
  "trailingDelta",
  "trailingPrice",
  "volumeUnit",
  "orderListId",
  "listClientOrderId",
  "legsLive",
  "endTime",
  "preventedQty",
  "endReason",
]);

/** The fields of a reply, but for those that only some replies have, and those that it must have. */
export function comparedFields(reply: Schema, value: unknown): { met: string[]; usual: string[] } {
  const usual = new Set(usualFieldsOf(reply));
  const isSometimes = (field: string) => SOMETIMES.has(field.split(".").at(-1) ?? "");
  const met = [...fieldsIn(value)].filter((field) => usual.has(field) || !isSometimes(field));
  return { met: met.sort(), usual: [...usual].sort() };
}

/** Every place that a reply or a request may have a value at, as `account[].positionVos[].positions[].id`. */
function* fieldsAt(schema: Schema, place: string, isReply: boolean): Generator<string> {
  const { properties, items, prefixItems, oneOf, required = [] } = schema;
  for (const [name, field] of Object.entries(properties ?? {})) {
    if (isReply && SOMETIMES.has(name) && !required.includes(name)) continue;
    const inside = place === "" ? name : `${place}.${name}`;
    yield inside;
    yield* fieldsAt(field, inside, isReply);
  }
  for (const item of [items || undefined, ...(prefixItems ?? [])]) {
    if (!item) continue;
    yield `${place}[]`;
    yield* fieldsAt(item, `${place}[]`, isReply);
  }
  for (const one of oneOf ?? []) yield* fieldsAt(one, place, isReply);
}

/** Every field that a request may have. */
export function fieldsOf(schema: Schema): Iterable<string> {
  return fieldsAt(schema, "", false);
}

/** Every field of a reply, without those that only some orders have. */
export function usualFieldsOf(schema: Schema): Iterable<string> {
  return fieldsAt(schema, "", true);
}

/** The places at which a value has something, each once. */
export function fieldsIn(value: unknown): Set<string> {
  const places = new Set<string>();
  const visit = (one: unknown, place: string) => {
    if (place !== "") places.add(place);
    if (Array.isArray(one)) for (const item of one) visit(item, `${place}[]`);
    else if (typeof one === "object" && one !== null) {
      for (const [name, field] of Object.entries(one)) {
        visit(field, place === "" ? name : `${place}.${name}`);
      }
    }
  };
  visit(value, "");
  return places;
}

/** What the schema of a request is: that of its query as an object, or that of its body. */
export function requestSchemaOf({ parameters = [], requestBody }: Operation): Schema {
  if (requestBody) return requestBody.content["application/json"].schema;
  const known = querySchemas.get(parameters) ?? {
    properties: Object.fromEntries(
      parameters.map(({ name, schema, description = "" }) => [name, { ...schema, description }]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  querySchemas.set(parameters, known);
  return known;
}

const querySchemas = new WeakMap<object, Schema>();
