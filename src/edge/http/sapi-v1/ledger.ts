/** The user's ledgers of spot and margin. */
import type { ValueOf } from "../../../contract/field.ts";
import {
  type LEDGER_ENTRY,
  LEDGER_PAGE,
  type MARGIN_LEDGER_ENTRY,
  MARGIN_LEDGER_PAGE,
  marginLedger,
  spotLedger,
} from "../../../contract/pairs/ledger.ts";
import { writerAround } from "../../../contract/writer.ts";
import { serve } from "../dialect/endpoint.ts";
import { ledgerPage } from "../dialect/ledger.ts";

const spotText = writerAround(LEDGER_PAGE, "entries");
const marginText = writerAround(MARGIN_LEDGER_PAGE, "entries");

export const PAIR_LEDGER_ROUTES = [
  serve(spotLedger, async (call, asked) =>
    spotText(await ledgerPage<ValueOf<typeof LEDGER_ENTRY>>(call, "spot", asked)),
  ),
  serve(marginLedger, async (call, asked) =>
    marginText(await ledgerPage<ValueOf<typeof MARGIN_LEDGER_ENTRY>>(call, "margin", asked)),
  ),
];
