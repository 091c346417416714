/**
 * Which message of the contract a text on a stream is, and what the contract has against it: by the name of its channel and the
 * field, so that a test that fails says where.
 */
import type { StreamPath } from "../../src/contract/streams/message.ts";
import { STREAM_MESSAGES } from "../../src/contract/streams/messages.ts";
import { kindOfChannel } from "../../src/edge/ws/channel-kind.ts";
import { ajv } from "./document-check.ts";

export type From = "client" | "server";
type Fields = Readonly<Record<string, unknown>>;

/** The name of a message of the contract; undefined where there is none like it. */
export function messageNamed(path: StreamPath, from: From, fields: Fields): string | undefined {
  const name = path === "/ws" ? ownName(from, fields) : klineApiName(from, fields);
  return name in STREAM_MESSAGES ? name : undefined;
}

function ownName(from: From, { op, type, channel }: Fields): string {
  if (from === "client") return `${op}`;
  if (type === "snapshot" || type === "update") return `${kindOfChannel(`${channel}`)}.${type}`;
  return type === "cancelOnDisconnect" ? "cancelSet" : `${type}`;
}

function klineApiName(from: From, fields: Fields): string {
  const { event, event_rep, status, channel } = fields;
  if ("ping" in fields) return `klineApi.${from}Ping`;
  if ("pong" in fields) return `klineApi.${from}Pong`;
  if (from === "client") return `klineApi.${event}`;
  const kind = `klineApi.${kindOfChannel(`${channel}`)}`;
  if ("tick" in fields) return `${kind}.tick`;
  if (status === "error") return "klineApi.refused";
  return event_rep === "rep" ? `${kind}.rep` : `klineApi.${event_rep}`;
}

/** What the contract says against a text; undefined when nothing. */
export function streamProblem(path: StreamPath, from: From, text: string): string | undefined {
  const fields: Fields = JSON.parse(text);
  const name = messageNamed(path, from, fields);
  const place = `${path} ${fields["channel"] ?? ""} ${name ?? ""}`.trim();
  const message = name === undefined ? undefined : STREAM_MESSAGES[name];
  if (!message) return `${place}: the contract has no such message: ${text.slice(0, 500)}`;
  const problems = problemsOf(message.shape, fields);
  return problems.length === 0
    ? undefined
    : `${place}: ${problems.join("; ")} in ${text.slice(0, 500)}`;
}

/** The fields that say which of several records a row is. */
const TELLING = /\/(?:area|event)$/;

const validators = new Map<object, ReturnType<typeof ajv.compile>>();

function problemsOf(shape: object, value: unknown): string[] {
  const validate = validators.get(shape) ?? ajv.compile(shape);
  validators.set(shape, validate);
  if (validate(value)) return [];
  const errors = validate.errors ?? [];
  // Of several shapes that which has another word in it, such as the area, is not meant.
  const others = errors.flatMap(({ keyword, instancePath, schemaPath }) =>
    keyword === "enum" && TELLING.test(instancePath)
      ? (/^.*\/oneOf\/\d+\//.exec(schemaPath) ?? [])
      : [],
  );
  const meant = errors.filter(
    ({ schemaPath }) => !others.some((one) => schemaPath.startsWith(one)),
  );
  return (meant.length > 0 ? meant : errors).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
