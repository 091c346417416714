/** What a client may say on `/ws`, read from text that may be anything. */
import { Refusal } from "../../../contract/refusal.ts";
import {
  isJsonObject,
  JsonError,
  JsonNumber,
  type JsonObject,
  type JsonValue,
  readJsonText,
} from "../../http/json.ts";
import { parseSeq, type Seq } from "../seq.ts";
import type { CancelNames } from "../socket/cancel-wish.ts";

/** The id as it came, to be given back. */
export type RequestId = string | number | undefined;

export type Request =
  | {
      readonly op: "subscribe";
      readonly channel: string;
      readonly from: Seq | undefined;
      readonly log: string | undefined;
    }
  | { readonly op: "unsubscribe"; readonly channel: string }
  | { readonly op: "login"; readonly fields: Readonly<Record<string, unknown>> }
  | {
      readonly op: "call";
      readonly path: string;
      /** As it came: the API says what is wrong with it. */
      readonly ts: unknown;
      readonly message: CallMessage;
    }
  | {
      readonly op: "cancelOnDisconnect";
      readonly names: CancelNames;
    }
  | { readonly op: "ping" };

/** The whole of a call, read as bodies are; where that cannot be, what is wrong with it. */
export type CallMessage = JsonObject | JsonError;

/** A message of a client, read. */
export interface Heard {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly call: CallMessage;
}

const ID_LENGTH_MAX = 64;
const CHANNEL_LENGTH_MAX = 128;
const PATH_LENGTH_MAX = 128;

/** The message is one level around the body, which may be as deep as over HTTP. */
const MESSAGE_DEPTH = 0;

/** A call is read once, and as strictly as the body in it must be; what is read strictly, JSON.parse reads alike. */
export function readMessage(text: string): Heard {
  const call = readStrictly(text);
  if (call instanceof JsonError || call.get("op") !== "call") {
    return { fields: readFields(text), call };
  }
  return { fields: callFields(call), call };
}

function readStrictly(text: string): CallMessage {
  try {
    const value = readJsonText(text, MESSAGE_DEPTH);
    return isJsonObject(value) ? value : new JsonError("no object");
  } catch (error) {
    if (error instanceof JsonError) return error;
    throw error;
  }
}

/** The fields of a call that are not in its body. */
function callFields(call: JsonObject): Readonly<Record<string, unknown>> {
  const path = call.get("path");
  return { op: "call", id: plainOf(call.get("id")), path, ts: plainOf(call.get("ts")) };
}

function plainOf(value: JsonValue | undefined): unknown {
  return value instanceof JsonNumber ? Number(value.text) : value;
}

/** The fields of a message; what is no JSON object is refused. */
function readFields(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Refusal("ILLEGAL_CHARS", { msg: "The message is not JSON." });
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw new Refusal("ILLEGAL_CHARS", { msg: "The message is not a JSON object." });
}

export function readId({ id }: Readonly<Record<string, unknown>>): RequestId {
  if (id === undefined || Number.isSafeInteger(id)) return id as RequestId;
  if (typeof id === "string" && id.length <= ID_LENGTH_MAX) return id;
  throw malformed("id");
}

export function readRequest({ fields, call }: Heard): Request {
  switch (fields["op"]) {
    case "subscribe":
      return { op: "subscribe", channel: channelOf(fields), ...resumeOf(fields) };
    case "unsubscribe":
      return { op: "unsubscribe", channel: channelOf(fields) };
    case "login":
      return { op: "login", fields };
    case "call":
      return { op: "call", path: pathOf(fields), ts: fields["ts"] ?? undefined, message: call };
    case "cancelOnDisconnect":
      return { op: "cancelOnDisconnect", names: cancelNamesOf(fields) };
    case "ping":
      return { op: "ping" };
    default:
      throw new Refusal("UNSUPPORTED_OPERATION", {
        msg: "op is not one of subscribe, unsubscribe, login, call, cancelOnDisconnect, ping.",
      });
  }
}

function channelOf({ channel }: Readonly<Record<string, unknown>>): string {
  if (typeof channel === "string" && channel.length <= CHANNEL_LENGTH_MAX) return channel;
  throw malformed("channel");
}

function pathOf({ path }: Readonly<Record<string, unknown>>): string {
  if (typeof path === "string" && path.length <= PATH_LENGTH_MAX) return path;
  throw malformed("path");
}

function cancelNamesOf(fields: Readonly<Record<string, unknown>>): CancelNames {
  const listOf = (area: keyof CancelNames): readonly string[] => {
    const list = fields[area] ?? [];
    const isList = Array.isArray(list) && list.every((name) => typeof name === "string");
    if (!isList) throw malformed(area);
    return list;
  };
  return { spot: listOf("spot"), margin: listOf("margin"), futures: listOf("futures") };
}

function resumeOf({ from, log }: Readonly<Record<string, unknown>>) {
  if (from === undefined) return { from: undefined, log: undefined };
  const seq = typeof from === "string" ? parseSeq(from) : undefined;
  if (!seq) throw malformed("from");
  if (typeof log !== "string") throw malformed("log");
  return { from: seq, log };
}

export function malformed(name: string): Refusal {
  const msg = `${name} is missing or malformed.`;
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}
