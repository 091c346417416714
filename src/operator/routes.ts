/** Every route of the operator's listener. */
import { liftBan, listBans } from "./bans.ts";
import {
  addAsset,
  addSymbol,
  delistSymbol,
  haltSymbol,
  resumeSymbol,
  setFees,
} from "./catalogue.ts";
import { addKey, revokeKey } from "./keys.ts";
import { deposit, withdraw } from "./movements.ts";
import type { OperatorRoute } from "./operator.ts";
import { cancelOrder } from "./orders.ts";
import { status } from "./status.ts";
import { addUser, freezeUser, unfreezeUser } from "./users.ts";

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
