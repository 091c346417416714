/** A user's ledger of futures: the entries of pairs, with amounts as figures (LEDGER-ENTRY-1, HIST-LEDGER-2). */
import type { EntryKind } from "../../core/engine/ledger/entry-kinds.ts";
import { id, name, record, signedFigure, sometimes } from "../field.ts";
import { entryShape, ledgerEndpoint, pageShape } from "../pairs/ledger.ts";

const TYPES = [
  "transfer",
  "margin",
  "profit",
  "settlement",
  "fee",
  "funding",
  "liquidation_fee",
  "insurance",
] as const satisfies readonly EntryKind[];

const ORIGINS = record({
  contractName: sometimes(name("where it was traded, funded or settled")),
  tradeId: sometimes(id("of the trade that it came from")),
  transferId: sometimes(id("of the transfer")),
  positionId: sometimes(id("of the position whose isolated margin it is")),
});

export const FUTURES_LEDGER_ENTRY = entryShape(TYPES, signedFigure, ORIGINS);
export const FUTURES_LEDGER_PAGE = pageShape(FUTURES_LEDGER_ENTRY);

export const futuresLedger = ledgerEndpoint("futures", {
  path: "/fapi/v1/account/ledger",
  kinds: TYPES,
  reply: FUTURES_LEDGER_PAGE,
});

export const FUTURES_LEDGER_ENDPOINTS = [futuresLedger] as const;

export const FUTURES_LEDGER_RECORDS = {
  FuturesLedgerEntry: FUTURES_LEDGER_ENTRY,
  FuturesLedgerPage: FUTURES_LEDGER_PAGE,
};
