/** Every command about contracts, against a server. */
import { expect, test } from "vitest";
import { CliDesk } from "../../../../test/support/cli-desk.ts";

async function provisioned(): Promise<CliDesk> {
  const cli = await CliDesk.open();
  await cli.desk.provision();
  await cli.desk.done("/index", { asset: "BTC", price: "20000" });
  return cli;
}

const TIERS = "--tiers 100000:50:0.01,1000000:10:0.05";
const LINEAR = `--kind linear --multiplier 0.00010 --price-precision 1 ${TIERS}`;

const SHOWN = [
  "  status                   trading",
  "  kind                     linear",
  "  base                     BTC",
  "  quote                    USDT",
  "  marginCoin               USDT",
  "  multiplier               0.0001",
  "  pricePrecision           1",
  "  minOrderVolume           1",
  "  maxMarketVolume          1000000",
  "  maxLimitVolume           10000000",
  "  minOrderMoney            0",
  "  maxMarketMoney           1000000",
  "  maxLimitMoney            1000000",
  "  maxValidOrder            200",
  "  openMakerFeeRate         0.0002",
  "  openTakerFeeRate         0.0004",
  "  closeMakerFeeRate        0.0002",
  "  closeTakerFeeRate        0.0004",
  "  maxFeeRate               0.0004",
  "  defaultLeverage          20",
  "  priceRange               0.1",
  "  unwindRange              0.02",
  "  stpMode                  EXPIRE_TAKER",
  "  fundingIntervalHours     8",
  "  interestRate             0.0001",
  "  clamp                    0.0005",
  "  impactNotional           10000",
  "  settlementIntervalHours  0",
  "  triggerPriceSource       LAST",
];

const LAST = [
  "  conditionTtl             14 d",
  "  tier 1                   up to 100000: leverage 50, keepRate 0.01",
  "  tier 2                   up to 1000000: leverage 10, keepRate 0.05",
];

test("OPER-FUT-1 contract add with what must be said", async () => {
  const cli = await provisioned();

  const added = await cli.typed(`contract add E-BTC-USDT ${LINEAR}`);

  expect(added.split("\n")).toEqual(["added contract E-BTC-USDT", ...SHOWN, ...LAST]);
});

test("OPER-FUT-6 contract add needs a name and its two assets, and trades by what it chose", async () => {
  const cli = await provisioned();
  await cli.typed("index set BTC 64000");

  const linear = await cli.typed("contract add E-BTC-USDT");
  const inverse = JSON.parse(await cli.typed("contract add E-BTC-USD --json"));

  expect(linear).toMatch(/ {2}kind +linear\n[\s\S]+ multiplier +0\.0001\n {2}pricePrecision +1\n/);
  expect(linear).toMatch(/ tier 1 +up to 500000: leverage 100, keepRate 0\.005\n/);
  expect(inverse).toMatchObject({ kind: "inverse", marginCoin: "BTC", multiplier: "10" });
  expect(inverse.tiers[0]).toMatchObject({ maxPositionValue: "7", maxLeverage: 100 });
});

test("OPER-FUT-7 contract add insists on an index: exit code 2, and what to give first", async () => {
  const cli = await provisioned();
  await cli.typed("asset add SOL");

  expect(await cli.type(`contract add E-SOL-USDT ${LINEAR}`)).toEqual({
    code: 2,
    out: "",
    err: "The index of SOL is not known. A contract is listed by its index: set it first, bourse index set SOL PRICE.",
  });
  expect(cli.desk.exchange.state.catalogue.contracts).toEqual([]);
  await cli.typed("index set SOL 150");
  expect(await cli.typed("contract add E-SOL-USDT")).toMatch(/^added contract E-SOL-USDT\n/);
});

const EVERY_RULE = [
  ...["--min-volume 2 --max-market-volume 3000 --max-limit-volume 4000 --min-money 5.5"],
  ...["--max-market-money 60000 --max-limit-money 70000 --max-orders 8 --open-maker-fee -0.0001"],
  ...["--open-taker-fee 0.0009 --close-maker-fee 0.0001 --close-taker-fee 0.0012"],
  ...["--max-fee 0.0013 --leverage 14 --price-range 0.15 --unwind-range 0 --self-trade none"],
  ...["--funding-hours 4 --interest -0.0002 --clamp 0.0003 --impact 2500"],
  ...["--settlement-hours 24 --trigger mark --condition-days 3"],
].join(" ");

