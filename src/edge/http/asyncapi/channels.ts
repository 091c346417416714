/** The channels of the document: one of each connection for what is said and answered, and those that clients subscribe to. */
import {
  KLINE_API_CHANNELS,
  MY_CHANNELS,
  PUBLIC_CHANNELS,
  type StreamChannel,
} from "../../../contract/streams/channels.ts";
import type { StreamPath } from "../../../contract/streams/message.ts";
import { STREAM_MESSAGES } from "../../../contract/streams/messages.ts";
import { INTERVALS } from "../../../core/views/interval.ts";

export interface ChannelTerms {
  readonly key: string;
  readonly server: string;
  /** A connection has none: it is the socket itself. */
  readonly address: string | null;
  readonly parameters?: object | undefined;
  readonly about: string;
  /** By name. */
  readonly messages: readonly string[];
  /** Those of them that come without being asked for each. */
  readonly told: readonly string[];
  readonly more: object;
}

export const CONNECTIONS = {
  "/ws": { key: "own", server: "own", about: "What a client of /ws says, and the answers." },
  "/kline-api/ws": {
    key: "klineApi",
    server: "klineApi",
    about: "What a client of /kline-api/ws says, and the answers.",
  },
} as const satisfies Readonly<Record<StreamPath, object>>;

/** Said by the server without a request. */
const UNASKED: Readonly<Record<StreamPath, readonly string[]>> = {
  "/ws": ["hello", "unsubscribed"],
  "/kline-api/ws": ["klineApi.serverPing", "klineApi.unsubed"],
};

export function channelTerms(): readonly ChannelTerms[] {
  return [
    connectionOf("/ws"),
    ...Object.entries(PUBLIC_CHANNELS).map((entry) => ownChannel(entry, false)),
    ...Object.entries(MY_CHANNELS).map((entry) => ownChannel(entry, true)),
    connectionOf("/kline-api/ws"),
    ...Object.keys(KLINE_API_CHANNELS).map((kind) => klineApiChannel(kind as KlineApiKind)),
  ];
}

type KlineApiKind = keyof typeof KLINE_API_CHANNELS;

function connectionOf(path: StreamPath): ChannelTerms {
  const said = Object.entries(STREAM_MESSAGES).filter(
    ([name, one]) => one.path === path && (!one.channel || name.endsWith(".rep")),
  );
  const messages = said.map(([name]) => name);
  return { ...CONNECTIONS[path], address: null, messages, told: UNASKED[path], more: {} };
}

function ownChannel([key, terms]: [string, StreamChannel], isPrivate: boolean): ChannelTerms {
  const { name, about, everyMs } = terms;
  const told = [`${key}.snapshot`, `${key}.update`];
  const more = { "x-every-ms": everyMs, ...(isPrivate && { "x-private": true }) };
  return {
    key,
    server: "own",
    ...addressOf(name),
    about: sentence(about),
    messages: told,
    told,
    more,
  };
}

function klineApiChannel(kind: KlineApiKind): ChannelTerms {
  const { name, about, everyMs } = KLINE_API_CHANNELS[kind];
  const key = `klineApi.${kind}`;
  const told = [`${key}.tick`];
  return {
    key,
    server: "klineApi",
    ...addressOf(name),
    about: sentence(about),
    messages: told,
    told,
    more: { "x-every-ms": everyMs },
  };
}

function sentence(words: string): string {
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
}

/** What stands in capitals for a name, as a parameter. */
const PARAMETERS: Readonly<Record<string, object>> = {
  NAME: { description: "A symbol or a contract.", examples: ["BTCUSDT", "E-BTC-USDT"] },
  CONTRACT: { description: "A contract.", examples: ["E-BTC-USDT"] },
  INTERVAL: { description: "How long a candle is.", enum: INTERVALS },
  MARKET: {
    description: "A symbol in small letters; of a contract its type, base and quote.",
    examples: ["btcusdt", "e_btcusdt"],
  },
};

function addressOf(name: string) {
  const found = Object.keys(PARAMETERS).filter((word) => name.includes(word));
  const address = name.replace(/[A-Z]+/g, (word) => `{${word.toLowerCase()}}`);
  const parameters = Object.fromEntries(
    found.map((word) => [word.toLowerCase(), PARAMETERS[word]]),
  );
  return { address, parameters: found.length === 0 ? undefined : parameters };
}
