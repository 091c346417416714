/** What gateways tell each other of their counts, as bytes: FOLLOW-LIMIT-1. */
import { assert } from "../../core/base/assert.ts";
import { ByteReader, ByteWriter } from "../../core/base/records/bytes.ts";
import { type Counted, type CountTable, NEWS_MAX } from "../../edge/http/counts-exchange.ts";

const ADDRESSES = 0;
const REFUSALS = 1;
/** Behind those two the routes, by their place. */
const ROUTES_FROM = 2;

export function writeCounts(counts: readonly Counted[]): Uint8Array {
  const out = new ByteWriter();
  out.uint(counts.length);
  for (const { table, key, count, endsAtMs } of counts) {
    out.uint(codeOf(table));
    out.text(key);
    out.uint(count);
    out.uint(endsAtMs);
  }
  return out.view();
}

function codeOf(table: CountTable): number {
  if (table === "addresses") return ADDRESSES;
  return table === "refusals" ? REFUSALS : ROUTES_FROM + table;
}

export function readCounts(bytes: Uint8Array): readonly Counted[] {
  const from = new ByteReader(bytes);
  const length = from.uint();
  assert(length <= NEWS_MAX, "no more is told at a time");
  const counts = Array.from({ length }, (): Counted => {
    return {
      table: tableOf(from.uint()),
      key: from.text(),
      count: from.uint(),
      endsAtMs: from.uint(),
    };
  });
  assert(from.isAtEnd(), "counts end with the last of them");
  return counts;
}

function tableOf(code: number): CountTable {
  if (code === ADDRESSES) return "addresses";
  return code === REFUSALS ? "refusals" : code - ROUTES_FROM;
}
