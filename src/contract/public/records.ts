/**
 * The records of replies by the names that programs know them by, in TypeScript and in Python alike, and by what they are about.
 * Each file of the contract names its own, in an order in which a list of them is read well.
 */
import type { Shape } from "../field.ts";
import { POSITION_RECORDS } from "../futures/account-shapes.ts";
import { CONFIG_RECORDS } from "../futures/accounts.ts";
import { FUTURES_HISTORY_RECORDS } from "../futures/history-shapes.ts";
import { FUTURES_LEDGER_RECORDS } from "../futures/ledger.ts";
import { CONTRACT_RECORDS } from "../futures/market-shapes.ts";
import { FUTURES_ORDER_RECORDS } from "../futures/order-shapes.ts";
import { SHARED_RECORDS } from "../markets.ts";
import { ACCOUNT_RECORDS } from "../pairs/account.ts";
import { BATCH_RECORDS } from "../pairs/batch.ts";
import { HISTORY_RECORDS } from "../pairs/histories.ts";
import { LEDGER_RECORDS } from "../pairs/ledger.ts";
import { MANAGE_RECORDS } from "../pairs/manage.ts";
import { MARKET_RECORDS } from "../pairs/market.ts";
import { LIST_RECORDS } from "../pairs/order-lists.ts";
import { ORDER_RECORDS } from "../pairs/order-shapes.ts";
import { WALLET_RECORDS } from "../pairs/wallet.ts";

export const RECORDS = {
  markets: { ...SHARED_RECORDS, ...MARKET_RECORDS },
  pairs: {
    ...ORDER_RECORDS,
    ...BATCH_RECORDS,
    ...MANAGE_RECORDS,
    ...HISTORY_RECORDS,
  },
  accounts: { ...ACCOUNT_RECORDS, ...WALLET_RECORDS },
  contracts: CONTRACT_RECORDS,
  futures: {
    ...FUTURES_ORDER_RECORDS,
    ...FUTURES_HISTORY_RECORDS,
    ...CONFIG_RECORDS,
  },
  positions: POSITION_RECORDS,
  lists: LIST_RECORDS,
  ledgers: { ...LEDGER_RECORDS, ...FUTURES_LEDGER_RECORDS },
} satisfies Readonly<Record<string, Readonly<Record<string, Shape>>>>;
