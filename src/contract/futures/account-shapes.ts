/**
 * What the account endpoint of futures answers with: accounts by margin coin, in them contracts, in them
 * positions. The amounts are in the margin coin, their formulas are FUT-FIELD-1 to FUT-FIELD-9.
 */

import {
  code,
  count,
  dateTime,
  figure,
  id,
  list,
  name,
  record,
  signedFigure,
  word,
} from "../field.ts";
import { SIDES } from "../order-words.ts";
import { POSITION_TYPES } from "./order-words.ts";

export const POSITION = record({
  id: id("id of the position"),
  uid: id("id of its user"),
  contractId: id("id of the contract"),
  positionType: code(Object.values(POSITION_TYPES), "1 is cross, 2 isolated"),
  side: word(Object.values(SIDES), "BUY is long, SELL short"),
  volume: figure("contracts held"),
  openPrice: figure("average price of what is held"),
  avgPrice: figure("the same since the last settlement"),
  closePrice: figure("average price of what was closed, 0 for nothing"),
  leverageLevel: count("leverage"),
  holdAmount: signedFigure("its margin"),
  openAmount: figure("cost of what is held, divided by the leverage"),
  closeVolume: figure("contracts closed since it started"),
  pendingCloseVolume: figure("contracts in orders that close it"),
  canCloseVolume: figure("contracts that can still be closed"),
  realizedAmount: signedFigure("profit realized since the last settlement"),
  historyRealizedAmount: signedFigure("profit realized since it started"),
  tradeFee: signedFigure("fees of its trades, below zero when paid"),
  capitalFee: signedFigure("funding, below zero when paid"),
  closeProfit: signedFigure("profit of what was closed, without fees"),
  settleProfit: signedFigure("profit of settlements"),
  shareAmount: figure("always 0: losses are not shared"),
  freezeLock: code([0, 1], "1 while it is in liquidation"),
  status: code([1], "1: it is held"),
  ctime: dateTime("when it started"),
  mtime: dateTime("when it last changed"),
  lockTime: dateTime("when it was last frozen, or started"),
  brokerId: id("always 1"),
  marginRate: signedFigure("margin divided by value: at keepRate + maxFeeRate it is liquidated"),
  reducePrice: signedFigure("mark price at which it is liquidated; below zero: at none"),
  returnRate: signedFigure("profit divided by margin"),
  unRealizedAmount: signedFigure("profit at the mark price since the last settlement"),
  openRealizedAmount: signedFigure("profit at the mark price since it was opened"),
  positionBalance: figure("value at the mark price"),
  indexPrice: figure("mark price"),
  keepRate: figure("maintenance rate of its tier"),
  maxFeeRate: figure("rate set aside for the fee of a liquidation"),
});

export const CONTRACT_POSITIONS = record({
  contractId: id("id of the contract"),
  contractName: name("contract"),
  contractOtherName: name("the same as contractName"),
  contractSymbol: name("its coins, as in BTC-USDT"),
  positions: list(POSITION, "the long one first"),
});

export const ACCOUNT_FIELDS = {
  marginCoin: name("margin coin"),
  accountNormal: signedFigure("balance, without what is locked and without isolated margin"),
  accountLock: figure("what open orders hold"),
  partPositionNormal: signedFigure("margin of isolated positions"),
  totalPositionNormal: figure("margin of cross positions"),
  achievedAmount: signedFigure("profit realized of all positions"),
  unrealizedAmount: signedFigure("profit of all positions at the mark price"),
  totalMarginRate: signedFigure("totalEquity divided by the value of cross positions"),
  totalEquity: signedFigure("accountNormal and the profit of cross positions"),
  partEquity: signedFigure("margin and profit of isolated positions"),
  totalCost: figure("what cross positions tie up"),
  sumMarginRate: signedFigure("all equity divided by the value of all positions"),
};

/** Without its positions. */
export const COIN_ACCOUNT = record(ACCOUNT_FIELDS);

export const FUTURES_ACCOUNT = record({
  ...ACCOUNT_FIELDS,
  positionVos: list(CONTRACT_POSITIONS, "contracts with a position"),
});

export const ACCOUNTS = record({
  account: list(FUTURES_ACCOUNT, "one for each margin coin, zeros included"),
});

export const POSITION_RECORDS = {
  Position: POSITION,
  ContractPositions: CONTRACT_POSITIONS,
  CoinAccount: FUTURES_ACCOUNT,
  FuturesAccount: ACCOUNTS,
};
