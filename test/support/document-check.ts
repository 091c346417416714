/**
 * An OpenAPI document as a judge (judge-reply.ts asks it about every reply): a reply must have the form
 * that stands in the document for its route and status, with no field and no code beside it; what
 * was answered with 200 must have been asked in the form of the document.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { normaliseDecimal } from "../../src/core/money/decimal.ts";
import { targetOf } from "../../src/edge/http/route.ts";
import { type ApiReader, type Operation, requestSchemaOf, type Schema } from "./api-document.ts";

const YEAR_2020_MS = 1_577_836_800_000;
const YEAR_2100_MS = 4_102_444_800_000;

/** Seconds or microseconds would be in another century. */
function isInMs(time: number): boolean {
  return time > YEAR_2020_MS && time < YEAR_2100_MS;
}

/** Most of its validators are asked a few times: making them costs more than they do. */
const code = { optimize: false } as const;
export const ajv = new Ajv2020({
  allowUnionTypes: true,
  allErrors: true,
  strictTypes: false,
  code,
});
ajv.addKeyword("x-most");
ajv.addFormat("decimal", true);
ajv.addFormat("unix-ms", { type: "number", validate: isInMs });

const validators = new Map<Schema, ValidateFunction>();

function validatorOf(schema: Schema): ValidateFunction {
  const validate = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, validate);
  return validate;
}

/** Whether nothing is wrong with a value; what it would be is not written. */
export function isAsDocumented(schema: Schema, value: unknown): boolean {
  return validatorOf(schema)(value);
}

/** What is wrong with a value, by the document. */
export function problemsOf(schema: Schema, value: unknown): string[] {
  const validate = validatorOf(schema);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

export interface Exchanged {
  readonly method: string;
  readonly target: string;
  readonly body: string | Uint8Array;
  readonly reply: { readonly status: number; readonly json: unknown };
}

/** The operation that a request names; a fragment never belongs in a request. */
export function operationIn(
  reader: ApiReader,
  { method, target }: Pick<Exchanged, "method" | "target">,
): Operation | undefined {
  const { path, query } = targetOf(target);
  return query.includes("#") ? undefined : reader.operationOf(method, path);
}

/** What a document says against a request and its reply, if anything; without an operation there is no route. */
export function problemWith(
  reader: ApiReader,
  { method, target, body, reply }: Exchanged,
  operation: Operation | undefined,
): string | undefined {
  const { path, query } = targetOf(target);
  const documented = reader.replyOf(operation, reply.status);
  // Written only when something is wrong: this is asked about every reply.
  const place = () =>
    `${method} ${path} -> ${reply.status} ${JSON.stringify(reply.json)}`.slice(0, 1_000);
  if (!documented) return `${place()}: the document has no such status`;
  const [content] = Object.values(documented.content);
  const problems = problemsOf(content?.schema ?? {}, reply.json);
  if (operation && reply.status === 200) {
    const asked =
      method === "GET" ? Object.fromEntries(new URLSearchParams(query)) : readBody(body);
    problems.push(...problemsOf(requestSchemaOf(operation), asGiven(asked)));
  }
  return problems.length > 0 ? `${place()} is not as in the document: ${problems}` : undefined;
}

function readBody(body: string | Uint8Array): object {
  const text = Buffer.from(body).toString();
  return text === "" ? {} : JSON.parse(text);
}

/** Names that are told only in words. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  ContractName: "contractName",
  "Contract name": "contractName",
  recvwindow: "recvWindow",
};

/**
 * A request as the service takes it, which is more than the document asks for: what is null or empty
 * was not given, a price of MARKET is not looked at, and 4.0 is 4. In the items of a list too.
 */
function asGiven(asked: object): object {
  const entries = Object.entries(asked);
  const isMarket = entries.some(([name, value]) => /type$/i.test(name) && value === "MARKET");
  const given = entries.filter(([name, value]) => {
    return value !== null && value !== "" && !(isMarket && name === "price");
  });
  return Object.fromEntries(
    given.map(([name, value]) => {
      const isRecords = Array.isArray(value) && value.every((item) => Object(item) === item);
      const plain = typeof value === "string" ? (normaliseDecimal(value) ?? value) : value;
      return [OTHER_NAMES[name] ?? name, isRecords ? value.map(asGiven) : plain];
    }),
  );
}
