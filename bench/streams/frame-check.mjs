/**
 * Whether anything is missing or out of order. On `/ws` every update of every client names the number
 * before it: the chain of each channel is followed without reading the rest. The family has no numbers:
 * a sample of clients reads everything: trades come in the order of their ids, and are as many as on `/ws`.
 * Of the others the frames are counted, and have to be as many as those of the sample.
 */
import { gunzipSync } from "node:zlib";

/** As the server writes it: `{"type":"update","channel":"…","seq":"…","prev":"…",…`. */
const UPDATE = Buffer.from('{"type":"update","channel":"');
const SNAPSHOT = Buffer.from('{"type":"snapshot","channel":"');
const ANSWER = Buffer.from('{"type":"subscribed"');
const SEQ = '","seq":"'.length;
const PREV = '","prev":"'.length;
const QUOTE = 0x22;
const TAPE = "trades:";
/** Where the word behind `{"type":"` begins, and what updates begin with. */
const WORD = 9;
const U = 0x75;

export class FrameCheck {
  constructor({ dialect, isSample, subscriptions }) {
    this.take = dialect.name === "own" ? this.takeOwn : this.takeFamily;
    this.isSample = isSample;
    this.subscriptions = subscriptions;
    /** Subscriptions that were answered. */
    this.answers = 0;
    this.gaps = 0;
    /** The last number of each channel; of the family's the last trade, or the last time. */
    this.heads = new Map();
    /** Of the sample: how many trades of each symbol, and how long after its time each came. */
    this.trades = new Map();
    this.delays = [];
  }

  takeOwn(bytes, begin, end) {
    if (bytes[begin + WORD] === U) this.follow(bytes, begin + UPDATE.length, end);
    else if (starts(bytes, begin, SNAPSHOT)) this.beginAt(bytes, begin + SNAPSHOT.length);
    else if (starts(bytes, begin, ANSWER)) this.answers++;
  }

  beginAt(bytes, at) {
    const nameEnd = bytes.indexOf(QUOTE, at);
    const seqEnd = bytes.indexOf(QUOTE, nameEnd + SEQ);
    this.heads.set(bytes.latin1Slice(at, nameEnd), bytes.latin1Slice(nameEnd + SEQ, seqEnd));
  }

  follow(bytes, at, end) {
    const nameEnd = bytes.indexOf(QUOTE, at);
    const seqEnd = bytes.indexOf(QUOTE, nameEnd + SEQ);
    const prevEnd = bytes.indexOf(QUOTE, seqEnd + PREV);
    const channel = bytes.latin1Slice(at, nameEnd);
    if (this.heads.get(channel) !== bytes.latin1Slice(seqEnd + PREV, prevEnd)) this.gaps++;
    this.heads.set(channel, bytes.latin1Slice(nameEnd + SEQ, seqEnd));
    if (!this.isSample || !channel.startsWith(TAPE)) return;
    const { data } = JSON.parse(bytes.latin1Slice(at - UPDATE.length, end));
    this.noteTrades(
      channel.slice(TAPE.length),
      data.trades.map(({ time }) => time),
    );
  }

  takeFamily(bytes, begin, end) {
    if (!this.isSample && this.answers === this.subscriptions) return;
    const message = JSON.parse(gunzipSync(bytes.subarray(begin, end)).toString());
    if (message.event_rep === "subed") this.answers++;
    else if (message.tick?.data) this.followTrades(message.channel, message.tick.data.reverse());
    else if (message.tick) this.followTime(message.channel, message.ts);
  }

  followTrades(channel, trades) {
    for (const { id } of trades) {
      if (id <= (this.heads.get(channel) ?? 0)) this.gaps++;
      this.heads.set(channel, id);
    }
    const symbol = channel.split("_")[1].toUpperCase();
    this.noteTrades(
      symbol,
      trades.map(({ ts }) => ts),
    );
  }

  followTime(channel, ts) {
    if (ts < (this.heads.get(channel) ?? 0)) this.gaps++;
    this.heads.set(channel, ts);
  }

  noteTrades(symbol, times) {
    const nowMs = Date.now();
    this.trades.set(symbol, (this.trades.get(symbol) ?? 0) + times.length);
    for (const time of times) this.delays.push(nowMs - time);
  }
}

function starts(bytes, at, word) {
  return bytes.compare(word, 0, word.length, at, Math.min(bytes.length, at + word.length)) === 0;
}
