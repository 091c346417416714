/** Every route of the operator's listener. */
import { metrics } from "./health.ts";
import { audit } from "./v1/audit.ts";
import { liftBan, listBans } from "./v1/bans.ts";
import {
  addAsset,
  addSymbol,
  delistSymbol,
  haltSymbol,
  listAssets,
  listSymbols,
  resumeSymbol,
  setFees,
  setSymbolMargin,
} from "./v1/catalogue.ts";
import { explain } from "./v1/explain.ts";
import {
  addContract,
  delistContract,
  haltContract,
  listContracts,
  resumeContract,
  setContract,
} from "./v1/futures/contracts.ts";
import { addKey, listKeys, revokeKey } from "./v1/keys.ts";
import { listIndex, setIndex, withdrawIndex } from "./v1/lending/index-prices.ts";
import { listInsurance } from "./v1/lending/insurance.ts";
import { setLoan, stopLoan } from "./v1/lending/loans.ts";
import { setMargin, showMargin } from "./v1/lending/margin-rules.ts";
import { listPools } from "./v1/lending/pools.ts";
import { deposit, drawFund, fillFund, withdraw } from "./v1/movements.ts";
import type { OperatorRoute } from "./v1/operator.ts";
import { cancelAllOrders, cancelOrder } from "./v1/orders.ts";
import { adoptRules } from "./v1/rules.ts";
import { importPast, showPast } from "./v1/sandbox/candles.ts";
import { advanceClock, freezeClock, resumeClock, showClock } from "./v1/sandbox/clock.ts";
import {
  addFault,
  clearFaults,
  listFaults,
  listStrikes,
  removeFault,
} from "./v1/sandbox/faults.ts";
import { listStates, loadState, removeState, reset, saveState } from "./v1/sandbox/states.ts";
import { status } from "./v1/status.ts";
import { listUserFees, removeUserFees, setUserContractFees, setUserFees } from "./v1/user-fees.ts";
import { userLedger } from "./v1/user-ledger.ts";
import {
  addUser,
  freezeUser,
  listUsers,
  setClientIdReuse,
  showUser,
  unfreezeUser,
} from "./v1/users.ts";

export const OPERATOR_ROUTES: readonly OperatorRoute[] = [
  addUser,
  listUsers,
  showUser,
  freezeUser,
  unfreezeUser,
  setClientIdReuse,
  userLedger,
  addKey,
  listKeys,
  revokeKey,
  deposit,
  withdraw,
  fillFund,
  drawFund,
  addAsset,
  listAssets,
  addSymbol,
  listSymbols,
  haltSymbol,
  resumeSymbol,
  delistSymbol,
  setSymbolMargin,
  setFees,
  listUserFees,
  setUserFees,
  setUserContractFees,
  removeUserFees,
  addContract,
  setContract,
  haltContract,
  resumeContract,
  delistContract,
  listContracts,
  listInsurance,
  listPools,
  setLoan,
  stopLoan,
  showMargin,
  setMargin,
  listIndex,
  setIndex,
  withdrawIndex,
  cancelOrder,
  cancelAllOrders,
  listBans,
  liftBan,
  listFaults,
  addFault,
  listStrikes,
  removeFault,
  clearFaults,
  showClock,
  freezeClock,
  advanceClock,
  resumeClock,
  listStates,
  saveState,
  loadState,
  removeState,
  reset,
  showPast,
  importPast,
  adoptRules,
  explain,
  audit,
  status,
];

/** All that is served with a token: the operator's API, and the metrics. */
export const LISTENER_ROUTES: readonly OperatorRoute[] = [...OPERATOR_ROUTES, metrics];
