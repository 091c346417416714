/**
 * The margin level by which a new index price began a liquidation: what the account had and owed
 * before the command, at the prices that the command announced. Afterwards the level cannot be known:
 * the account is sold. A trade in between may have changed the account; then nothing is told.
 */
import type { Command } from "../../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../../core/engine/events.ts";
import { formatLevel } from "../../../core/engine/margin/risk-level.ts";
import { holdingsOf, type ValuedAsset, worthOf } from "../../../core/engine/margin/valuation.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import type { UserId } from "../../../core/engine/users/users.ts";

/** The holdings and debts of every user who owes something. */
export type Debtors = ReadonlyMap<UserId, readonly ValuedAsset[]>;

const NOBODY: Debtors = new Map();

/** To be asked before the command is applied. Only a price starts a liquidation of an unchanged account. */
export function debtorsBefore(state: ExchangeState, { type }: Command): Debtors {
  if (type !== "SetIndex") return NOBODY;
  const owing = [...state.margin.accounts.values()].flatMap((account) =>
    account && account.debts.length > 0 ? [account.user] : [],
  );
  return new Map(owing.map((user) => [user, holdingsOf(state, user)]));
}

/** The levels at which liquidations began, by user, as far as they are surely known. */
export function levelsAtPrice(
  debtors: Debtors,
  events: readonly ExchangeEvent[],
): ReadonlyMap<UserId, string> {
  const prices = new Map<number, bigint>();
  const levels = new Map<UserId, string>();
  for (const event of events) {
    if (event.type === "Traded") break;
    if (event.type === "IndexChanged") prices.set(event.asset, event.price);
    if (event.type !== "LiquidationBegan") continue;
    const holdings = debtors.get(event.user);
    if (holdings) levels.set(event.user, levelAt(holdings, prices));
  }
  return levels;
}

function levelAt(holdings: readonly ValuedAsset[], prices: ReadonlyMap<number, bigint>): string {
  const priced = holdings.map((one) => ({ ...one, price: prices.get(one.asset) ?? one.price }));
  return formatLevel(worthOf(priced));
}
