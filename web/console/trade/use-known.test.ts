/** Which mark an order entry goes by. */
import { expect, test } from "vitest";
import { markOf } from "./use-known.ts";

const BTC = { name: "E-BTC-USDT" };
const INDEX = { contractName: "E-BTC-USDT", markPrice: "48000" };
const HELD = { contractName: "E-BTC-USDT", volume: "400", indexPrice: "47900" };

test("FUT-COND-2 a mark is the contract's own, and until that has been told that of a position in it", () => {
  const other = { contractName: "E-ETH-USDT", markPrice: "3000" };
  const ended = { ...HELD, volume: "0", indexPrice: "40000" };

  expect(markOf(BTC, INDEX, [HELD])).toBe("48000");
  expect(markOf(BTC, undefined, [ended, HELD])).toBe("47900");
  expect(markOf(BTC, other, [HELD])).toBe("47900");
  expect(markOf(BTC, other, [ended, { ...HELD, contractName: "E-ETH-USDT" }])).toBe("0");
});
