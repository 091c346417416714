/**
 * `bourse deposit` and `bourse withdraw`. Each movement gets its id here when none is given, so
 * that also one whose answer was lost can be sent again, and moves the money once.
 */
import { randomUUID } from "node:crypto";
import { online, post } from "./online.ts";

interface Movement {
  readonly id: string;
  readonly user: string;
  readonly asset: string;
  readonly amount: string;
}

const shape = {
  takes: ["USER", "ASSET", "AMOUNT"],
  options: {
    "--id": { value: "ID", says: "name of this movement: the same one twice moves money once" },
  },
} as const;

interface Given {
  readonly USER: string;
  readonly ASSET: string;
  readonly AMOUNT: string;
  readonly "--id": string | undefined;
}

function move(path: string, { USER: user, ASSET: asset, AMOUNT: amount, ...given }: Given) {
  const id = given["--id"] ?? randomUUID();
  const remedy = `Repeat it with --id ${id}: the money moves once.`;
  return post(path, { user, asset, amount, id }, remedy);
}

export const deposit = online({
  ...shape,
  name: "deposit",
  says: "add to what a user has free",
  ask: (given) => move("/deposits", given),
  show: ({ id, user, asset, amount }: Movement) => [
    `deposited ${amount} ${asset} to ${user}, id ${id}`,
  ],
});

export const withdraw = online({
  ...shape,
  name: "withdraw",
  says: "take from what a user has free",
  ask: (given) => move("/withdrawals", given),
  show: ({ id, user, asset, amount }: Movement) => [
    `withdrew ${amount} ${asset} from ${user}, id ${id}`,
  ],
});
