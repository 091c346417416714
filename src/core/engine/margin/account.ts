/**
 * A margin account: its debts, and whether it was warned or is in liquidation. Its money is in the ledger, area
 * margin. It is made with the first loan; all of it is collateral for all its debt (MARG-ACC-1).
 */
import { SideColumn } from "../../base/rows/side-column.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { UserId } from "../users/users.ts";
import type { Margin } from "./margin.ts";
import { Watch } from "./watch.ts";

/** The debt of one asset. A debt that is paid is not kept. */
export interface Debt {
  readonly asset: AssetId;
  /** In units. */
  principal: bigint;
  /** Accrued up to `rateSum`, in 10^-12 units; later hours are added when it is next read. */
  interest: bigint;
  /** The asset's sum of hourly rates up to which interest has been added (MARG-INT-2). */
  rateSum: bigint;
}

export interface MarginAccount {
  readonly user: UserId;
  /** By asset. */
  readonly debts: Debt[];
  /** MARG-LIQ-1: stays true until the debt is paid or the level has recovered. */
  isLiquidating: boolean;
  /** When the account was last warned (MARG-CALL-1); 0 while there is nothing to warn of. */
  calledAtMs: number;
}

export function newMargin(): Margin {
  return {
    accounts: new SideColumn(),
    rateSums: [],
    touched: new Set(),
    liquidating: new Set(),
    watch: new Watch(),
    transferIdLast: 0,
    isRetryDue: false,
  };
}

export function findAccount({ accounts }: Margin, user: UserId): MarginAccount | undefined {
  return accounts.get(user);
}

/** The account of a user, made when there is none yet. */
export function openAccount({ accounts }: Margin, user: UserId): MarginAccount {
  const found = accounts.get(user);
  if (found) return found;
  const account = { user, debts: [], isLiquidating: false, calledAtMs: 0 };
  accounts.set(user, account);
  return account;
}

export function findDebt(account: MarginAccount | undefined, asset: AssetId): Debt | undefined {
  return account?.debts.find((debt) => debt.asset === asset);
}

/** The debt of an asset, made when there is none yet. */
export function openDebt(margin: Margin, { debts }: MarginAccount, asset: AssetId): Debt {
  const found = debts.find((debt) => debt.asset === asset);
  if (found) return found;
  const debt = { asset, principal: 0n, interest: 0n, rateSum: rateSumOf(margin, asset) };
  debts.push(debt);
  debts.sort((a, b) => a.asset - b.asset);
  return debt;
}

export function rateSumOf({ rateSums }: Margin, asset: AssetId): bigint {
  return rateSums[asset - 1] ?? 0n;
}

export function hasDebt(account: MarginAccount | undefined): account is MarginAccount {
  return account !== undefined && account.debts.length > 0;
}
