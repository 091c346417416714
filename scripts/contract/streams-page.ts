/** The tables of docs/streams.md. */
import type { Shape } from "../../src/contract/field.ts";
import {
  EVENTS_WITHIN_MS,
  KLINE_API_CHANNELS,
  MY_CHANNELS,
  PUBLIC_CHANNELS,
  type StreamChannel,
} from "../../src/contract/streams/channels.ts";
import { LIQUIDATION_EVENTS } from "../../src/contract/streams/liquidation.ts";
import type { StreamMessage } from "../../src/contract/streams/message.ts";
import { STREAM_MESSAGES } from "../../src/contract/streams/messages.ts";
import { type PageTables, pageWith, tableOf } from "./markdown.ts";

export const STREAMS_PAGE = "docs/streams.md";

const TABLES: PageTables = {
  requests: requestsTable,
  answers: answersTable,
  "public channels": () => channelsTable(Object.values(PUBLIC_CHANNELS)),
  "private channels": () => channelsTable(Object.values(MY_CHANNELS)),
  "liquidation events": liquidationsTable,
  "kline-api channels": klineApiTable,
};

/** The text of the page. */
export function streamsPage(): string {
  return pageWith(STREAMS_PAGE, TABLES);
}

function saidOnOwn(from: StreamMessage["from"]): [string, StreamMessage][] {
  return Object.entries(STREAM_MESSAGES).filter(
    ([, one]) => one.path === "/ws" && one.from === from && one.channel === undefined,
  );
}

function requestsTable(): string {
  const rows = saidOnOwn("client").map(([name, { shape, summary, answers = [] }]) => [
    `\`${name}\``,
    fieldsOf(shape, ["op", "id"]),
    summary,
    answers.map((answer) => `\`${typeOf(answer)}\``).join(", "),
  ]);
  return tableOf(["op", "fields", "what it does", "answered with"], rows);
}

function answersTable(): string {
  const rows = saidOnOwn("server").map(([name, { shape, summary }]) => [
    `\`${typeOf(name)}\``,
    fieldsOf(shape, ["type", "id"]),
    summary,
  ]);
  return tableOf(["type", "fields", "what it says"], rows);
}

/** The word by which a message is told from others. */
function typeOf(name: string): string {
  return `${STREAM_MESSAGES[name]?.shape.properties?.["type"]?.enum?.[0]}`;
}

/** Each with `?` behind it where it may be left out, and with its words where it has few. */
function fieldsOf({ properties = {}, required = [] }: Shape, but: readonly string[]): string {
  const shown = Object.entries(properties).filter(([name]) => !but.includes(name));
  const fields = shown.map(([name, { enum: words = [] }]) => {
    const field = required.includes(name) ? `\`${name}\`` : `\`${name}\`?`;
    const isTold = words.length > 1 || name === "reason";
    return isTold ? `${field}: ${words.map((word) => `\`${word}\``).join(", ")}` : field;
  });
  const hasWords = (field: string) => field.includes(": ");
  return fields.reduce((all, field, at) => {
    if (at === 0) return field;
    return all + (hasWords(field) || hasWords(fields[at - 1] ?? "") ? "; " : ", ") + field;
  }, "");
}

function channelsTable(channels: readonly StreamChannel[]): string {
  const rows = channels.map(({ name, about, everyMs, snapshot, update }) => [
    `\`${name}\``,
    about,
    `${formOf(snapshot.shape)}, ${snapshot.words}`,
    update.words,
    paceOf(everyMs),
  ]);
  const head = ["channel", "tells", "snapshot `data`", "update `data`", "at most every"];
  return tableOf(head, rows);
}

function klineApiTable(): string {
  const rows = Object.values(KLINE_API_CHANNELS).map(({ name, about, everyMs, tick }) => [
    `\`${name}\``,
    about,
    `${formOf(tick.shape)}, ${tick.words}`,
    paceOf(everyMs),
  ]);
  return tableOf(["channel", "tells", "tick", "at most every"], rows);
}

function paceOf(everyMs: number): string {
  return everyMs === 0 ? `within ${EVENTS_WITHIN_MS} ms` : `${everyMs} ms`;
}

function formOf(shape: Shape): string {
  return `\`${formIn(shape)}\``;
}

/** The names of the fields, as far as there is one form. */
function formIn({ properties, items, prefixItems }: Shape): string {
  if (prefixItems) return `[${prefixItems.map(({ description = "" }) => wordIn(description))}]`;
  if (items) return isShown(items) ? `[${formIn(items)},…]` : "[…]";
  if (!properties) return "…";
  const fields = Object.entries(properties).map(([name, field]) =>
    field.type === "array" ? `${name}:${formIn(field)}` : name,
  );
  return `{${fields.join(",")}}`;
}

/** A row that may be one of several, or has many fields, is told in words. */
function isShown({ properties, prefixItems }: Shape): boolean {
  const count = Object.keys(properties ?? {}).length;
  return prefixItems !== undefined || (count > 0 && count <= FIELDS_MAX);
}

const FIELDS_MAX = 12;

function wordIn(description: string): string {
  return description.split(" ", 1)[0] ?? "";
}

function liquidationsTable(): string {
  const rows = LIQUIDATION_EVENTS.map((shape: Shape) => [
    `\`${shape.properties?.["event"]?.enum?.[0]}\``,
    `${shape.properties?.["area"]?.enum?.[0]}`,
    fieldsOf(shape, ["event", "area", "time"]),
    shape.description ?? "",
  ]);
  return tableOf(["event", "area", "fields", "meaning"], rows);
}
