/** Orders of one pair that are sent together; what they ask for besides goes in lists beside them. */
import type { PlaceBatch } from "../../../src/core/engine/spot/spot.ts";
import type { Dice } from "../dice.ts";
import type { OrderWriter } from "./order-writer.ts";

type Batch = Pick<PlaceBatch, "pair" | "items"> &
  Partial<Pick<PlaceBatch, "instructions" | "extras" | "tactics" | "trailing">>;

export function batchOf(dice: Dice, writer: OrderWriter): Batch {
  const pair = writer.drawPair();
  const count = dice.chance(0.1) ? dice.pick([0, 10, 11]) : dice.between(1, 5);
  const asked = Array.from({ length: count }, () => writer.asked(pair, 0.01));
  const instructions = anyOf(asked.map((one) => one.instructions));
  const extras = anyOf(asked.map((one) => one.extras));
  const tactics = anyOf(asked.map((one) => one.tactics));
  const trailing = anyOf(asked.map((one) => one.trailing));
  const items = asked.map(({ side, kind, price, quantity, clientId }) => {
    return { side, kind, price, quantity, clientId };
  });
  return {
    pair,
    items,
    ...(instructions ? { instructions } : {}),
    ...(extras ? { extras } : {}),
    ...(tactics ? { tactics } : {}),
    ...(trailing ? { trailing } : {}),
  };
}

function anyOf<T>(list: T[]): T[] | undefined {
  return list.some((one) => one !== undefined) ? list : undefined;
}
