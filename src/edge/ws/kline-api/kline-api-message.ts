/** What a client may say in the kline-api, read from text that may be anything. */
import { Refusal } from "../../../contract/refusal.ts";
import { CANDLES_MAX } from "../../../core/views/interval.ts";

/** The id as it came, to be given back. */
export type Echo = string | number;

export interface KlineApiMessage {
  readonly event: unknown;
  /** Only a text that looks like the name of a channel. */
  readonly channel: string | undefined;
  readonly cbId: Echo | undefined;
  readonly ping: Echo | undefined;
  readonly isPong: boolean;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A message of which nothing could be read. */
export const UNREAD: KlineApiMessage = {
  event: undefined,
  channel: undefined,
  cbId: undefined,
  ping: undefined,
  isPong: false,
  params: {},
};

const CHANNEL = /^[A-Za-z0-9_]{1,128}$/;
const ECHO_LENGTH_MAX = 64;
const WHOLE = /^(?:0|[1-9][0-9]{0,15})$/;

/** A text that is no JSON object is refused. */
export function readMessage(text: string): KlineApiMessage {
  const fields = objectOf(parse(text));
  if (!fields) throw new Refusal("ILLEGAL_CHARS", { msg: "The message is not a JSON object." });
  const params = objectOf(fields["params"]) ?? {};
  const { channel } = params;
  return {
    event: fields["event"],
    channel: typeof channel === "string" && CHANNEL.test(channel) ? channel : undefined,
    cbId: echoOf(params["cb_id"]),
    ping: echoOf(fields["ping"]),
    isPong: "pong" in fields,
    params,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

function echoOf(value: unknown): Echo | undefined {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  return typeof value === "string" && value.length <= ECHO_LENGTH_MAX ? value : undefined;
}

/** Which candles are asked for. */
export interface CandlePage {
  readonly limit: number;
  readonly endMs: number | undefined;
}

export function readPage({ params }: KlineApiMessage): CandlePage {
  const limit = wholeOf(params, "pageSize") ?? CANDLES_MAX;
  const end = wholeOf(params, "endIdx");
  if (limit === 0) throw malformed("pageSize");
  const endMs = end === undefined ? undefined : Math.min(end * 1_000, Number.MAX_SAFE_INTEGER);
  return { limit: Math.min(limit, CANDLES_MAX), endMs };
}

/** Some clients write it as a number, some as text, and some an empty text for none. */
function wholeOf(
  params: KlineApiMessage["params"],
  name: "pageSize" | "endIdx",
): number | undefined {
  const value = params[name];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value !== "number" && typeof value !== "string") throw malformed(name);
  if (!WHOLE.test(`${value}`)) throw malformed(name);
  return Number(value);
}

export function malformed(name: string): Refusal {
  const msg = `${name} is missing or malformed.`;
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}
