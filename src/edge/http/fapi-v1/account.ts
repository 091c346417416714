/**
 * The user's futures accounts, one for each margin coin, zeros included, with the positions of each
 * by contract. Rules FUT-FIELD-1 to FUT-FIELD-9, FUT-WIRE-8.
 */

import type { ValueOf } from "../../../contract/field.ts";
import type {
  CONTRACT_POSITIONS,
  FUTURES_ACCOUNT,
  POSITION,
} from "../../../contract/futures/account-shapes.ts";
import { account as accountEndpoint } from "../../../contract/futures/accounts.ts";
import { POSITION_TYPES } from "../../../contract/futures/order-words.ts";
import { SIDES } from "../../../contract/order-words.ts";
import { present } from "../../../core/base/assert.ts";
import {
  type AssetId,
  type Catalogue,
  findAsset,
} from "../../../core/engine/catalogue/catalogue.ts";
import type { AccountFields, PositionFields } from "../../../core/engine/futures/fields.ts";
import { findBalance, type Ledger } from "../../../core/engine/ledger/ledger.ts";
import { accountFieldsOf } from "../../../core/engine/read/futures-account.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { serve } from "../dialect/endpoint.ts";
import { dateTimeOf, NOTHING_SHARED } from "./history-rows.ts";
import { coinPairOf, formatShown } from "./market-reply.ts";

const account = serve(accountEndpoint, ({ exchange, user }) => {
  const { state } = exchange;
  const accounts = coinsOf(state, user).map((coin) =>
    accountOf(state.catalogue, accountFieldsOf(state, user, coin)),
  );
  return { account: accounts };
});

/** FUT-FIELD-8: of every contract that ever was, and the coins that the user has brought besides. */
function coinsOf({ catalogue, ledger }: Books, user: UserId): AssetId[] {
  const coins = new Set(catalogue.contracts.map(({ marginCoin }) => marginCoin));
  for (const { id } of catalogue.assets) {
    const { free = 0n, locked = 0n } = findBalance(ledger, "futures", user, id) ?? {};
    if (free + locked !== 0n) coins.add(id);
  }
  return [...coins].sort((a, b) => a - b);
}

interface Books {
  readonly catalogue: Catalogue;
  readonly ledger: Ledger;
}

function accountOf(catalogue: Catalogue, fields: AccountFields): ValueOf<typeof FUTURES_ACCOUNT> {
  return { ...moneyOf(catalogue, fields), positionVos: byContract(fields.positions) };
}

/** What an account shows beside its positions. */
export function moneyOf(
  catalogue: Catalogue,
  fields: AccountFields,
): Omit<ValueOf<typeof FUTURES_ACCOUNT>, "positionVos"> {
  const { name, scale } = present(findAsset(catalogue, fields.coin), "the margin coin");
  const money = (units: bigint) => formatUnits(units, scale);
  return {
    marginCoin: name,
    accountNormal: money(fields.free),
    accountLock: money(fields.locked),
    partPositionNormal: money(fields.isolatedMargin),
    totalPositionNormal: money(fields.crossMargin),
    achievedAmount: money(fields.realized),
    unrealizedAmount: money(fields.unrealized),
    totalMarginRate: formatShown(fields.crossMarginRatio),
    totalEquity: money(fields.crossEquity),
    partEquity: money(fields.isolatedEquity),
    totalCost: money(fields.totalCost),
    sumMarginRate: formatShown(fields.totalMarginRatio),
  };
}

/** The positions come by contract, the long first; those of one contract stand together. */
function byContract(
  positions: readonly PositionFields[],
): readonly ValueOf<typeof CONTRACT_POSITIONS>[] {
  const contracts = new Set(
    positions.map(({ position }) => position.contractAccount.market.contract),
  );
  return [...contracts].map((contract) => {
    const own = positions.filter(
      ({ position }) => position.contractAccount.market.contract === contract,
    );
    return {
      contractId: contract.id,
      contractName: contract.name,
      contractOtherName: contract.name,
      contractSymbol: coinPairOf(contract),
      positions: own.map(positionOf),
    };
  });
}

/** The number of the exchange, as clients of its family of venues know it. */
const BROKER_ID = 1;

export function positionOf(fields: PositionFields): ValueOf<typeof POSITION> {
  const { position } = fields;
  const { contract, mark } = position.contractAccount.market;
  const money = (units: bigint) => formatUnits(units, contract.scale);
  return {
    id: position.id,
    uid: position.user,
    contractId: contract.id,
    positionType: POSITION_TYPES[position.contractAccount.mode],
    side: SIDES[position.side],
    volume: `${position.volume}`,
    openPrice: formatShown(fields.openPrice),
    avgPrice: formatShown(fields.averagePrice),
    closePrice: formatShown(fields.closePrice),
    leverageLevel: position.contractAccount.leverage,
    holdAmount: money(fields.heldMargin),
    openAmount: money(fields.openAmount),
    closeVolume: `${position.closeVolume}`,
    pendingCloseVolume: `${position.pending}`,
    canCloseVolume: `${fields.closable}`,
    realizedAmount: money(fields.realized),
    historyRealizedAmount: money(fields.realizedTotal),
    tradeFee: money(position.tradeFee),
    capitalFee: money(position.fundingReceived),
    closeProfit: money(position.closeProfit),
    settleProfit: money(position.settleProfit),
    shareAmount: NOTHING_SHARED,
    freezeLock: position.isFrozen ? 1 : 0,
    status: 1,
    ctime: dateTimeOf(position.startedAtMs),
    mtime: dateTimeOf(position.changedAtMs),
    lockTime: dateTimeOf(position.lockedAtMs),
    brokerId: BROKER_ID,
    marginRate: formatShown(fields.marginRatio),
    reducePrice: formatShown(fields.liquidationPrice),
    returnRate: formatShown(fields.returnOnMargin),
    unRealizedAmount: money(fields.unrealized),
    openRealizedAmount: money(fields.profitSinceOpening),
    positionBalance: money(fields.balance),
    indexPrice: formatSteps(mark, contract.pricePrecision),
    keepRate: formatShown(fields.maintenanceRate),
    maxFeeRate: formatShown(contract.maxFeeRate),
  };
}

export const FUTURES_ACCOUNT_ROUTES = [account];
