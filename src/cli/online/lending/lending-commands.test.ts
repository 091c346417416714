/** Every command about lending and prices, against a server. */
import { expect, test } from "vitest";
import { CliDesk } from "../../../../test/support/cli-desk.ts";
import { openTraders, tradeAt } from "../../../../test/support/operator-trades.ts";

async function provisioned(): Promise<CliDesk> {
  const cli = await CliDesk.open();
  await cli.desk.provision();
  return cli;
}

test("LEDGER-FUND-1 LEDGER-MOVE-3 pool fund and withdraw: the same --id moves money once", async () => {
  const cli = await provisioned();

  const lines = [
    await cli.typed("pool fund USDT 100.50 --id p-1"),
    await cli.typed("pool fund USDT 100.5 --id p-1"),
    await cli.typed("pool withdraw USDT 40 --id p-2"),
    await cli.typed("pool withdraw USDT 40 --id p-2"),
  ];

  expect(lines).toEqual([
    "put 100.5 USDT into the loan pool, id p-1",
    "put 100.5 USDT into the loan pool, id p-1",
    "took 40 USDT from the loan pool, id p-2",
    "took 40 USDT from the loan pool, id p-2",
  ]);
  expect(cli.desk.exchange.state.ledger.houses[1]?.loanPool).toBe(6_050_000_000n);
  expect(await cli.typed("pool fund USDT 1")).toMatch(/ into the loan pool, id [0-9a-f-]{36}$/);
});

test("LEDGER-FUND-1 insurance fund and withdraw", async () => {
  const cli = await provisioned();

  expect(await cli.typed("insurance fund USDT 9 --id i-1")).toBe(
    "put 9 USDT into MARGIN_INSURANCE, id i-1",
  );
  expect(await cli.typed("insurance withdraw USDT 2 --fund margin --id i-2")).toBe(
    "took 2 USDT from MARGIN_INSURANCE, id i-2",
  );
  expect(await cli.typed("insurance withdraw USDT 2 --id i-2")).toMatch(/^took 2 USDT/);
  expect(cli.desk.exchange.state.ledger.houses[1]?.marginInsurance).toBe(700_000_000n);
});

test("LEDGER-MOVE-3 a fund's movement without an outcome names the id to repeat it with", async () => {
  const cli = await provisioned();
  cli.desk.exchange.nextAnswer = { kind: "unknown" };

  const { code, err } = await cli.type("pool fund USDT 1 --id p-1");

  expect(code).toBe(1);
  expect(err).toMatch(/once or not at all\. .+ Repeat it with --id p-1: the money moves once\.$/);
});

test("NUM-RATE-2 OPER-LEND-1 loan set by the hour and by the day, loan stop", async () => {
  const cli = await provisioned();

  const lines = [
    await cli.typed("loan set USDT --cap 5000 --hourly-rate 0.00001"),
    await cli.typed("loan set USDT --cap 5000 --daily-rate 0.0001"),
    await cli.typed("loan stop USDT"),
    await cli.typed("loan set BTC --cap 1 --hourly-rate 0 --index-from-trades 0.1"),
    await cli.typed("loan set BTC --cap 1 --hourly-rate 0 --index-from-trades any"),
  ];

  expect(lines).toEqual([
    "USDT is lent at 0.00001 by the hour, at most 5000 to one user",
    "USDT is lent at 0.000004166666 by the hour, at most 5000 to one user",
    "USDT is not lent any more; what is owed costs 0.000004166666 by the hour",
    "BTC is lent at 0 by the hour, at most 1 to one user\nloans may rest on its index without a source: a move of at most 0.1 in an hour",
    "BTC is lent at 0 by the hour, at most 1 to one user\nloans may rest on its index without a source: any move",
  ]);
  expect(cli.desk.exchange.state.catalogue.loanTerms[1]).toMatchObject({ cap: 0n });
});

test("OPER-LEND-2 pool show", async () => {
  const cli = await provisioned();
  expect(await cli.typed("pool show")).toBe("nothing is lent");

  await cli.typed("pool fund USDT 100000");
  await cli.typed("insurance fund BTC 0.5");
  await cli.typed("loan set USDT --cap 5000 --hourly-rate 0.00001");

  expect(await cli.typed("pool show")).toBe(
    [
      "ASSET  IN POOL  LENT OUT  CAPITAL  HOURLY RATE  CAP   INSURANCE  BAD DEBT  INTEREST",
      "BTC    0        0         0        0            0     0.5        0         0",
      "USDT   100000   0         100000   0.00001      5000  0          0         0",
    ].join("\n"),
  );
});

test("OPER-LEND-3 margin set with and without a leverage, margin show", async () => {
  const cli = await provisioned();
  const levels = "--call-level 1.14 --clearance-rate 0.01 --liquidation-range 0.2";

  const five = await cli.typed("margin set --max-leverage 5 --transfer-level 3");
  await cli.typed(`margin set ${levels} --liquidation-level 1.04`);

  expect(five).toBe(
    [
      "max leverage       5",
      "transfer level     3",
      "call level         1.15",
      "liquidation level  1.05",
      "clearance rate     0.02",
      "liquidation range  0.1",
    ].join("\n"),
  );
  expect(await cli.typed("margin show")).toBe(
    [
      "max leverage       5",
      "transfer level     3",
      "call level         1.14",
      "liquidation level  1.04",
      "clearance rate     0.01",
      "liquidation range  0.2",
    ].join("\n"),
  );
});

