/** The user's own money, in spot and in margin: every asset of the catalogue, zeros included. */
import type { ValueOf } from "../../../contract/field.ts";
import {
  ACCOUNT_STATES,
  account as accountEndpoint,
  type BALANCE,
  type MARGIN_BALANCE,
  type MARGIN_LEVEL,
  marginAccount as marginAccountEndpoint,
} from "../../../contract/pairs/account.ts";
import type { Asset } from "../../../core/engine/catalogue/catalogue.ts";
import { HOURLY_RATE_DECIMALS } from "../../../core/engine/catalogue/lending.ts";
import { type Balance, findBalance } from "../../../core/engine/ledger/ledger.ts";
import { type DebtNow, findDebtOf, standingOf } from "../../../core/engine/read/margin.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import { formatUnits } from "../../../core/money/decimal.ts";
import { serve } from "../dialect/endpoint.ts";

const account = serve(accountEndpoint, ({ exchange, user }) => {
  const { catalogue, ledger } = exchange.state;
  const balances = catalogue.assets.map((asset) =>
    balanceOf(asset, findBalance(ledger, "spot", user, asset.id)),
  );
  return { balances };
});

type Money = Pick<Balance, "free" | "locked">;

/** What there is of an asset. */
export function balanceOf(
  { name, scale }: Asset,
  { free = 0n, locked = 0n }: Partial<Money> = {},
): ValueOf<typeof BALANCE> {
  return { asset: name, free: formatUnits(free, scale), locked: formatUnits(locked, scale) };
}

/** Beyond the spec, in the words of its family of venues. MARG-ACC-1: what there is, and what is owed. */
const marginAccount = serve(marginAccountEndpoint, ({ exchange, user }) => {
  const { state } = exchange;
  const balances = state.catalogue.assets.map((asset) => {
    const wallet = findBalance(state.ledger, "margin", user, asset.id);
    return marginBalanceOf(asset, wallet, findDebtOf(state.margin, user, asset.id));
  });
  return { balances, ...levelOf(state, user) };
});

/** MARG-LEVEL-3, MARG-BORROW-2 */
export function levelOf(state: ExchangeState, user: UserId): ValueOf<typeof MARGIN_LEVEL> {
  const { level: marginLevel, state: standing } = standingOf(state, user);
  const { leverageMax } = state.catalogue.marginRules;
  return { marginLevel, state: ACCOUNT_STATES[standing], leverageMax };
}

/** MARG-INT-2: interest is shown as it is, with all its decimals. */
export function marginBalanceOf(
  asset: Asset,
  wallet: Money | undefined,
  { principal = 0n, interest = 0n }: Partial<DebtNow> = {},
): ValueOf<typeof MARGIN_BALANCE> {
  const { scale } = asset;
  const borrowed = formatUnits(principal, scale);
  const owed = formatUnits(interest, scale + HOURLY_RATE_DECIMALS);
  return { ...balanceOf(asset, wallet), borrowed, interest: owed };
}

export const ACCOUNT_ROUTES = [account, marginAccount];
