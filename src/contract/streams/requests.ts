/** What a client says on `/ws`: one JSON object in a text frame each. A field that is not among these is ignored. */
import { count, list, name, record, type Shape, sometimes, text, word } from "../field.ts";
import type { StreamMessages } from "./message.ts";

/** Given back as it came. */
export const REQUEST_ID: Shape<string | number> = {
  type: ["string", "integer"],
  maxLength: 64,
  description: "your own id of the request, text or a whole number; the answer has the same",
};

const ID = { id: sometimes(REQUEST_ID) };

/** STREAM-SEQ-1 */
export function seqText(description: string): Shape<string> {
  return { type: "string", pattern: "^[0-9]{1,16}-[0-9]{1,16}$", description };
}

export function logText(description: string): Shape<string> {
  return { type: "string", pattern: "^[A-Za-z0-9-]+$", description };
}

/** Names are of letters that need no escape: no other has a channel. */
export function channelName(description: string): Shape<string> {
  return { type: "string", pattern: "^[A-Za-z0-9.:_-]+$", description };
}

export const SUBSCRIBE = record({
  op: word(["subscribe"], "what is asked for"),
  channel: channelName("name of the channel"),
  from: sometimes(seqText("to resume: the seq of the last message that you have")),
  log: sometimes(logText("to resume: the log that hello named when you got it")),
  ...ID,
});

export const UNSUBSCRIBE = record({
  op: word(["unsubscribe"], "what is asked for"),
  channel: channelName("name of the channel"),
  ...ID,
});

const TIME_OR_TEXT: Shape<string | number> = {
  type: ["string", "integer"],
  description: "time of the message in ms",
};

export const LOGIN = record({
  op: word(["login"], "what is asked for"),
  apiKey: text("your key; one that may only read will do"),
  ts: TIME_OR_TEXT,
  sign: text('HMAC-SHA256 of ts + "GET" + "/ws" with the secret of the key, in hex'),
  recvWindow: sometimes(count("how old the message may be when it comes, in ms, as in REST")),
  ...ID,
});

const BODY: Shape<object> = {
  type: "object",
  description: "what the POST of this path has as its body",
};

/** STREAM-ORDER-1 */
export const CALL = record({
  op: word(["call"], "what is asked for"),
  path: text("path of an endpoint that can be called"),
  body: BODY,
  ts: sometimes(TIME_OR_TEXT),
  id: REQUEST_ID,
});

/** STREAM-CANCEL-1 */
export const CANCEL_ON_DISCONNECT = record({
  op: word(["cancelOnDisconnect"], "what is asked for"),
  spot: sometimes(list(name("symbol"), "where orders of spot are cancelled")),
  margin: sometimes(list(name("symbol"), "where orders of margin are cancelled")),
  futures: sometimes(list(name("contract"), "where orders of futures are cancelled")),
  ...ID,
});

export const PING = record({ op: word(["ping"], "what is asked for"), ...ID });

const SAID = { path: "/ws", from: "client" } as const;

export const REQUESTS: StreamMessages = {
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
};