const CHOSEN = {
  minOrderVolume: 2,
  maxMarketVolume: 3_000,
  maxLimitVolume: 4_000,
  minOrderMoney: "5.5",
  maxMarketMoney: "60000",
  maxLimitMoney: "70000",
  maxValidOrder: 8,
  openMakerFeeRate: "-0.0001",
  openTakerFeeRate: "0.0009",
  closeMakerFeeRate: "0.0001",
  closeTakerFeeRate: "0.0012",
  maxFeeRate: "0.0013",
  defaultLeverage: 14,
  priceRange: "0.15",
  unwindRange: "0",
  stpMode: "NONE",
  fundingIntervalHours: 4,
  interestRate: "-0.0002",
  clamp: "0.0003",
  impactNotional: "2500",
  settlementIntervalHours: 24,
  triggerPriceSource: "MARK",
  conditionTtlMs: 3 * 86_400_000,
};

test("OPER-FUT-1 contract add with every rule, of an inverse contract", async () => {
  const cli = await provisioned();
  const inverse = "--kind inverse --multiplier 100 --price-precision 2 --tiers 5:25:0.01";

  const said = await cli.typed(`contract add E-BTC-USD ${inverse} ${EVERY_RULE} --json`);

  expect(JSON.parse(said)).toEqual({
    name: "E-BTC-USD",
    status: "trading",
    kind: "inverse",
    base: "BTC",
    quote: "USD",
    marginCoin: "BTC",
    multiplier: "100",
    pricePrecision: 2,
    ...CHOSEN,
    tiers: [{ maxPositionValue: "5", maxLeverage: 25, keepRate: "0.01" }],
  });
});

test("OPER-FUT-2 contract set: every rule, some rules, the tiers", async () => {
  const cli = await provisioned();
  await cli.typed(`contract add E-BTC-USDT ${LINEAR}`);

  const all = JSON.parse(await cli.typed(`contract set E-BTC-USDT ${EVERY_RULE} --json`));
  const some = await cli.typed("contract set E-BTC-USDT --clamp 0 --self-trade expire_taker");
  const tiers = await cli.typed("contract set E-BTC-USDT --tiers 500:5:0.1");

  expect(all).toMatchObject(CHOSEN);
  expect(some).toMatch(/^changed contract E-BTC-USDT\n {2}status +trading\n/);
  expect(some).toMatch(/ {2}stpMode +EXPIRE_TAKER\n {2}fundingIntervalHours +4\n/);
  expect(some).toMatch(/ {2}clamp +0\n/);
  expect(some).toMatch(/ {2}conditionTtl +3 d\n/);
  expect(tiers).toMatch(/ {2}clamp +0\n[\s\S]+\n {2}tier 1 +up to 500: leverage 5, keepRate 0.1$/);
});

test("FUT-CONTRACT-3 FUT-CONTRACT-4 contract halt, resume and delist", async () => {
  const cli = await provisioned();
  await cli.typed(`contract add E-BTC-USDT ${LINEAR}`);

  const lines = [
    await cli.typed("contract halt E-BTC-USDT"),
    await cli.typed("contract resume E-BTC-USDT"),
    await cli.typed("contract delist E-BTC-USDT --yes"),
  ];

  expect(lines).toEqual([
    "contract E-BTC-USDT is halted",
    "contract E-BTC-USDT is trading",
    "contract E-BTC-USDT is delisted",
  ]);
});

test("OPER-FUT-3 contract list and contract show", async () => {
  const cli = await provisioned();
  expect(await cli.typed("contract list")).toBe("there is no contract");
  await cli.typed(`contract add E-BTC-USDT ${LINEAR}`);
  await cli.typed(`contract add S-BTC-USDT ${LINEAR}`);
  await cli.typed("contract halt S-BTC-USDT");

  const shown = await cli.typed("contract show E-BTC-USDT");

  expect(await cli.typed("contract list")).toBe(
    [
      "NAME        STATUS   KIND    COIN  LAST  MARK  INDEX  LAST FUNDING  OPEN INTEREST",
      "E-BTC-USDT  trading  linear  USDT  -     -     -      0             0",
      "S-BTC-USDT  halted   linear  USDT  -     -     -      0             0",
    ].join("\n"),
  );
  expect(shown.split("\n")).toEqual([
    "contract E-BTC-USDT",
    ...SHOWN,
    "  fundingRate              0, at the last funding",
    "  openInterest             0",
    "  positions                0",
    ...LAST,
  ]);
});

test("status shows contracts below the symbols", async () => {
  const cli = await provisioned();
  await cli.typed(`contract add E-BTC-USDT ${LINEAR}`);

  const shown = await cli.typed("status");

  expect(shown).toMatch(/positions +0\nBTCUSDT +trading\nE-BTC-USDT +trading$/);
});

