/** Rates for several users at several markets, as the requests that are sent. */
import { expect, test } from "vitest";
import { commandLineOf } from "../../session/command-line.ts";
import { EVERY_CONTRACT, EVERY_SYMBOL, feeActions } from "./fee-actions.ts";

const LISTED = { symbols: ["BTCUSDT", "ETHUSDT"], contracts: ["E-BTC-USDT"] };
const RATES = { makerFeeRate: "-0.0001", takerFeeRate: "0.0003" };

function linesOf(users: string, market: string): readonly string[] {
  return feeActions({ users, market, ...RATES }, LISTED).map(commandLineOf);
}

test("every user gets them at every market, and a name that stands twice once", () => {
  expect(linesOf("alice, bob alice", EVERY_SYMBOL)).toEqual([
    "bourse fee user alice BTCUSDT --maker -0.0001 --taker 0.0003",
    "bourse fee user alice ETHUSDT --maker -0.0001 --taker 0.0003",
    "bourse fee user bob BTCUSDT --maker -0.0001 --taker 0.0003",
    "bourse fee user bob ETHUSDT --maker -0.0001 --taker 0.0003",
  ]);
});

test("at a contract they are of opening and closing", () => {
  const [line, ...more] = linesOf("alice", EVERY_CONTRACT);

  expect(more).toEqual([]);
  expect(line).toBe(
    "bourse fee user-contract alice E-BTC-USDT --open-maker-fee -0.0001 --open-taker-fee 0.0003 --close-maker-fee -0.0001 --close-taker-fee 0.0003",
  );
  expect(linesOf("alice", "E-BTC-USDT")).toEqual([line]);
});

test("without a user or a market nothing is sent", () => {
  expect([
    ...linesOf(" , ", EVERY_SYMBOL),
    ...linesOf("alice", ""),
    ...linesOf("a", "GONE"),
  ]).toEqual([]);
});
