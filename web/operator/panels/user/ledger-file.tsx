/** A user's ledger as a file: all pages, oldest first. */
import { useState } from "preact/hooks";
import { type CsvField, csvOf, saveFile } from "../../../look/csv.ts";
import type { OperatorSession } from "../../session/operator-session.ts";
import { sayFailed, usePageServices } from "../../session/page-services.ts";
import type { LedgerReply, LedgerRow } from "../../session/words.ts";

/** What is asked for: "" is all. */
export interface LedgerFilter {
  readonly area: string;
  readonly asset: string;
  readonly type: string;
}

export function given(name: string, { area, asset, type }: LedgerFilter) {
  return { name, area: area || undefined, asset: asset || undefined, type: type || undefined };
}

/** What an entry came from; "" of what it has none. */
export function originsOf(entry: LedgerRow) {
  return {
    market: (entry.area === "futures" ? entry.contractName : entry.symbol) ?? "",
    trade: `${entry.tradeId ?? ""}`,
    transfer: `${entry.transferId ?? ""}`,
    movement: (entry.area === "spot" ? entry.movementId : undefined) ?? "",
    position: `${(entry.area === "futures" ? entry.positionId : undefined) ?? ""}`,
  };
}

const FIELDS: readonly CsvField<LedgerRow>[] = [
  ["id", ({ id }) => id],
  ["time", ({ time }) => new Date(time).toISOString()],
  ["area", ({ area }) => area],
  ["asset", ({ asset }) => asset],
  ["type", ({ type }) => type],
  ["amount", ({ amount }) => amount],
  ["balance", ({ balance }) => balance],
  ["market", (entry) => originsOf(entry).market],
  ["tradeId", (entry) => originsOf(entry).trade],
  ["transferId", (entry) => originsOf(entry).transfer],
  ["movementId", (entry) => originsOf(entry).movement],
  ["positionId", (entry) => originsOf(entry).position],
  ["forced", ({ forced }) => forced],
];

/** As many as one page of the API has. */
const PAGE = 1_000;
/** More rows than a spreadsheet reads; the command line writes longer files. */
const ROWS_MAX = 100_000;

interface SaveLedgerProps {
  readonly name: string;
  readonly wanted: LedgerFilter;
}

export function SaveLedger({ name, wanted }: SaveLedgerProps) {
  const { session, say } = usePageServices();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { rows, isWhole } = await readAll(session, given(name, wanted));
      saveFile(`ledger-${name}.csv`, csvOf(FIELDS, rows));
      if (isWhole) say("good", `Saved ${rows.length} entries.`);
      else say("bad", `Saved the oldest ${rows.length}; bourse user ledger ${name} --csv has all.`);
    } catch (error) {
      say("bad", sayFailed(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" disabled={isBusy} onClick={() => void save()}>
      Save as CSV
    </button>
  );
}

async function readAll(session: OperatorSession, asked: ReturnType<typeof given>) {
  const rows: LedgerRow[] = [];
  let next: string | undefined = "1-0";
  while (next !== undefined && rows.length < ROWS_MAX) {
    const query = { ...asked, fromId: next, limit: PAGE };
    const page: LedgerReply = await session.get<LedgerReply>("/users/ledger", query);
    rows.push(...page.entries.toReversed());
    next = page.next;
  }
  return { rows, isWhole: next === undefined };
}
