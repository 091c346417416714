/** Every route of the public listener. Each file of a dialect has the list of its own; together they stand in the order of the contract. */
import { ENDPOINTS } from "../../contract/public/endpoints.ts";
import { FUTURES_ACCOUNT_ROUTES } from "./fapi-v1/account.ts";
import { ALL_CONTRACTS_ROUTES } from "./fapi-v1/all-contracts.ts";
import { CONTRACT_ACCOUNT_ROUTES } from "./fapi-v1/contract-accounts.ts";
import { CONTRACT_RATE_ROUTES } from "./fapi-v1/fee-rates.ts";
import { FUTURES_HISTORY_ROUTES } from "./fapi-v1/histories.ts";
import { FUTURES_LEDGER_ROUTES } from "./fapi-v1/ledger.ts";
import { CONTRACT_ROUTES } from "./fapi-v1/market.ts";
import { ORDER_QUERY_ROUTES } from "./fapi-v1/order-queries.ts";
import { FUTURES_ORDER_ROUTES } from "./fapi-v1/orders.ts";
import { USER_CONFIG_ROUTES } from "./fapi-v1/user-config.ts";
import type { Route } from "./route.ts";
import { ACCOUNT_ROUTES } from "./sapi-v1/account.ts";
import { ALL_SYMBOLS_ROUTES } from "./sapi-v1/all-symbols.ts";
import { MARGIN, SPOT } from "./sapi-v1/areas.ts";
import { BATCH_ROUTES } from "./sapi-v1/batch.ts";
import { FEE_RATE_ROUTES } from "./sapi-v1/fee-rates.ts";
import { historyRoutes } from "./sapi-v1/histories.ts";
import { PAIR_LEDGER_ROUTES } from "./sapi-v1/ledger.ts";
import { LIST_QUERY_ROUTES } from "./sapi-v1/list-queries.ts";
import { manageRoutes } from "./sapi-v1/manage-orders.ts";
import { MARKET_ROUTES } from "./sapi-v1/market.ts";
import { LIST_ROUTES } from "./sapi-v1/order-lists.ts";
import { orderRoutes } from "./sapi-v1/orders.ts";
import { WALLET_ROUTES } from "./sapi-v1/transfer.ts";

const SERVED: readonly Route[] = [
  ...MARKET_ROUTES,
  ...ALL_SYMBOLS_ROUTES,
  ...BATCH_ROUTES,
  ...LIST_ROUTES,
  ...LIST_QUERY_ROUTES,
  ...ACCOUNT_ROUTES,
  ...FEE_RATE_ROUTES,
  ...WALLET_ROUTES,
  ...PAIR_LEDGER_ROUTES,
  ...CONTRACT_ROUTES,
  ...ALL_CONTRACTS_ROUTES,
  ...FUTURES_ORDER_ROUTES,
  ...ORDER_QUERY_ROUTES,
  ...FUTURES_HISTORY_ROUTES,
  ...CONTRACT_ACCOUNT_ROUTES,
  ...USER_CONFIG_ROUTES,
  ...CONTRACT_RATE_ROUTES,
  ...FUTURES_ACCOUNT_ROUTES,
  ...FUTURES_LEDGER_ROUTES,
  ...[SPOT, MARGIN].flatMap((area) => [
    ...orderRoutes(area),
    ...manageRoutes(area),
    ...historyRoutes(area),
  ]),
];

const PLACES = new Map(ENDPOINTS.map(({ operation }, place) => [operation, place]));

function placeOf({ operation }: Route): number {
  return PLACES.get(operation) ?? ENDPOINTS.length;
}

export const ROUTES = SERVED.toSorted((one, other) => placeOf(one) - placeOf(other));
