/** Which accounts are assessed after a command, in which order, and when nothing may be decided. */
import { expect, test } from "vitest";
import { RiskDesk } from "../../../../../test/support/risk-desk.ts";
import { payFee } from "../../ledger/clearing.ts";
import { futuresWallet } from "../../ledger/ledger.ts";
import { checkFuturesRisk } from "./check-risk.ts";

const ETH = "E-ETH-USDT";
const BALANCES = { USDT: "1000" };

function deskOf(...names: string[]): RiskDesk {
  const desk = new RiskDesk(Object.fromEntries(names.map((name) => [name, BALANCES])));
  desk.addAsset("ETH", 8);
  desk.addContract({ name: ETH, multiplierDecimals: 2 });
  desk.feed("1500", "ETH");
  desk.feed("20000");
  desk.second();
  return desk;
}

/** Both feeds give a price, and the second ticks. */
function givePrices(desk: RiskDesk, btc: string, eth = "1500"): string[] {
  desk.feed(eth, "ETH");
  desk.feed(btc);
  desk.second();
  return desk.happened();
}

function liquidated(news: readonly string[]): string[] {
  return news
    .filter((line) => /^(position|account) of/.test(line))
    .map((line) => line.slice(0, -1));
}

test("FUT-RISK-4 isolated positions first, by position id, then cross accounts, by user id", () => {
  const desk = deskOf("ann", "ben", "cas", "dan");
  desk.bids([[2000, "17000"]]);
  desk.hold("dan", "long 500 @ 20000 cross");
  desk.hold("cas", "long 100 @ 20000");
  desk.hold("ben", "long 500 @ 20000 cross");
  desk.hold("ann", "long 100 @ 20000");

  const news = givePrices(desk, "18050");

  expect(liquidated(news).map((line) => line.split(":")[0])).toEqual([
    "position of cas",
    "position of ann",
    "account of ben",
    "account of dan",
  ]);
});

test.each([
  ["isolated", "position"],
  ["cross", "account"],
])(
  "FUT-RISK-4 an account that an %s liquidation puts at risk comes in its order, before those behind it",
  (mode, what) => {
    const desk = new RiskDesk({
      ann: BALANCES,
      ben: { USDT: "192" },
      cas: { USDT: "550" },
    });
    desk.markAt("20000");
    desk.lever("ben", 100);
    desk.hold("cas", "long 500 @ 20000 cross");
    desk.hold("ann", `long 1000 @ 20000 ${mode}`);
    desk.trade("ben", "open buy 1000 @ 19090 cross");

    desk.markAt("18990"); // ben gets what ann had: 92 <= 94.95. cas is at 45 <= 47.475.

    expect(liquidated(desk.happened()).map((line) => line.split(":")[0])).toEqual([
      `${what} of ann`,
      "account of ben",
      "account of cas",
    ]);
  },
);

/** ann has 75 left at 18150 and loses 45 of it by selling 100 so cheaply. */
function sellCheaply(desk: RiskDesk): void {
  desk.bids([[100, "17700"]]);
  desk.trade("ann", "close sell 100 @ 17700");
}

test("FUT-RISK-3 an account that a command makes poorer is assessed after it", () => {
  const desk = deskOf("ann");
  const long = desk.hold("ann", "long 500 @ 20000 cross");
  expect(givePrices(desk, "18150")).toEqual([]);

  sellCheaply(desk);

  expect(liquidated(desk.happened())).toHaveLength(1); // 30 <= 36.3
  expect(long.volume).toBe(0);
});

test("FUT-RISK-5 with a stale index no account is liquidated; it is in the command that makes the index fresh", () => {
  const desk = deskOf("ann", "ben");
  const cross = desk.hold("ann", "long 500 @ 20000 cross");
  const isolated = desk.hold("ben", "long 100 @ 20000");
  givePrices(desk, "19100");
  givePrices(desk, "18150");
  expect([cross.volume, isolated.volume]).toEqual([500, 0]);
  desk.fallSilent();

  sellCheaply(desk);
  expect(cross.volume).toBe(400);
  desk.fallSilent();
  expect(cross.volume).toBe(400);
  desk.feed("18200");

  expect(liquidated(desk.happened())).toHaveLength(1);
});

test("FUT-RISK-5 after a price leap while all feeds were silent, risk is assessed by the mark after it", () => {
  const desk = deskOf("ann");
  const long = desk.hold("ann", "long 100 @ 20000");
  desk.fallSilent();

  desk.feed("18000");
  expect(long.volume).toBe(100);
  desk.second();

  expect(long.volume).toBe(0);
});

test("FUT-RISK-5 no account of a halted contract is assessed; all that waited are in the command that resumes it", () => {
  const desk = deskOf("ann", "ben");
  const isolated = desk.hold("ann", "long 100 @ 20000");
  const cross = desk.hold("ben", "long 500 @ 20000 cross");
  desk.haltContract();
  expect(givePrices(desk, "18000")).toEqual([]);
  expect([isolated.volume, cross.volume]).toEqual([100, 500]);

  desk.resumeContract();

  expect(liquidated(desk.happened()).map((line) => line.split(":")[0])).toEqual([
    "position of ann",
    "account of ben",
  ]);
});

test("FUT-RISK-5 an account that is safe again when a halt ends keeps its positions", () => {
  const desk = deskOf("ann");
  const long = desk.hold("ann", "long 100 @ 20000");
  desk.haltContract();
  givePrices(desk, "18000");
  givePrices(desk, "19900");

  desk.resumeContract();
  expect(long.volume).toBe(100);
  givePrices(desk, "19000");

  expect(long.volume).toBe(0);
});

