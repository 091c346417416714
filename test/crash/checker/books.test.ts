/** The checker's books: every unit is explained, and money in doubt has moved whole or not at all. */
import { expect, test } from "vitest";
import type { Holdings, TradeRow } from "../holdings.ts";
import { Books, type Movement } from "./books.ts";

const NONE = { open: [], ended: [], trades: [] };

interface Money {
  readonly spot?: string;
  readonly margin?: string;
  readonly borrowed?: string;
  readonly futures?: number;
  readonly trades?: readonly TradeRow[];
}

function holdings({ spot = "100", margin = "0", borrowed = "0", futures = 0, trades = [] }: Money) {
  const usdt = (free: string) => ({ asset: "USDT", free, locked: "0" });
  const rest = { accountLock: 0, partPositionNormal: 0, positionVos: [] };
  return {
    spot: { ...NONE, trades },
    margin: NONE,
    futures: NONE,
    profits: [],
    balances: { spot: [usdt(spot)], margin: [{ ...usdt(margin), borrowed }] },
    coins: [{ marginCoin: "USDT", accountNormal: futures, ...rest }],
  } satisfies Holdings;
}

function booksOf(money: Money = {}): Books {
  const books = new Books();
  books.open(holdings(money));
  return books;
}

function moving(amount: string, isMade: boolean | undefined): Movement {
  return { user: "u", from: "spot", to: "margin", asset: "USDT", amount, isMade };
}

test("LOG-DUR-1 a movement without an answer was made in both accounts or in none", () => {
  const [first, second] = [moving("1.5", undefined), moving("2.25", undefined)];

  const broken = booksOf().check(holdings({ spot: "97.75", margin: "2.25" }), [first, second], 0);

  expect(broken).toEqual([]);
  expect([first.isMade, second.isMade]).toEqual([false, true]);
});

test.each([
  ["was made in one account only", { spot: "98.5" }, moving("1.5", undefined), /^margin USDT/],
  ["was acknowledged and is not there", {}, moving("1.5", true), /^spot USDT has 150000000 units/],
  ["was refused and is there", { spot: "98.5" }, moving("1.5", false), /^spot USDT/],
  ["was made twice", { spot: "97", margin: "3" }, moving("1.5", undefined), /^spot USDT/],
])("LOG-DUR-1 a movement that %s is found", (_, money, movement, words) => {
  const [sentence] = booksOf().check(holdings(money), [movement], 0);

  expect(sentence).toMatch(words);
});

test("a trade moves what it says, less the fee; a loan moves nothing", () => {
  const sold = { id: 1, isMaker: true, isBuyer: false, orderId: 1, price: "10", qty: "0.5" };
  const trade = { ...sold, fee: "0.005", time: 0, isForced: false };
  const now = { spot: "104.995", margin: "7", borrowed: "7", trades: [trade] };

  // Half a BTC that was not there before is missed.
  expect(booksOf().check(holdings(now), [], 0)).toEqual([
    "spot BTC has 50000000 units more than its records come to",
  ]);
});

test("MARG-LIQ-5 margin pays for a liquidation that is shown, and for nothing else", () => {
  const books = booksOf({ margin: "50" });

  expect(books.check(holdings({ margin: "48" }), [], 1)).toEqual([]);
  expect(books.check(holdings({ margin: "48" }), [], 1)).toEqual([]);
  expect(books.check(holdings({ margin: "47" }), [], 1)).toHaveLength(1);
});
