/** The table of positions: by id, whichever ended, however it was loaded. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { FuturesDesk } from "../../../../test/support/futures-desk.ts";
import { OrderRows } from "../orders/order-rows.ts";
import { newContractAccount } from "./contract-account.ts";
import { newContractMarket } from "./contract-market.ts";
import type { Position } from "./futures-state.ts";
import { newPosition, realizedOf } from "./position.ts";
import { PositionTable } from "./position-table.ts";

const contractAccount = newContractAccount(
  1,
  newContractMarket(new FuturesDesk({}).contract(), new OrderRows()),
);

function position(id: number): Position {
  return Object.assign(newPosition(contractAccount, "buy", { id, timeMs: 5 }), { volume: 1 });
}

test("FUT-POS-2 a new position is empty, and realized is what came since the last settlement", () => {
  const empty = newPosition(contractAccount, "sell", { id: 3, timeMs: 5 });
  expect(empty).toMatchObject({ volume: 0, cost: 0n, margin: 0n, startedAtMs: 5, lockedAtMs: 5 });
  const earned = Object.assign(empty, {
    closeProfit: 10n,
    tradeFee: -3n,
    fundingReceived: 1n,
    realizedBefore: 6n,
  });
  expect(realizedOf(earned)).toBe(2n);
});

test("FUT-POS-2 the table has what a plain map has, and does not keep ended positions for ever", () => {
  const step = fc.record({ isEnd: fc.boolean(), which: fc.nat(1000) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 400, size: "max" }), (steps) => {
      const table = new PositionTable();
      const plain = new Map<number, Position>();
      let last = 0;
      for (const { isEnd, which } of steps) {
        const open = [...plain.values()];
        const chosen = open[which % Math.max(1, open.length)];
        if (isEnd && chosen) {
          chosen.volume = 0;
          plain.delete(chosen.id);
          table.end();
        } else {
          last++;
          const added = position(last);
          plain.set(last, added);
          table.add(added);
        }
      }
      expect([...table.all()].map(({ id }) => id)).toEqual([...plain.keys()]);
      expect(table.size).toBe(plain.size);
      for (let id = 0; id <= last + 1; id++) expect(table.get(id) === plain.get(id)).toBe(true);
    }),
    { seed: 8, numRuns: 60 },
  );
});

test("LOG-SNAP-1 a table loaded backwards is the same", () => {
  const table = new PositionTable();
  for (const id of [9, 4, 7, 1]) table.add(position(id));
  expect([...table.all()].map(({ id }) => id)).toEqual([1, 4, 7, 9]);
  expect(table.get(7)?.id).toBe(7);
});
