/** The streams for people: the channels and every message of both paths, with its fields and an example. */
import {
  KLINE_API_CHANNELS,
  MY_CHANNELS,
  PUBLIC_CHANNELS,
} from "../../../contract/streams/channels.ts";
import { STREAM_EXAMPLES } from "../../../contract/streams/examples.ts";
import type { StreamMessage } from "../../../contract/streams/message.ts";
import { STREAM_MESSAGES } from "../../../contract/streams/messages.ts";
import { anchorTo, type Chapter, code, row, table } from "./chapter.ts";
import { type Html, html, prose } from "./html.ts";
import { fieldRows } from "./shape-rows.ts";

type Named = readonly [name: string, message: StreamMessage];

/** What is shown of a channel beside its messages. */
interface ShownChannel {
  readonly name: string;
  readonly about: string;
  readonly everyMs: number;
}

const MESSAGES: readonly Named[] = Object.entries(STREAM_MESSAGES);

function saidOn(path: StreamMessage["path"]): readonly Named[] {
  return MESSAGES.filter(([, one]) => one.path === path && one.channel === undefined);
}

function toldBy(channels: readonly string[]): readonly Named[] {
  return MESSAGES.filter(([, { channel = "" }]) => channels.includes(channel));
}

export const STREAM_CHAPTERS: readonly Chapter[] = [
  {
    id: "streams",
    title: "Streams at /ws",
    body: html`<p>A WebSocket on the port of the API: what a client says, and what it is answered. The same
for programs is in <a href="/asyncapi.json">/asyncapi.json</a>.</p>
${saidOn("/ws").map(showMessage)}`,
  },
  {
    id: "public-channels",
    title: "Public channels of /ws",
    body: html`${showChannels(Object.values(PUBLIC_CHANNELS))}
${toldBy(Object.keys(PUBLIC_CHANNELS)).map(showMessage)}`,
  },
  {
    id: "private-channels",
    title: "Private channels of /ws",
    body: html`<p>For clients that have logged in.</p>
${showChannels(Object.values(MY_CHANNELS))}
${toldBy(Object.keys(MY_CHANNELS)).map(showMessage)}`,
  },
  {
    id: "kline-api",
    title: "Streams at /kline-api/ws",
    body: html`<p>Public channels as existing clients know them: text from the client, and from the server JSON
compressed by gzip in binary frames.</p>
${showChannels(Object.values(KLINE_API_CHANNELS))}
${saidOn("/kline-api/ws").map(showMessage)}
${toldBy(Object.keys(KLINE_API_CHANNELS).map((kind) => `klineApi.${kind}`)).map(showMessage)}`,
  },
];

function showChannels(channels: readonly ShownChannel[]): Html {
  const rows = channels.map(({ name, about, everyMs }) =>
    row(code(name), about, everyMs === 0 ? "within 20 ms" : `${everyMs} ms`),
  );
  return table("Channels", ["Channel", "Tells", "At most every"], rows);
}

function showMessage([name, { from, summary, shape }]: Named): Html {
  const id = `message-${name.replaceAll(".", "-")}`;
  const rows = fieldRows(shape, from === "client" ? "request" : "reply");
  return html`
<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><span class="path">${name}</span>${anchorTo(id, name)}</h3>
<p>${prose(summary)}</p>
<p class="facts"><span>from the ${from}</span></p>
<pre><code>${STREAM_EXAMPLES[name]}</code></pre>
<details><summary>Fields</summary>${table("Fields", ["Field", "Kind", "Meaning"], rows)}</details>
</article>`;
}
