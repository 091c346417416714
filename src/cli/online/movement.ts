/**
 * `bourse deposit` and `bourse withdraw`. Each movement gets its id here when none is given, so
 * that also one whose answer was lost can be sent again, and moves the money once.
 */
import { DEPOSIT, WITHDRAW } from "../../contract/operator/users/movements.ts";
import { online } from "./online.ts";

/** LEDGER-MOVE-3: how to ask again when the answer is lost. */
export function moveOnce({ id }: Readonly<Record<string, unknown>>): string {
  return `Repeat it with --id ${id}: the money moves once.`;
}

export const deposit = online(DEPOSIT, "deposit", {
  remedy: moveOnce,
  show: ({ id, user, asset, amount }) => [`deposited ${amount} ${asset} to ${user}, id ${id}`],
});

export const withdraw = online(WITHDRAW, "withdraw", {
  remedy: moveOnce,
  show: ({ id, user, asset, amount }) => [`withdrew ${amount} ${asset} from ${user}, id ${id}`],
});
