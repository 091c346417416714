/** The futures account in the words of the API: per margin coin what there is, and the positions. */
import type { ValueOf } from "../../contract/field.ts";
import type {
  ACCOUNTS,
  CONTRACT_POSITIONS,
  FUTURES_ACCOUNT,
  POSITION,
} from "../../contract/futures/account-shapes.ts";

/** `reducePrice` is the price at which the position would be liquidated; `ctime` to `lockTime` are UTC, without a zone. */
export type Position = ValueOf<typeof POSITION>;

export type ContractPositions = ValueOf<typeof CONTRACT_POSITIONS>;

export type CoinAccount = ValueOf<typeof FUTURES_ACCOUNT>;

export type FuturesAccount = ValueOf<typeof ACCOUNTS>;
