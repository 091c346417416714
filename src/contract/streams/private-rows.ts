/**
 * What the private channels of `/ws` tell: the rows of the REST API with their area, and every figure as decimal text.
 * Ids, times, codes and leverage are numbers.
 */
import { either, inQuotes, joined, list, name, record, sometimes, truth, word } from "../field.ts";
import { COIN_ACCOUNT, POSITION } from "../futures/account-shapes.ts";
import { USER_CONFIG } from "../futures/accounts.ts";
import { FUTURES_TRADE } from "../futures/history-shapes.ts";
import { FUTURES_LEDGER_ENTRY } from "../futures/ledger.ts";
import { FUTURES_ORDER } from "../futures/order-shapes.ts";
import { BALANCE, MARGIN_BALANCE, MARGIN_LEVEL } from "../pairs/account.ts";
import { OWN_TRADE } from "../pairs/histories.ts";
import { LEDGER_ENTRY, MARGIN_LEDGER_ENTRY } from "../pairs/ledger.ts";
import { KEPT_LIST } from "../pairs/order-lists.ts";
import { ORDER } from "../pairs/order-shapes.ts";

const AREA = "which of your accounts it is of";
/** What stands before the fields of a row of the REST API. */
export const PAIR_AREA = record({ area: word(["spot", "margin"], AREA) });
export const FUTURES_AREA = record({ area: word(["futures"], AREA) });
const SPOT_AREA = record({ area: word(["spot"], AREA) });
const MARGIN_AREA = record({ area: word(["margin"], AREA) });

export const MY_PAIR_ORDER = joined(PAIR_AREA, ORDER);
export const MY_FUTURES_ORDER = joined(FUTURES_AREA, inQuotes(FUTURES_ORDER));
export const MY_ORDER = either(
  [MY_PAIR_ORDER, MY_FUTURES_ORDER],
  "an order as the order query of its area shows it",
);

/** STREAM-MINE-1 */
export const MY_ORDERS = record({
  orders: list(MY_ORDER, "orders; in a snapshot all that are open"),
});

export const MY_LIST = joined(SPOT_AREA, KEPT_LIST);

/** STREAM-MINE-7 */
export const MY_LISTS = record({
  lists: list(MY_LIST, "order lists as allOrderLists shows them; in a snapshot all that are open"),
});

export const MY_PAIR_TRADE = joined(PAIR_AREA, inQuotes(OWN_TRADE));
export const MY_FUTURES_TRADE = joined(FUTURES_AREA, inQuotes(FUTURES_TRADE));
export const MY_TRADE = either(
  [MY_PAIR_TRADE, MY_FUTURES_TRADE],
  "a trade as myTrades of its area shows it",
);

export const MY_SPOT_ENTRY = joined(SPOT_AREA, LEDGER_ENTRY);
export const MY_MARGIN_ENTRY = joined(MARGIN_AREA, MARGIN_LEDGER_ENTRY);
export const MY_FUTURES_ENTRY = joined(FUTURES_AREA, inQuotes(FUTURES_LEDGER_ENTRY));
export const MY_ENTRY = either(
  [MY_SPOT_ENTRY, MY_MARGIN_ENTRY, MY_FUTURES_ENTRY],
  "an entry as the ledger of its area shows it",
);

/** STREAM-MINE-6 */
export const MY_LEDGER = record({
  entries: list(MY_ENTRY, "entries, oldest first; in a snapshot none"),
});

/** STREAM-MINE-2 */
export const MY_TRADES = record({
  trades: list(MY_TRADE, "own trades, oldest first; in a snapshot none"),
});

export const MY_SPOT_BALANCE = joined(SPOT_AREA, BALANCE);
export const MY_MARGIN_BALANCE = joined(MARGIN_AREA, MARGIN_BALANCE);
export const MY_COIN_ACCOUNT = joined(FUTURES_AREA, inQuotes(COIN_ACCOUNT));
export const MY_BALANCE = either(
  [MY_SPOT_BALANCE, MY_MARGIN_BALANCE, MY_COIN_ACCOUNT],
  "an asset in one area; of futures the account of a margin coin",
);

/** STREAM-MINE-3 */
export const MY_BALANCES = record({
  balances: list(MY_BALANCE, "assets that you have or ever had; in an update those that changed"),
});

export const POSITION_CONTRACT = record({ contractName: name("contract") });
export const MY_POSITION = joined(POSITION_CONTRACT, inQuotes(POSITION));

export const MY_POSITIONS = record({
  positions: list(MY_POSITION, "positions; in an update those that changed, volume 0: it ended"),
});

const DELISTED = truth("that the contract is no more; told once");

export const MY_DELISTED = record({ delisted: DELISTED });
export const MY_CONFIG = joined(USER_CONFIG, record({ delisted: sometimes(DELISTED) }));

export const MY_CONFIGS = record({
  config: list(MY_CONFIG, "leverage and margin mode; in a snapshot of every contract"),
});

export const MY_MARGIN = MARGIN_LEVEL;