test("FUT-RISK-5 a cross account waits while one of its contracts cannot be assessed", () => {
  const desk = deskOf("ann");
  const btc = desk.hold("ann", "long 500 @ 20000 cross");
  const eth = desk.hold("ann", "long 100 @ 1500 cross", ETH);
  desk.haltContract(ETH);

  expect(givePrices(desk, "18000")).toEqual([]);
  expect(givePrices(desk, "17990")).toEqual([]);
  desk.resumeContract(ETH);

  expect(liquidated(desk.happened())).toHaveLength(1);
  expect([btc.volume, eth.volume]).toEqual([0, 0]);
});

/** dan's account is carried by the profit of BTC when it opens a long of ETH. */
function profiteer(): RiskDesk {
  const desk = new RiskDesk({ dan: { USDT: "210" } });
  desk.addAsset("ETH", 8);
  desk.addContract({ name: ETH, multiplierDecimals: 2 });
  for (const on of ["E-BTC-USDT", ETH]) desk.lever("dan", 100, on);
  desk.index("ETH", "1500");
  desk.markAt("20000");
  desk.hold("dan", "long 500 @ 20000 cross");
  desk.markAt("23000");
  desk.hold("dan", "long 600 @ 1500 cross", ETH);
  desk.bids([[500, "20700"]]);
  return desk;
}

test("FUT-WATCH-1 an account that closes a leg below its mark is assessed by what is left", () => {
  const desk = profiteer();

  desk.trade("dan", "close sell 500 @ 20700");
  expect(desk.position("dan", "buy", ETH)?.volume).toBe(600);
  desk.markAt("1410", ETH);

  expect(desk.position("dan", "buy", ETH)).toBeUndefined();
});

test("FUT-WATCH-1 FUT-RISK-3 the same at once, when what is left is too little already", () => {
  const desk = profiteer();
  desk.markAt("1410", ETH);
  expect(desk.position("dan", "buy", ETH)?.volume).toBe(600);

  desk.trade("dan", "close sell 500 @ 20700");

  expect(desk.happened()).toContain("account of dan: taken_over"); // 20 <= 42.3
});

test("FUT-RISK-1 a long is liquidated by a rise into a tier with a higher maintenance rate", () => {
  const tiers = [
    { valueMax: 2_050_000_000_000n, leverageMax: 50, maintenanceRate: 500_000 },
    { valueMax: 10n ** 30n, leverageMax: 20, maintenanceRate: 4_500_000 },
  ];
  const desk = new RiskDesk({ ann: { USDT: "1000" } }, { contract: { tiers } });
  desk.markAt("20000");
  desk.lever("ann", 50);
  const long = desk.hold("ann", "long 1000 @ 20000");

  desk.markAt("20500"); // 400 + 500, worth 20500: still the first tier.
  expect(long.volume).toBe(1000);
  desk.markAt("20500.1"); // 900.1 <= 922.5045

  expect(long.volume).toBe(0);
});

test("FUT-CONTRACT-2 FUT-RISK-3 new tiers count at once for every account", () => {
  const desk = deskOf("ann");
  const long = desk.hold("ann", "long 100 @ 20000");
  givePrices(desk, "19200");
  expect(long.volume).toBe(100);

  const tiers = [{ valueMax: 10n ** 30n, leverageMax: 20, maintenanceRate: 1_100_000 }];
  desk.changeContract({ tiers });

  expect(long.volume).toBe(0); // 20 <= 21.12
});

test("FUT-LOSS-1 without a cross position a debt is paid by what orders froze, then the fund, then the house", () => {
  const desk = deskOf("ann");
  desk.insureFutures("3 USDT");
  const close = desk.hold("ann", "long 10 @ 20000");
  const first = desk.trade("ann", "open buy 100 @ 18000");
  const second = desk.trade("ann", "close sell 10 @ 21000");
  const wallet = futuresWallet(desk.state.ledger, desk.user("ann"), desk.asset("USDT"));
  payFee(
    desk.state.ledger,
    wallet,
    desk.state.ledger.wallets.free(wallet) + desk.money("105"),
    "fee",
  );
  expect(desk.account("ann")).toBe("-105/90");
  desk.state.futures.touched.add(desk.user("ann"));

  const events: Parameters<typeof checkFuturesRisk>[1]["events"] & unknown[] = [];
  checkFuturesRisk(desk.state, { timeMs: desk.timeMs, events });

  expect(events).toEqual([
    expect.objectContaining({ type: "OrderEnded", id: first }),
    expect.objectContaining({
      type: "DeficitCovered",
      insured: desk.money("3"),
      rest: desk.money("12"),
    }),
  ]);
  expect(desk.account("ann")).toBe("0/0");
  expect(desk.state.orders.byId.get(second)).toBeDefined();
  expect(close.margin).toBe(desk.money("10"));
});

test("FUT-WATCH-1 a few contracts more keep the bounds of before, many more do not", () => {
  const desk = deskOf("ann");
  const { contractAccount } = desk.hold("ann", "long 100 @ 20000");
  const { stamp, bounds } = contractAccount;
  const { low = 0 } = bounds ?? {};

  desk.hold("ann", "long 1 @ 20010");

  expect(low).toBeGreaterThan(0);
  expect(contractAccount).toMatchObject({ stamp, bounds });

  desk.hold("ann", "long 100 @ 20500");

  expect(contractAccount.stamp).toBe(stamp + 1);
  expect(contractAccount.bounds?.low).toBeGreaterThan(low);
});
