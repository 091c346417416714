/** The users who may trade at the moment. */
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { isFrozen } from "../../../src/core/engine/users/users.ts";
import type { Dice } from "../dice.ts";
import { USERS } from "./market.ts";

export const EVERYBODY: readonly number[] = Array.from({ length: USERS }, (_, index) => index + 1);

/** The users who have a key to trade with, and are neither frozen nor in liquidation. */
export function tradersIn({ users, margin }: ExchangeState, ...not: number[]): number[] {
  return EVERYBODY.filter((user) => {
    const isBusy = isFrozen(users, user) || margin.liquidating.has(user);
    return users.traders.includes(user) && !isBusy && !not.includes(user);
  });
}

/** Two of them, or none where there is only one. */
export function drawTwo(dice: Dice, state: ExchangeState): number[] {
  const users = tradersIn(state);
  if (users.length < 2) return [];
  const first = dice.pick(users);
  return [first, dice.pick(users.filter((user) => user !== first))];
}