test("LEDGER-FUND-1 OPER-FUT-4 insurance fund, withdraw and show, for futures", async () => {
  const cli = await provisioned();
  expect(await cli.typed("insurance show")).toBe("nothing is insured");

  const lines = [
    await cli.typed("insurance fund USDT 9 --fund futures --id i-1"),
    await cli.typed("insurance fund USDT 9 --fund futures --id i-1"),
    await cli.typed("insurance withdraw USDT 2.5 --fund futures --id i-2"),
    await cli.typed("insurance fund BTC 1 --id i-3"),
  ];

  expect(lines).toEqual([
    "put 9 USDT into FUT_INSURANCE, id i-1",
    "put 9 USDT into FUT_INSURANCE, id i-1",
    "took 2.5 USDT from FUT_INSURANCE, id i-2",
    "put 1 BTC into MARGIN_INSURANCE, id i-3",
  ]);
  expect(await cli.typed("insurance show")).toBe(
    [
      "ASSET  MARGIN  BAD DEBT  FUTURES  BAD DEBT",
      "BTC    1       0         0        0",
      "USDT   0       0         6.5      0",
    ].join("\n"),
  );
});

const ORDER = {
  type: "PlaceFuturesOrder",
  user: 1,
  key: 1,
  contract: 1,
  side: "buy",
  kind: "limit",
  action: "open",
  mode: "cross",
  timeInForce: "gtc",
  trigger: "none",
  quantity: "10",
  price: "20000",
  triggerPrice: "",
  clientId: "",
  request: 0,
} as const;

test("OPER-FUT-5 order cancel names the contract", async () => {
  const cli = await provisioned();
  const { exchange } = cli.desk;
  await cli.typed(`contract add E-BTC-USDT ${LINEAR}`);
  await cli.typed("key add alice");
  const moved = { from: "spot", to: "futures", asset: 2, amount: 10_000_000_000n } as const;
  exchange.do({ type: "Transfer", user: 1, key: 1, request: 0, ...moved });
  expect(exchange.do(ORDER)).toMatchObject({ ok: true });

  expect(await cli.typed("order cancel 1")).toBe("cancelled order 1 of alice on E-BTC-USDT");
  expect(await cli.type("order cancel 1")).toMatchObject({ code: 1, out: "" });
});

test("every refusal is one sentence and exit code 1", async () => {
  const cli = await provisioned();
  await cli.typed(`contract add E-BTC-USDT ${LINEAR}`);
  const none = "There is no such contract, or it is delisted.";
  const name = "A contract's name is TYPE-BASE-QUOTE, of A-Z and 0-9, like E-BTC-USDT.";

  for (const [line, sentence] of [
    [`contract add E-BTC-USDT ${LINEAR}`, expect.stringMatching(/^There is, or was, a contract/)],
    [`contract add BTCUSDT ${LINEAR}`, name],
    [`contract add E-SOL-USDT ${LINEAR}`, "There is no such asset; it has to be added first."],
    [`contract add E-BTC-BTC ${LINEAR}`, "A contract needs two different assets."],
    [`contract add S-BTC-USDT ${LINEAR} --funding-hours 5`, /^A minimum is above .+ Hours are 1,/],
    [`contract add S-BTC-USDT ${LINEAR} --max-fee 0.5`, /^There are 1 to 20 tiers\./],
    [
      `contract add S-BTC-USDT ${LINEAR} --self-trade both`,
      /stpMode is malformed: it is EXPIRE_TAKER or NONE\.$/,
    ],
    [`contract add S-BTC-USDT ${LINEAR} --condition-days 9999`, /conditionTtlMs is malformed/],
    ["contract set E-BTC-USDT", "There is nothing to set: no rule of the contract is given."],
    [
      "contract set E-BTC-USDT --price-range 0",
      /^A rate is below 1.+ The priceRange is above 0\.$/,
    ],
    ["contract set E-SOL-USDT --clamp 0", none],
    ["contract halt E-SOL-USDT", none],
    ["contract resume E-SOL-USDT", none],
    ["contract delist E-SOL-USDT --yes", none],
    ["contract show E-SOL-USDT", none],
    ["contract show a&name=E-BTC-USDT", none],
    ["insurance withdraw USDT 1 --fund futures", /^Only what is free can be withdrawn: 0 is/],
  ] as const) {
    const err = sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence;
    expect(await cli.type(line), line).toEqual({ code: 1, out: "", err });
  }
  expect(cli.desk.exchange.state.catalogue.contracts).toHaveLength(1);
});
