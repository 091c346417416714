/**
 * Entries of ledgers as the contract has them, each behind its id. The archivist writes the rows of its pages; one without an
 * entry says where a walk that looked at enough goes on. Rules HIST-LEDGER-2, HIST-LEDGER-3.
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import { FUTURES_LEDGER_ENTRY } from "../../../contract/futures/ledger.ts";
import { ENTRY_TYPES, LEDGER_ENTRY, MARGIN_LEDGER_ENTRY } from "../../../contract/pairs/ledger.ts";
import { type Writer, writerOf } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import type { Asset, Catalogue } from "../../../core/engine/catalogue/catalogue.ts";
import type { EntryKind } from "../../../core/engine/ledger/entry-kinds.ts";
import { formatUnits } from "../../../core/money/decimal.ts";
import type { EntriesRecord, WriteRow } from "../../../runtime/history/history.ts";
import {
  type EntryLine,
  type LedgerEntries,
  positionOfRank,
} from "../../../runtime/history/ledger-entries.ts";
import { forcedOf } from "./forced.ts";

/** How the entries of each area are written. */
export interface EntryWriters {
  readonly spot: Writer<ValueOf<typeof LEDGER_ENTRY>>;
  readonly margin: Writer<ValueOf<typeof MARGIN_LEDGER_ENTRY>>;
  readonly futures: Writer<ValueOf<typeof FUTURES_LEDGER_ENTRY>>;
}

const WRITERS: EntryWriters = {
  spot: writerOf(LEDGER_ENTRY),
  margin: writerOf(MARGIN_LEDGER_ENTRY),
  futures: writerOf(FUTURES_LEDGER_ENTRY),
};

const BETWEEN = "\n";

export function entryRowWriter(catalogue: Catalogue): WriteRow<EntriesRecord> {
  return ({ record }) => {
    const [line] = record.lines;
    return idOf(record) + BETWEEN + (line ? writeEntry(WRITERS, catalogue, record) : "");
  };
}

function idOf({ id, first }: LedgerEntries): string {
  return `${positionOfRank(id)}-${first}`;
}

/** Of a record with one line. */
export function writeEntry(
  writers: EntryWriters,
  catalogue: Catalogue,
  record: LedgerEntries,
): string {
  const line = present(record.lines[0], "the line of an entry");
  const entry = entryOf(catalogue, record, line);
  const { movement, area } = record;
  const { market, position } = line;
  if (area === "futures") {
    const contractName = catalogue.contracts[market - 1]?.name;
    return writers.futures({ ...entry, contractName, positionId: position || undefined });
  }
  const inPairs = { ...entry, symbol: catalogue.pairs[market - 1]?.name };
  if (area === "margin") return writers.margin(inPairs);
  return writers.spot({ ...inPairs, movementId: movement || undefined });
}

/** What an entry of any area has. */
function entryOf(
  { assets }: Catalogue,
  record: LedgerEntries,
  line: EntryLine,
): Omit<ValueOf<typeof LEDGER_ENTRY>, "symbol" | "movementId"> {
  const { name, scale } = assets[line.asset - 1] as Asset;
  return {
    id: idOf(record),
    time: record.timeMs,
    asset: name,
    type: ENTRY_TYPES[line.kind],
    amount: formatUnits(line.change, scale),
    balance: formatUnits(line.balance, scale),
    ...numbered(line.kind, line.number),
    forced: forcedOf(line),
  };
}

/** The number that a line has is that of the transfer or of the trade. */
function numbered(kind: EntryKind, number: number) {
  if (number === 0) return {};
  return kind === "transfer" ? { transferId: number } : { tradeId: number };
}

/** The entries that rows have, in their order, and where to go on if there may be more. */
export function pageOfEntries<E>(rows: readonly string[]) {
  const entries: Written<E>[] = [];
  for (const row of rows) {
    const end = row.indexOf(BETWEEN);
    const text = row.slice(end + 1);
    if (text === "") return { entries, nextId: row.slice(0, end) };
    entries.push(text as Written<E>);
  }
  return { entries, nextId: undefined };
}
