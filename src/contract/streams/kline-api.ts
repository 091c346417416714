/**
 * The messages of `/kline-api/ws`. What a client says is text; what the server says is JSON compressed by gzip in binary
 * frames, its figures JSON numbers with all their decimals (STREAM-FAM-2).
 */
import {
  count,
  figure,
  list,
  pair,
  record,
  type Shape,
  signedFigure,
  sometimes,
  text,
  time,
  whole,
  word,
} from "../field.ts";
import { SIDES } from "../order-words.ts";
import type { StreamMessages } from "./message.ts";

/** STREAM-FAM-8: given back as it came. */
function echo(description: string): Shape<string | number> {
  return { type: ["string", "number"], maxLength: 64, description };
}

/** What a client asks about may be no channel; what cannot be a name is not given back. */
const CHANNEL: Shape<string> = {
  type: "string",
  pattern: "^[A-Za-z0-9_]{1,128}$",
  description: "name of the channel",
};

const ASKED = { channel: CHANNEL, cb_id: sometimes(echo("your own id of the request")) };
const WHOLE_OR_TEXT = ["string", "integer"] as const;

export const SUB = record({
  event: word(["sub"], "what is asked for"),
  params: record(ASKED, "which channel"),
});
export const UNSUB = record({
  event: word(["unsub"], "what is asked for"),
  params: record(ASKED, "which channel"),
});

/** STREAM-FAM-7 */
export const REQ = record({
  event: word(["req"], "what is asked for"),
  params: record(
    {
      ...ASKED,
      pageSize: sometimes({
        type: WHOLE_OR_TEXT,
        description: "of candles: how many, at most 300",
      }),
      endIdx: sometimes({
        type: WHOLE_OR_TEXT,
        description: "of candles: none that starts after it, in seconds",
      }),
    },
    "which channel",
  ),
});

export const CLIENT_PING = record({ ping: echo("whatever is to come back") });
export const CLIENT_PONG = record({ pong: echo("what the server sent in its ping") });

export const SERVER_PING = record({ ping: count("the real time in seconds; answer with a pong") });
export const SERVER_PONG = record({ pong: echo("what you sent in your ping") });

const ECHO = { cb_id: sometimes(echo("your own id of the request")) };
const AT = { ts: time("engine time") };
const DONE = { status: word(["ok"], "that it is done") };

export const SUBED = record({
  event_rep: word(["subed"], "what is answered"),
  channel: CHANNEL,
  ...ECHO,
  ...AT,
  ...DONE,
});

export const UNSUBED = record({
  event_rep: word(["unsubed"], "what is answered"),
  channel: CHANNEL,
  ...ECHO,
  ...AT,
  ...DONE,
  reason: sometimes(word(["delisted"], "why, where you have not asked for it")),
});

export const REFUSED = record({
  event_rep: word(["subed", "unsubed", "rep", "error"], "what is answered"),
  channel: sometimes(CHANNEL),
  ...ECHO,
  ...AT,
  status: word(["error"], "that nothing was done"),
  code: whole("code, as in REST"),
  msg: text("what is wrong, for people: it may change"),
});

export function repOf<T>(row: Shape<T>) {
  return record({
    event_rep: word(["rep"], "what is answered"),
    channel: CHANNEL,
    ...ECHO,
    ...AT,
    data: list(row, "oldest first"),
  });
}

export function tickOf<T>(told: Shape<T>) {
  return record({ channel: CHANNEL, ...AT, tick: told });
}

const BOOK_LEVEL = pair(figure("price"), figure("quantity that rests at it"));

/** STREAM-FAM-3 */
export const BOOK_TICK = record({
  asks: list(BOOK_LEVEL, "what is asked, the lowest price first, at most 100"),
  buys: list(BOOK_LEVEL, "what is bid, the highest price first, at most 100"),
});

export const TRADE_TICK = record({
  id: whole("id of the trade; below zero in an imported past"),
  side: word(Object.values(SIDES), "side of the taker"),
  price: figure("price"),
  vol: figure("quantity in the base, of a contract: contracts"),
  amount: figure("the same in the quote"),
  ts: time("when it was traded"),
  ds: {
    type: "string",
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}$",
    description: "the same, UTC in seconds",
  } as Shape<string>,
});

/** STREAM-FAM-4 */
export const TRADES_TICK = record({
  id: whole("that of the newest"),
  ts: time("that of the newest"),
  data: list(TRADE_TICK, "newest first, at most 500"),
});

/** STREAM-FAM-5 */
export const DAY_TICK = record({
  amount: figure("traded in 24 hours, in the quote"),
  vol: figure("traded in 24 hours, in the base; of a contract: contracts"),
  open: figure("price 24 hours ago"),
  close: figure("last price"),
  high: figure("highest price in 24 hours"),
  low: figure("lowest price in 24 hours"),
  rose: signedFigure("change in 24 hours as a fraction: 0.01 is one per cent"),
});

/** STREAM-FAM-6 */
export const CANDLE_TICK = record({
  id: count("start of the candle in seconds"),
  vol: figure("quantity traded"),
  open: figure("first price"),
  close: figure("last price"),
  high: figure("highest price"),
  low: figure("lowest price"),
});

const SAID = { path: "/kline-api/ws", from: "client" } as const;
export const KLINE_API_ANSWERED = { path: "/kline-api/ws", from: "server" } as const;

/** The answers of `req` besides the refusal are those of its channel (messages.ts). */
export const KLINE_API_MESSAGES = {
  "klineApi.sub": {
    ...SAID,
    summary: "Listens to a channel.",
    shape: SUB,
    answers: ["klineApi.subed", "klineApi.refused"],
  },
  "klineApi.unsub": {
    ...SAID,
    summary: "Listens no longer.",
    shape: UNSUB,
    answers: ["klineApi.unsubed", "klineApi.refused"],
  },
  "klineApi.req": {
    ...SAID,
    summary: "Asks once for what a channel tells; counts as ten messages.",
    shape: REQ,
    answers: ["klineApi.refused"],
  },
  "klineApi.clientPing": {
    ...SAID,
    summary: "Asks whether the server is there.",
    shape: CLIENT_PING,
    answers: ["klineApi.serverPong"],
  },
  "klineApi.clientPong": { ...SAID, summary: "Answers the server's ping.", shape: CLIENT_PONG },
  "klineApi.subed": { ...KLINE_API_ANSWERED, summary: "You listen.", shape: SUBED },
  "klineApi.unsubed": {
    ...KLINE_API_ANSWERED,
    summary: "You listen no longer; also when a market is delisted.",
    shape: UNSUBED,
  },
  "klineApi.refused": {
    ...KLINE_API_ANSWERED,
    summary: "It cannot be done; the connection stays open.",
    shape: REFUSED,
  },
  "klineApi.serverPing": {
    ...KLINE_API_ANSWERED,
    summary: "Asks every 10 s whether you are there.",
    shape: SERVER_PING,
  },
  "klineApi.serverPong": {
    ...KLINE_API_ANSWERED,
    summary: "Answers your ping.",
    shape: SERVER_PONG,
  },
} as const satisfies StreamMessages;
