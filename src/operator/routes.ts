/** Every route of the operator's listener. */
import { liftBan, listBans } from "./v1/bans.ts";
import {
  addAsset,
  addSymbol,
  delistSymbol,
  haltSymbol,
  resumeSymbol,
  setFees,
} from "./v1/catalogue.ts";
import { addKey, revokeKey } from "./v1/keys.ts";
import { deposit, withdraw } from "./v1/movements.ts";
import type { OperatorRoute } from "./v1/operator.ts";
import { cancelOrder } from "./v1/orders.ts";
import { status } from "./v1/status.ts";
import { addUser, freezeUser, unfreezeUser } from "./v1/users.ts";

export const OPERATOR_ROUTES: readonly OperatorRoute[] = [
  addUser,
  freezeUser,
  unfreezeUser,
  addKey,
  revokeKey,
  deposit,
  withdraw,
  addAsset,
  addSymbol,
  haltSymbol,
  resumeSymbol,
  delistSymbol,
  setFees,
  cancelOrder,
  listBans,
  liftBan,
  status,
];
