/** Every message of both paths by a name of its own: what a client may say, what it leads to, and what the server says. */
import type { Shape } from "../field.ts";
import {
  CANCEL_SET,
  ERROR,
  HELLO,
  LOGGED_IN,
  PONG,
  REPLY,
  RESYNC,
  SUBSCRIBED,
  snapshotOf,
  UNSUBSCRIBED,
  updateOf,
} from "./answers.ts";
import { KLINE_API_CHANNELS, MY_CHANNELS, PUBLIC_CHANNELS } from "./channels.ts";
import {
  CLIENT_PING,
  CLIENT_PONG,
  REFUSED,
  REQ,
  repOf,
  SERVER_PING,
  SERVER_PONG,
  SUB,
  SUBED,
  tickOf,
  UNSUB,
  UNSUBED,
} from "./kline-api.ts";
import { CALL, CANCEL_ON_DISCONNECT, LOGIN, PING, SUBSCRIBE, UNSUBSCRIBE } from "./requests.ts";

export type StreamPath = "/ws" | "/kline-api/ws";

export interface StreamMessage {
  readonly path: StreamPath;
  readonly from: "client" | "server";
  readonly summary: string;
  readonly shape: Shape;
  /** Of what a client says: the messages that answer it. */
  readonly answers?: readonly string[];
  /** Of what a channel tells: the key of the channel in its table. */
  readonly channel?: string;
}

type Messages = Readonly<Record<string, StreamMessage>>;

const SAID = { path: "/ws", from: "client" } as const;
const ANSWERED = { path: "/ws", from: "server" } as const;

const OWN: Messages = {
  subscribe: {
    ...SAID,
    summary: "Listens to a channel, or goes on where you were.",
    shape: SUBSCRIBE,
    answers: ["subscribed", "resync", "error"],
  },
  unsubscribe: {
    ...SAID,
    summary: "Listens no longer.",
    shape: UNSUBSCRIBE,
    answers: ["unsubscribed", "error"],
  },
  login: {
    ...SAID,
    summary: "Logs in, once a connection: private channels and calls need it.",
    shape: LOGIN,
    answers: ["loggedIn", "error"],
  },
  call: {
    ...SAID,
    summary: "Calls an endpoint that places or cancels orders, as its POST.",
    shape: CALL,
    answers: ["reply", "error"],
  },
  cancelOnDisconnect: {
    ...SAID,
    summary: "Names the markets whose orders are cancelled when the connection ends.",
    shape: CANCEL_ON_DISCONNECT,
    answers: ["cancelSet", "error"],
  },
  ping: {
    ...SAID,
    summary: "Asks whether the server is there.",
    shape: PING,
    answers: ["pong", "error"],
  },
  hello: { ...ANSWERED, summary: "The first message of a connection.", shape: HELLO },
  subscribed: {
    ...ANSWERED,
    summary: "You listen; a snapshot follows, or what you missed.",
    shape: SUBSCRIBED,
  },
  resync: {
    ...ANSWERED,
    summary: "You cannot go on where you were: replace what you have by the snapshot.",
    shape: RESYNC,
  },
  unsubscribed: {
    ...ANSWERED,
    summary: "You listen no longer; also when a market is delisted.",
    shape: UNSUBSCRIBED,
  },
  loggedIn: { ...ANSWERED, summary: "You are logged in.", shape: LOGGED_IN },
  reply: { ...ANSWERED, summary: "The reply to a call, as over HTTP.", shape: REPLY },
  cancelSet: { ...ANSWERED, summary: "Your names are noted.", shape: CANCEL_SET },
  pong: { ...ANSWERED, summary: "The server is there.", shape: PONG },
  error: {
    ...ANSWERED,
    summary: "It cannot be done; the connection stays open.",
    shape: ERROR,
  },
};

const OLD_SAID = { path: "/kline-api/ws", from: "client" } as const;
const OLD_ANSWERED = { path: "/kline-api/ws", from: "server" } as const;

const KLINE_API: Messages = {
  "klineApi.sub": {
    ...OLD_SAID,
    summary: "Listens to a channel.",
    shape: SUB,
    answers: ["klineApi.subed", "klineApi.refused"],
  },
  "klineApi.unsub": {
    ...OLD_SAID,
    summary: "Listens no longer.",
    shape: UNSUB,
    answers: ["klineApi.unsubed", "klineApi.refused"],
  },
  "klineApi.req": {
    ...OLD_SAID,
    summary: "Asks once for what a channel tells; counts as ten messages.",
    shape: REQ,
    answers: [
      ...Object.keys(KLINE_API_CHANNELS).map((kind) => `klineApi.${kind}.rep`),
      "klineApi.refused",
    ],
  },
  "klineApi.clientPing": {
    ...OLD_SAID,
    summary: "Asks whether the server is there.",
    shape: CLIENT_PING,
    answers: ["klineApi.serverPong"],
  },
  "klineApi.clientPong": { ...OLD_SAID, summary: "Answers the server's ping.", shape: CLIENT_PONG },
  "klineApi.subed": { ...OLD_ANSWERED, summary: "You listen.", shape: SUBED },
  "klineApi.unsubed": {
    ...OLD_ANSWERED,
    summary: "You listen no longer; also when a market is delisted.",
    shape: UNSUBED,
  },
  "klineApi.refused": {
    ...OLD_ANSWERED,
    summary: "It cannot be done; the connection stays open.",
    shape: REFUSED,
  },
  "klineApi.serverPing": {
    ...OLD_ANSWERED,
    summary: "Asks every 10 s whether you are there.",
    shape: SERVER_PING,
  },
  "klineApi.serverPong": { ...OLD_ANSWERED, summary: "Answers your ping.", shape: SERVER_PONG },
};

/** What the channels tell. */
function* told(): Generator<[string, StreamMessage]> {
  for (const [channel, terms] of Object.entries({ ...PUBLIC_CHANNELS, ...MY_CHANNELS })) {
    const { name, snapshot, update } = terms;
    const first = { ...ANSWERED, summary: `${name} as it stands: ${snapshot.words}.`, channel };
    const next = { ...ANSWERED, summary: `What is new in ${name}: ${update.words}.`, channel };
    yield [`${channel}.snapshot`, { ...first, shape: snapshotOf<unknown>(snapshot.shape) }];
    yield [`${channel}.update`, { ...next, shape: updateOf<unknown>(update.shape) }];
  }
  for (const [kind, { name, tick, row }] of Object.entries(KLINE_API_CHANNELS)) {
    const channel = `klineApi.${kind}`;
    const next = { ...OLD_ANSWERED, summary: `${name}: ${tick.words}.`, channel };
    yield [`${channel}.tick`, { ...next, shape: tickOf<unknown>(tick.shape) }];
    const asked = { ...OLD_ANSWERED, summary: `What ${name} tells, asked for once.`, channel };
    yield [`${channel}.rep`, { ...asked, shape: repOf<unknown>(row) }];
  }
}

export const STREAM_MESSAGES: Messages = { ...OWN, ...KLINE_API, ...Object.fromEntries(told()) };