test("PRICE-INDEX-5 index set, withdraw and show", async () => {
  const cli = await CliDesk.open();
  expect(await cli.typed("index show")).toBe("no asset has an index price");
  await cli.desk.provision();
  const price = 10n ** 18n;
  const feed = { asset: 1, source: "feed", weight: 1, price, request: 0 } as const;
  cli.desk.exchange.do({ type: "SetIndex", ...feed });
  cli.desk.exchange.nowMs += 61_000;

  const set = await cli.typed("index set BTC 40000.5");
  const shown = await cli.typed("index show");
  const withdrawn = await cli.typed("index withdraw BTC");
  const late = await cli.typed("index show");
  const silent = await cli.typed("index withdraw BTC --source feed");

  expect(set).toBe("the index of BTC is 40000.5 USDT");
  expect(shown).toBe(
    [
      "ASSET  USDT     FROM      SOURCES",
      "BTC    40000.5  operator  feed 1 (1 min 1 s ago), operator 40000.5 (0 s ago)",
      "USDT   1        fixed",
    ].join("\n"),
  );
  expect(withdrawn).toBe(
    "withdrew the price of operator for BTC: the index is 40000.5 USDT, STALE",
  );
  expect(late).toContain("sources, STALE  feed 1 (1 min 1 s ago)");
  expect(silent).toBe("withdrew the price of feed for BTC: nobody knows the index now");
});

test("every refusal is one sentence and exit code 1", async () => {
  const cli = await provisioned();
  await cli.typed("pool fund USDT 100 --id p-1");
  const noAsset = "There is no such asset; it has to be added first.";
  const range = "A price is above zero and at most 10^12 USDT.";
  const noSource = "No index price of this asset was set by this source.";
  const oneRate = "A loan needs its rate by the hour or by the day: one of them, not both.";

  for (const [line, sentence] of [
    ["pool fund SOL 1", noAsset],
    ["pool fund USDT 0", "The amount must be above zero."],
    ["pool fund USDT -1", "The amount must be above zero."],
    ["pool fund USDT 1 --id p-1", expect.stringMatching(/^This id was used for another movement/)],
    ["pool withdraw USDT 101", "Only what is free can be withdrawn: 100 is, 101 is needed."],
    ["insurance withdraw USDT 1", "Only what is free can be withdrawn: 0 is, 1 is needed."],
    ["insurance fund BTC 1e-9", "The amount has more than the 8 decimals of this asset."],
    ["loan set SOL --cap 1 --hourly-rate 0", noAsset],
    ["loan set BTC --cap 1", oneRate],
    ["loan set BTC --cap 1 --hourly-rate 0 --daily-rate 0", oneRate],
    ["loan set BTC --cap 1 --daily-rate 1", "An interest rate is at most 0.01 by the hour."],
    ["loan set BTC --cap -1 --daily-rate 0", "Parameter cap is malformed."],
    ["loan stop SOL", noAsset],
    ["margin set", "There is nothing to set: no leverage, level, rate or range is given."],
    ["margin set --call-level 5", expect.stringMatching(/^A leverage L is from 2 to 20/)],
    ["index set BTC 0", range],
    ["index set BTC -5", range],
    ["index set BTC 0.1234567890123456789", "The price has more than 18 decimals."],
    ["index set SOL 1", noAsset],
    ["index set USDT 1", "USDT is what all prices are in; its own is 1."],
    ["index withdraw BTC", noSource],
    ["index withdraw BTC --source feed", noSource],
  ] as const) {
    expect(await cli.type(line), line).toEqual({ code: 1, out: "", err: sentence });
  }
  expect(cli.desk.exchange.state.ledger.houses[1]?.loanPool).toBe(10_000_000_000n);
});

test("PRICE-INDEX-7 loan set warns on stderr of a bound that comes after a jump, and is done", async () => {
  const cli = await provisioned();
  await openTraders(cli.desk);
  tradeAt(cli.desk, "100");
  cli.desk.exchange.nowMs += 2 * 3_600_000;
  tradeAt(cli.desk, "180");
  const line = "loan set BTC --cap 1 --hourly-rate 0 --index-from-trades";

  const first = await cli.type(`${line} 0.1`);
  await cli.typed(`${line} any`);
  const raw = await cli.type(`${line} 0.1 --json`);

  for (const { code, err } of [first, raw]) {
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^warning: The index of BTC is 180, further from 100, .*\.$/),
    });
  }
  expect(first.out).toContain(
    "loans may rest on its index without a source: a move of at most 0.1",
  );
  expect(first.out).not.toContain("further");
  expect(JSON.parse(raw.out)).toHaveProperty("warning");
});
