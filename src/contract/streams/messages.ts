/** Every message of both paths by a name of its own: what a client may say, what it leads to, and what the server says. */
import { ANSWERS, snapshotOf, updateOf } from "./answers.ts";
import { KLINE_API_CHANNELS, MY_CHANNELS, PUBLIC_CHANNELS } from "./channels.ts";
import { KLINE_API_ANSWERED, KLINE_API_MESSAGES, repOf, tickOf } from "./kline-api.ts";
import { ANSWERED, type StreamMessage, type StreamMessages } from "./message.ts";
import { REQUESTS } from "./requests.ts";

const REQ = KLINE_API_MESSAGES["klineApi.req"];
/** A request for what a channel tells is answered by it. */
const asked: StreamMessage = {
  ...REQ,
  answers: [
    ...Object.keys(KLINE_API_CHANNELS).map((kind) => `klineApi.${kind}.rep`),
    ...REQ.answers,
  ],
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
    const next = { ...KLINE_API_ANSWERED, summary: `${name}: ${tick.words}.`, channel };
    yield [`${channel}.tick`, { ...next, shape: tickOf<unknown>(tick.shape) }];
    const asked = {
      ...KLINE_API_ANSWERED,
      summary: `What ${name} tells, asked for once.`,
      channel,
    };
    yield [`${channel}.rep`, { ...asked, shape: repOf<unknown>(row) }];
  }
}

export const STREAM_MESSAGES: StreamMessages = {
  ...REQUESTS,
  ...ANSWERS,
  ...KLINE_API_MESSAGES,
  "klineApi.req": asked,
  ...Object.fromEntries(told()),
};
