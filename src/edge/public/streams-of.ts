/** The streams on an exchange, in whichever process, and what a listener asks of them. */

import { randomBytes } from "node:crypto";
import { Refusal } from "../../contract/refusal.ts";
import { formatUnits } from "../../core/money/decimal.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { type Exchange, engineTimeOf } from "../../runtime/replica/submission.ts";
import type { TouchedUsers } from "../../runtime/replica/touched-users.ts";
import type { BanTable } from "../auth/bans.ts";
import type { KeyTable } from "../auth/keys.ts";
import { turnoverOf as contractTurnover } from "../http/fapi-v1/market-reply.ts";
import { malformedHttp } from "../http/listener/malformed-http.ts";
import type { StreamAsk } from "../http/listener/server.ts";
import { KLINE_API } from "../ws/kline-api/kline-api-dialect.ts";
import { LogName } from "../ws/log-name.ts";
import type { MarketWords } from "../ws/markets.ts";
import type { MessageFaults } from "../ws/message-fault.ts";
import type { CallOrder } from "../ws/own/calls.ts";
import { ownDialect } from "../ws/own/own-dialect.ts";
import { DisconnectCancels } from "../ws/private/disconnect-cancels.ts";
import { PrivateStreams } from "../ws/private/private-streams.ts";
import type { NotTaken, StreamMeter } from "../ws/socket/stream-api.ts";
import { Streams } from "../ws/streams.ts";
import { privateWords } from "./private-words.ts";

export interface StreamParts {
  readonly exchange: Exchange;
  readonly touched: TouchedUsers;
  readonly keys: KeyTable;
  /** The bans, where there are limits. */
  readonly bans: BanTable | undefined;
  readonly isTalkative: boolean;
  readonly meter?: StreamMeter | undefined;
  readonly report: (error: unknown) => void;
  /** STREAM-ORDER-1: the API of the same exchange. */
  readonly callOrder: CallOrder;
  readonly nextRequest: () => number;
  /** Whether clients may come from other processes: gateways, nodes. */
  readonly isShared: boolean;
  /** SANDBOX-FAULT-9: for a sandbox. */
  readonly messageFaults?: MessageFaults | undefined;
}

/** Half of what `hello` names; the other half is the line of commands. */
const PROCESS_NAME_BYTES = 4;

export function streamsOf(parts: StreamParts): Streams {
  const { exchange, touched, keys, bans, isTalkative, meter, report, callOrder, nextRequest } =
    parts;
  const privateStreams = new PrivateStreams({
    exchange,
    keys,
    words: privateWords(exchange.state),
  });
  const log = new LogName(() => exchange.lines, randomBytes(PROCESS_NAME_BYTES).toString("hex"));
  const cancels = new DisconnectCancels({
    exchange,
    keys,
    nextRequest,
    report,
  });
  touched.listen((user) => privateStreams.touched(user));
  return new Streams({
    exchange,
    words: MARKET_WORDS,
    userEvents: {
      fold: (event, seq) => privateStreams.fold(event, seq),
      second() {
        privateStreams.second();
        cancels.second();
      },
    },
    meter,
    report,
    dialects: [ownDialect({ privateStreams, log, isTalkative, callOrder, cancels }), KLINE_API],
    isSilent: () => exchange.notReady === "broken",
    isBanned: bans && ((address) => bans.leftMs(address, engineTimeOf(exchange)) > 0),
    hasLimits: bans !== undefined,
    faults: parts.messageFaults,
    recentMax: parts.isShared ? undefined : 0,
    clockwork: { now: () => performance.now(), timer: systemTimer, makeWay: setImmediate },
  });
}

export const MARKET_WORDS: MarketWords = {
  turnoverOf({ contract, pricePrecision, quantityPrecision }, day) {
    if (contract) return contractTurnover(contract, day);
    return formatUnits(day.traded, pricePrecision + quantityPrecision);
  },
};

/** Takes a stream, or says in the words of the API why not; without streams it is refused. */
export function takeStream(streams: Streams | undefined, ask: StreamAsk): Refusal | undefined {
  if (!streams) return new Refusal("DISCONNECTED", { isClosing: true });
  const notTaken = streams.take(ask);
  return notTaken && refusalOf(notTaken);
}

function refusalOf(notTaken: NotTaken): Refusal {
  switch (notTaken) {
    case "closed":
      return new Refusal("DISCONNECTED", { isClosing: true });
    case "no_such_path":
      return malformedHttp();
    case "no_upgrade":
      return malformedHttp(400, "This is no WebSocket handshake of version 13.");
    case "banned":
      return new Refusal("TOO_MANY_REQUESTS", { status: 418, msg: "This address is banned." });
    case "too_many":
      return new Refusal("TOO_MANY_REQUESTS", { msg: "Too many streams of this address." });
  }
}
