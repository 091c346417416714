/**
 * The AsyncAPI document of the streams, made at the start from the contract: a new channel or a new field of a message appears
 * here by itself. Rule STREAM-DOC-1; test/contract/asyncapi.test.ts holds it.
 */
import { STREAM_EXAMPLES } from "../../../contract/streams/examples.ts";
import type { StreamMessage } from "../../../contract/streams/message.ts";
import { STREAM_MESSAGES } from "../../../contract/streams/messages.ts";
import { type Page, PLAIN_HEADERS } from "../site.ts";
import { type ChannelTerms, CONNECTIONS, channelTerms } from "./channels.ts";
import { payloadOf } from "./payload.ts";

const INTRODUCTION = `What happens is sent as it happens: WebSockets at \`/ws\` and \`/kline-api/ws\`, on the port of the REST API.

A client says what it wants and is answered; from then on it hears what the channels tell that it subscribed to. On \`/ws\` every
message is one JSON object in a text frame, decimals are strings, and every update names the number of the one before it. On
\`/kline-api/ws\` the client sends text and the server JSON compressed by gzip in binary frames, with JSON numbers.

Nothing is sent before it is durable. \`x-every-ms\` of a channel says how often it tells something at most; with 0 it tells events,
within 20 ms. A channel with \`x-private\` needs a login. Numbers, resuming, limits and closing codes are in docs/streams.md of the source.`;

const HOST = {
  default: "127.0.0.1:8080",
  description: "Where the REST API is.",
};

function serverOf(pathname: string, description: string) {
  return { host: "{host}", pathname, protocol: "ws", description, variables: { host: HOST } };
}

export function asyncApiText(): string {
  const messages = Object.entries(STREAM_MESSAGES);
  return JSON.stringify({
    asyncapi: "3.0.0",
    info: {
      title: "Bourse streams",
      version: "1",
      description: INTRODUCTION,
      license: { name: "Apache 2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    defaultContentType: "application/json",
    servers: {
      own: serverOf("/ws", "Public and private channels, orders, sequence numbers."),
      klineApi: serverOf("/kline-api/ws", "Public channels as existing clients know them."),
    },
    channels: Object.fromEntries(channelTerms().map((terms) => [terms.key, channelOf(terms)])),
    operations: Object.fromEntries([...operations()]),
    components: {
      messages: Object.fromEntries(messages.map(([name, one]) => [name, messageOf(name, one)])),
    },
  });
}

function messageOf(name: string, { summary, shape }: StreamMessage) {
  const payload: unknown = JSON.parse(STREAM_EXAMPLES[name] ?? "{}");
  return { name, summary, payload: payloadOf(shape), examples: [{ payload }] };
}

function channelOf({ server, address, parameters, about, messages, more }: ChannelTerms) {
  return {
    address,
    summary: about,
    servers: [{ $ref: `#/servers/${server}` }],
    ...(parameters && { parameters }),
    messages: Object.fromEntries(
      messages.map((name) => [name, { $ref: `#/components/messages/${name}` }]),
    ),
    ...more,
  };
}

interface Ref {
  readonly $ref: string;
}

function within(channel: string, names: readonly string[]) {
  const messages: readonly Ref[] = names.map((name) => ({
    $ref: `#/channels/${channel}/messages/${name}`,
  }));
  return { channel: { $ref: `#/channels/${channel}` }, messages };
}

/** From where the server stands: it receives what clients say, and sends what channels tell. */
function* operations(): Generator<[string, object]> {
  for (const [name, { path, from, summary, answers }] of Object.entries(STREAM_MESSAGES)) {
    if (from !== "client") continue;
    const { key } = CONNECTIONS[path];
    const reply = answers && { reply: within(key, answers) };
    yield [name, { action: "receive", summary, ...within(key, [name]), ...reply }];
  }
  for (const { key, about, told } of channelTerms()) {
    yield [`${key}.tell`, { action: "send", summary: about, ...within(key, told) }];
  }
}

/** The text of the document as a page of the site. */
export function asyncApiPage(body: string): [path: string, page: Page] {
  return ["/asyncapi.json", { type: "application/json", body, headers: PLAIN_HEADERS }];
}
