/** What the server says on `/ws`: greeting, answers, and the envelopes of what channels tell. */
import { count, record, type Shape, sometimes, text, time, truth, whole, word } from "../field.ts";
import { ANSWERED, type StreamMessages } from "./message.ts";
import { channelName, logText, REQUEST_ID, seqText } from "./requests.ts";

/** Of the request that is answered; without one there is none. */
const ID = { id: sometimes(REQUEST_ID) };
const CHANNEL = { channel: channelName("name of the channel") };

export const HELLO = record({
  type: word(["hello"], "kind of message"),
  log: logText("names the log and the process; needed to resume"),
  time: time("engine time"),
});

export const SUBSCRIBED = record({
  type: word(["subscribed"], "kind of message"),
  ...CHANNEL,
  resumed: sometimes(truth("true: what you missed follows, and no snapshot")),
  ...ID,
});

/** STREAM-RESUME-1 */
export const RESYNC = record({
  type: word(["resync"], "kind of message"),
  ...CHANNEL,
  reason: word(
    ["too_old", "other_log"],
    "why you cannot go on: what lies behind your seq is not known any more, or was told by another run",
  ),
});

/** STREAM-END-1 */
export const UNSUBSCRIBED = record({
  type: word(["unsubscribed"], "kind of message"),
  ...CHANNEL,
  reason: sometimes(word(["delisted"], "why, where you have not asked for it")),
  ...ID,
});

export const LOGGED_IN = record({ type: word(["loggedIn"], "kind of message"), ...ID });

export const PONG = record({ type: word(["pong"], "kind of message"), ...ID });

const REQUEST_NUMBER = text("number of the request, as X-Request-Id; name it when you ask");

const HEADERS: Shape<Readonly<Record<string, string>>> = {
  type: "object",
  description: "headers of the HTTP reply, such as Retry-After",
  additionalProperties: text("value of the header"),
};

/** STREAM-ORDER-7 */
export const REPLY = record({
  type: word(["reply"], "kind of message"),
  status: count("status of the HTTP reply"),
  requestId: REQUEST_NUMBER,
  headers: HEADERS,
  body: { type: ["object", "array"], description: "body of the HTTP reply, also of a refusal" },
  id: REQUEST_ID,
});

export const CANCEL_SET = record({
  type: word(["cancelOnDisconnect"], "kind of message"),
  requestId: text("number under which the cancels will stand in the log"),
  ...ID,
});

export const ERROR = record({
  type: word(["error"], "kind of message"),
  code: whole("code, as in REST"),
  msg: text("what is wrong, for people: it may change"),
  ...ID,
});

/** The first message of a channel, or one that takes the place of all before it. */
export function snapshotOf<T>(told: Shape<T>) {
  return record({
    type: word(["snapshot"], "kind of message"),
    ...CHANNEL,
    seq: seqText("number of this message"),
    time: time("engine time when something was told last"),
    data: told,
  });
}

/** STREAM-SEQ-2 */
export function updateOf<T>(told: Shape<T>) {
  return record({
    type: word(["update"], "kind of message"),
    ...CHANNEL,
    seq: seqText("number of this message"),
    prev: seqText("number of the message before it in the channel"),
    time: time("engine time"),
    data: told,
  });
}

/** By the names that they have in the documents; what channels tell is made from the channels (messages.ts). */
export const ANSWERS = {
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
} as const satisfies StreamMessages;
