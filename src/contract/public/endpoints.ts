/** Every endpoint of the public API, in the order of the documents. Each file of the contract has the list of its own. */
import type { PublicEndpoint } from "../endpoint.ts";
import { FUTURES_ACCOUNT_ENDPOINTS } from "../futures/accounts.ts";
import { FUTURES_LEDGER_ENDPOINTS } from "../futures/ledger.ts";
import { CONTRACT_ENDPOINTS } from "../futures/market.ts";
import { FUTURES_ORDER_ENDPOINTS } from "../futures/orders.ts";
import { MARGIN_ACCOUNT_ENDPOINTS, SPOT_ACCOUNT_ENDPOINTS } from "../pairs/account.ts";
import { MARGIN, SPOT } from "../pairs/areas.ts";
import { BATCH_ENDPOINTS } from "../pairs/batch.ts";
import { historyEndpoints } from "../pairs/histories.ts";
import { PAIR_LEDGER_ENDPOINTS } from "../pairs/ledger.ts";
import { manageEndpoints } from "../pairs/manage.ts";
import { MARKET_ENDPOINTS } from "../pairs/market.ts";
import { LIST_ENDPOINTS } from "../pairs/order-lists.ts";
import { orderEndpoints } from "../pairs/orders.ts";
import { WALLET_ENDPOINTS } from "../pairs/wallet.ts";

export const ENDPOINTS: readonly PublicEndpoint[] = [
  ...MARKET_ENDPOINTS,
  ...orderEndpoints(SPOT),
  ...BATCH_ENDPOINTS,
  ...LIST_ENDPOINTS,
  ...manageEndpoints(SPOT),
  ...historyEndpoints(SPOT),
  ...SPOT_ACCOUNT_ENDPOINTS,
  ...orderEndpoints(MARGIN),
  ...manageEndpoints(MARGIN),
  ...historyEndpoints(MARGIN),
  ...MARGIN_ACCOUNT_ENDPOINTS,
  ...WALLET_ENDPOINTS,
  ...PAIR_LEDGER_ENDPOINTS,
  ...CONTRACT_ENDPOINTS,
  ...FUTURES_ORDER_ENDPOINTS,
  ...FUTURES_ACCOUNT_ENDPOINTS,
  ...FUTURES_LEDGER_ENDPOINTS,
];
