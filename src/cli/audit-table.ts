/** An audit for people: of each asset one column of figures, point below point. */
import type { AssetSolvency, Solvency } from "../tools/audit/solvency.ts";
import { timeOf } from "./terminal/layout.ts";

type Row = readonly [name: string, amount: string];

export function tabulate({ position, timeMs, assets, isSolvent }: Solvency): string[] {
  const columns = assets.flatMap((asset) => ["", asset.asset, ...columnOf(asset)]);
  const verdict = isSolvent ? "every asset sums to zero" : "NOT EVERY ASSET ADDS UP";
  return [`as of position ${position}, engine time ${timeOf(timeMs)}`, ...columns, "", verdict];
}

/** The deposits stand above, the accounts that hold them below, and what is wrong at the end. */
function columnOf({ users, houses, lending, ...asset }: AssetSolvency): string[] {
  const rows: Row[] = [
    ["deposits less withdrawals", asset.depositsLessWithdrawals],
    ["users, spot", users.spot],
    ["users, margin", users.margin],
    ["users, futures", users.futures],
    ["users, isolated positions", users.isolated],
    ...houses.map(({ name, held }): Row => [`house, ${name}`, held]),
    ["users and house less deposits", asset.difference],
  ];
  if (lending) {
    rows.push(
      ["(capital of the loan pool)", lending.capital],
      ["(lent to users)", lending.lent],
      ["(pool and loans less capital)", lending.difference],
    );
  }
  return align(rows);
}

/** The same number of decimals everywhere, so that a reader can add them up. */
function align(rows: readonly Row[]): string[] {
  const decimals = Math.max(...rows.map(([, amount]) => (amount.split(".")[1] ?? "").length));
  const padded = rows.map(([name, amount]): Row => [name, fixed(amount, decimals)]);
  const names = Math.max(...padded.map(([name]) => name.length));
  const amounts = Math.max(...padded.map(([, amount]) => amount.length));
  return padded.map(([name, amount]) => `  ${name.padEnd(names)}  ${amount.padStart(amounts)}`);
}

function fixed(amount: string, decimals: number): string {
  if (decimals === 0) return amount;
  const [whole = "", fraction = ""] = amount.split(".");
  return `${whole}.${fraction.padEnd(decimals, "0")}`;
}
