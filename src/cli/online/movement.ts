/**
 * `bourse deposit` and `bourse withdraw`. Each movement gets its id here when none is given, so
 * that also one whose answer was lost can be sent again, and moves the money once.
 */
import { randomUUID } from "node:crypto";
import { online, post } from "./online.ts";
import type { OperatorAsk } from "./operator-client.ts";

export const ID_OPTION = {
  "--id": { value: "ID", says: "name of this movement: the same one twice moves money once" },
} as const;

/** LEDGER-MOVE-3: asks for a movement, and knows how to ask again when the answer is lost. */
export function moveOnce(path: string, moved: object, givenId: string | undefined): OperatorAsk {
  const id = givenId ?? randomUUID();
  const remedy = `Repeat it with --id ${id}: the money moves once.`;
  return post(path, { ...moved, id }, remedy);
}

interface Movement {
  readonly id: string;
  readonly user: string;
  readonly asset: string;
  readonly amount: string;
}

const shape = { takes: ["USER", "ASSET", "AMOUNT"], options: ID_OPTION } as const;

export const deposit = online({
  ...shape,
  name: "deposit",
  says: "add to what a user has free",
  ask: ({ USER: user, ASSET: asset, AMOUNT: amount, "--id": id }) =>
    moveOnce("/deposits", { user, asset, amount }, id),
  show: ({ id, user, asset, amount }: Movement) => [
    `deposited ${amount} ${asset} to ${user}, id ${id}`,
  ],
});

export const withdraw = online({
  ...shape,
  name: "withdraw",
  says: "take from what a user has free",
  ask: ({ USER: user, ASSET: asset, AMOUNT: amount, "--id": id }) =>
    moveOnce("/withdrawals", { user, asset, amount }, id),
  show: ({ id, user, asset, amount }: Movement) => [
    `withdrew ${amount} ${asset} from ${user}, id ${id}`,
  ],
});
