/**
 * What a user has, as rows of the private channels: balances of every area and positions, in the words
 * of the accounts of the REST API. An asset that the user never had has no row.
 */
import { record } from "../contract/field.ts";
import { ACCOUNT_FIELDS, POSITION } from "../contract/futures/account-shapes.ts";
import { writerOf } from "../contract/writer.ts";
import type { Asset } from "../engine/catalogue/catalogue.ts";
import { HOURLY_RATE_DECIMALS } from "../engine/catalogue/lending.ts";
import { contractAccountsOf } from "../engine/futures/contract-account.ts";
import { type Balance, findBalance } from "../engine/ledger/ledger.ts";
import { accountFieldsOf } from "../engine/read/futures-account.ts";
import { findDebtOf } from "../engine/read/margin.ts";
import type { ExchangeState } from "../engine/state.ts";
import type { UserId } from "../engine/users/users.ts";
import { type JsonTexts, jsonObject, jsonText } from "../http/dialect/json-text.ts";
import { moneyOf, positionOf } from "../http/fapi-v1/account.ts";
import { formatUnits } from "../money/decimal.ts";
import type { KeyedRows } from "../ws/private/private-words.ts";
import { figuresInQuotes } from "./numbers-as-strings.ts";

const moneyText = writerOf(record(ACCOUNT_FIELDS));
const positionText = writerOf(POSITION);

export function balancesOf(state: ExchangeState, user: UserId): KeyedRows {
  const rows = new Map<string, string>();
  for (const asset of state.catalogue.assets) {
    const wallet = findBalance(state.ledger, "spot", user, asset.id);
    if (wallet) rows.set(`spot ${asset.id}`, writeBalance("spot", asset, wallet, {}));
    const inMargin = marginBalanceOf(state, user, asset);
    if (inMargin) rows.set(`margin ${asset.id}`, inMargin);
    const inFutures = futuresBalanceOf(state, user, asset);
    if (inFutures) rows.set(`futures ${asset.id}`, inFutures);
  }
  return rows;
}

type Money = Pick<Balance, "free" | "locked">;
const NO_MONEY: Money = { free: 0n, locked: 0n };

function writeBalance(
  area: string,
  { name, scale }: Asset,
  { free, locked }: Money,
  more: JsonTexts,
): string {
  return jsonObject({
    area: jsonText(area),
    asset: jsonText(name),
    free: jsonText(formatUnits(free, scale)),
    locked: jsonText(formatUnits(locked, scale)),
    ...more,
  });
}

/** MARG-INT-2: interest is shown as it is, with all its decimals. */
function marginBalanceOf(state: ExchangeState, user: UserId, asset: Asset): string | undefined {
  const { ledger, margin } = state;
  const wallet = findBalance(ledger, "margin", user, asset.id);
  const debt = findDebtOf(margin, user, asset.id);
  if (!wallet && !debt) return undefined;
  return writeBalance("margin", asset, wallet ?? NO_MONEY, {
    borrowed: jsonText(formatUnits(debt?.principal ?? 0n, asset.scale)),
    interest: jsonText(formatUnits(debt?.interest ?? 0n, asset.scale + HOURLY_RATE_DECIMALS)),
  });
}

/** FUT-FIELD-8: the account of a margin coin, without its positions. */
function futuresBalanceOf(state: ExchangeState, user: UserId, { id }: Asset): string | undefined {
  const hasMoney = findBalance(state.ledger, "futures", user, id) !== undefined;
  if (!hasMoney && !hasPosition(state, user, id)) return undefined;
  const money = moneyText(moneyOf(state.catalogue, accountFieldsOf(state, user, id)));
  return figuresInQuotes(`{"area":"futures",${money.slice(1)}`);
}

function hasPosition({ futures }: ExchangeState, user: UserId, coin: Asset["id"]): boolean {
  return contractAccountsOf(futures, user).some(
    ({ market, long, short }) =>
      market.contract.marginCoin === coin && (long !== undefined || short !== undefined),
  );
}

/** By their ids, in the order of the account. */
export function positionsOf(state: ExchangeState, user: UserId): KeyedRows {
  const rows = new Map<string, string>();
  const coins = new Set(
    contractAccountsOf(state.futures, user).map(({ market }) => market.contract.marginCoin),
  );
  for (const coin of coins) {
    for (const fields of accountFieldsOf(state, user, coin).positions) {
      const { id, contractAccount } = fields.position;
      const contractName = jsonText(contractAccount.market.contract.name);
      const row = figuresInQuotes(positionText(positionOf(fields)));
      rows.set(`${id}`, `{"contractName":${contractName},${row.slice(1)}`);
    }
  }
  return rows;
}
