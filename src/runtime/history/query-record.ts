/** A query as bytes, for who asks the history from another process. What is read is a query that can be answered. */

import { assert } from "../../core/base/assert.ts";
import type { ByteReader } from "../../core/base/records/bytes.ts";
import {
  type Field,
  flag,
  oneOf,
  optional,
  record,
  text,
  uint,
} from "../../core/base/records/record.ts";
import { AREAS } from "../../core/engine/ledger/area.ts";
import { ENTRY_KINDS } from "../../core/engine/ledger/entry-kinds.ts";
import type { NameQuery, Query } from "./history.ts";
import type { ListNameQuery } from "./list-records.ts";

/** The longest page of any dialect. */
const ROWS_MAX = 1_000;

const market = { area: oneOf(...AREAS), market: uint };
/** New kinds come last: a number means the same to a version before. */
const kind = oneOf(
  ...(["order", "trade", "futures_order", "futures_trade", "profit"] as const),
  ...(["name", "candles", "funding", "entries", "list", "list_name", "prevented"] as const),
);
const name = record({ ...market, user: uint, clientId: text });
const listName = record({ ...market, user: uint, name: text });
const candles = record({ ...market, interval: uint, last: uint, limit: uint });
const fundings = record({ ...market, firstMs: uint, lastMs: uint, limit: uint });
const entries = record({
  area: oneOf(...AREAS),
  user: uint,
  asset: uint,
  entryKind: optional(oneOf(...ENTRY_KINDS)),
  isForward: flag,
  from: record({ position: uint, line: uint }),
  firstMs: uint,
  lastMs: uint,
  limit: uint,
});
const page = record({ ...market, user: uint, limit: uint, fromId: uint });

export const queryRecord: Field<Query> = {
  write(out, query) {
    kind.write(out, query.kind);
    if (query.kind === "name") name.write(out, query);
    else if (query.kind === "list_name") listName.write(out, query);
    else if (query.kind === "candles") candles.write(out, query);
    else if (query.kind === "funding") fundings.write(out, query);
    else if (query.kind === "entries") entries.write(out, query);
    else page.write(out, query);
  },
  read(from) {
    const asked = kind.read(from);
    if (asked === "name") return { kind: asked, ...name.read(from) };
    if (asked === "list_name") return { kind: asked, ...listName.read(from) };
    const rest = readRest(asked, from);
    assert(rest.limit <= ROWS_MAX, `a page has at most ${ROWS_MAX} rows`);
    return rest;
  },
};

function readRest(
  asked: Exclude<Query["kind"], "name" | "list_name">,
  from: ByteReader,
): Exclude<Query, NameQuery | ListNameQuery> {
  if (asked === "candles") return { kind: asked, ...candles.read(from) };
  if (asked === "funding") return { kind: asked, ...fundings.read(from), area: "futures" };
  if (asked === "entries") return { kind: asked, ...entries.read(from) };
  return { kind: asked, ...page.read(from) };
}
