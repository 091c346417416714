/**
 * What a user has, as rows of the private channels: balances of every area and positions, in the words
 * of the accounts of the REST API. An asset that the user never had has no row.
 */
import { inQuotes } from "../../contract/field.ts";
import { COIN_ACCOUNT, POSITION } from "../../contract/futures/account-shapes.ts";
import {
  FUTURES_AREA,
  MY_MARGIN_BALANCE,
  MY_SPOT_BALANCE,
  POSITION_CONTRACT,
} from "../../contract/streams/private-rows.ts";
import { joinedRecords, writerOf } from "../../contract/writer.ts";
import type { Asset } from "../../core/engine/catalogue/catalogue.ts";
import { contractAccountsOf } from "../../core/engine/futures/contract-account.ts";
import { findBalance } from "../../core/engine/ledger/ledger.ts";
import { accountFieldsOf } from "../../core/engine/read/futures-account.ts";
import { findDebtOf } from "../../core/engine/read/margin.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { UserId } from "../../core/engine/users/users.ts";
import { moneyOf, positionOf } from "../http/fapi-v1/account.ts";
import { balanceOf, marginBalanceOf } from "../http/sapi-v1/account.ts";
import type { KeyedRows, MyBalanceText, MyPositionText } from "../ws/private/private-words.ts";

const spotText = writerOf(MY_SPOT_BALANCE);
const marginText = writerOf(MY_MARGIN_BALANCE);
const coinText = writerOf(inQuotes(COIN_ACCOUNT));
const contractText = writerOf(POSITION_CONTRACT);
const positionText = writerOf(inQuotes(POSITION));
const IN_FUTURES = writerOf(FUTURES_AREA)({ area: "futures" });

export function balancesOf(state: ExchangeState, user: UserId): KeyedRows<MyBalanceText> {
  const rows = new Map<string, MyBalanceText>();
  for (const asset of state.catalogue.assets) {
    const inSpot = spotRowOf(state, user, asset);
    if (inSpot) rows.set(`spot ${asset.id}`, inSpot);
    const inMargin = marginRowOf(state, user, asset);
    if (inMargin) rows.set(`margin ${asset.id}`, inMargin);
    const inFutures = futuresBalanceOf(state, user, asset);
    if (inFutures) rows.set(`futures ${asset.id}`, inFutures);
  }
  return rows;
}

function spotRowOf({ ledger }: ExchangeState, user: UserId, asset: Asset) {
  const wallet = findBalance(ledger, "spot", user, asset.id);
  return wallet && spotText({ area: "spot", ...balanceOf(asset, wallet) });
}

function marginRowOf({ ledger, margin }: ExchangeState, user: UserId, asset: Asset) {
  const wallet = findBalance(ledger, "margin", user, asset.id);
  const debt = findDebtOf(margin, user, asset.id);
  if (!wallet && !debt) return undefined;
  return marginText({ area: "margin", ...marginBalanceOf(asset, wallet, debt) });
}

/** FUT-FIELD-8: the account of a margin coin, without its positions. */
function futuresBalanceOf(state: ExchangeState, user: UserId, { id }: Asset) {
  const hasMoney = findBalance(state.ledger, "futures", user, id) !== undefined;
  if (!hasMoney && !hasPosition(state, user, id)) return undefined;
  const account = moneyOf(state.catalogue, accountFieldsOf(state, user, id));
  return joinedRecords(IN_FUTURES, coinText(account));
}

function hasPosition({ futures }: ExchangeState, user: UserId, coin: Asset["id"]): boolean {
  return contractAccountsOf(futures, user).some(
    ({ market, long, short }) =>
      market.contract.marginCoin === coin && (long !== undefined || short !== undefined),
  );
}

/** By their ids, in the order of the account. */
export function positionsOf(state: ExchangeState, user: UserId): KeyedRows<MyPositionText> {
  const rows = new Map<string, MyPositionText>();
  const coins = new Set(
    contractAccountsOf(state.futures, user).map(({ market }) => market.contract.marginCoin),
  );
  for (const coin of coins) {
    for (const fields of accountFieldsOf(state, user, coin).positions) {
      const { id, contractAccount } = fields.position;
      const contractName = contractAccount.market.contract.name;
      const row = joinedRecords(contractText({ contractName }), positionText(positionOf(fields)));
      rows.set(`${id}`, row);
    }
  }
  return rows;
}
