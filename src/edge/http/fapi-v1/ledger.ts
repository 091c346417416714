/** The user's ledger of futures. */
import type { ValueOf } from "../../../contract/field.ts";
import {
  type FUTURES_LEDGER_ENTRY,
  FUTURES_LEDGER_PAGE,
  futuresLedger,
} from "../../../contract/futures/ledger.ts";
import { writerAround } from "../../../contract/writer.ts";
import { serve } from "../dialect/endpoint.ts";
import { ledgerPage } from "../dialect/ledger.ts";

const pageText = writerAround(FUTURES_LEDGER_PAGE, "entries");
type Entry = ValueOf<typeof FUTURES_LEDGER_ENTRY>;

export const FUTURES_LEDGER_ROUTES = [
  serve(futuresLedger, async (call, asked) =>
    pageText(await ledgerPage<Entry>(call, "futures", asked)),
  ),
];
