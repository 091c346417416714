/**
 * The golden log's chapters of futures, told once for a linear contract and once for an inverse one:
 * conditions that set off each other, an isolated liquidation that the insurance helps to pay and
 * deleveraging ends, a cross one that a lower tier saves for a while, a halt, funding that eats a
 * margin up to bad debt. BTC is asset 1, about 100 USDT, asset 2.
 */
import { CONTRACT_DEFAULTS, impactNotionalOf } from "../../src/core/engine/catalogue/contract.ts";
import type { Command } from "../../src/core/engine/codec.ts";
import type { PlaceFuturesOrder } from "../../src/core/engine/futures/futures-commands.ts";

const BTC = 10n ** 8n;
const USDT = 10n ** 6n;
const by = (user: number) => ({ user, key: user, request: 30 });

/** The gambler, the borrower of strength, the patient one, and the one who has enough for all. */
const [ANN, BEN, CAT, DAN] = [7, 8, 9, 10] as const;

/** A contract with the size of its coin: what 100 USDT are, and how many contracts they make. */
interface Stage {
  readonly contract: number;
  readonly coin: number;
  readonly hundred: bigint;
  readonly lots: number;
}

const LINEAR: Stage = { contract: 1, coin: 2, hundred: 100n * USDT, lots: 1000 };
const INVERSE: Stage = { contract: 2, coin: 1, hundred: BTC, lots: 100 };
const DOOMED = 3;

function rulesOf(hundred: bigint) {
  const tiers = [
    { valueMax: 3n * hundred, leverageMax: 100, maintenanceRate: 500_000 },
    { valueMax: 10_000n * hundred, leverageMax: 50, maintenanceRate: 1_000_000 },
  ];
  const money = { marketMoneyMax: 10_000n * hundred, limitMoneyMax: 10_000n * hundred };
  const impactNotional = impactNotionalOf(tiers);
  return { ...CONTRACT_DEFAULTS, ...money, maxFeeRate: 40_000, tiers, impactNotional, request: 31 };
}

/** What the operator lists and insures, and who comes to trade it. */
export function contracts(): Command[] {
  const linear = { kind: "linear", base: 1, multiplier: 1n } as const;
  const onBtc = { ...linear, multiplierDecimals: 3, pricePrecision: 2, ...rulesOf(LINEAR.hundred) };
  const inverse = { kind: "inverse", base: 1, multiplier: 1n, multiplierDecimals: 0 } as const;
  const listed = { ...inverse, pricePrecision: 2, ...rulesOf(INVERSE.hundred) };
  const onWei = { ...onBtc, base: 3, multiplierDecimals: 0 };
  return [
    { type: "AddContract", name: "E-BTC-USDT", ...onBtc },
    { type: "AddContract", name: "E-BTC-USD", ...listed },
    { type: "AddContract", name: "E-WEI-USDT", ...onWei },
    { type: "AddContract", name: "E-BTC-USDT", ...onBtc },
    ...[ANN, BEN, CAT, DAN].flatMap(newcomer),
    ...[LINEAR, INVERSE].map(({ coin, hundred }) => insure(coin, hundred / 100n)),
    index("100"),
  ];
}

function insure(asset: number, amount: bigint): Command {
  const id = `futures-${asset}-${amount}`;
  return { type: "FillFund", id, fund: "futures_insurance", asset, amount, request: 31 };
}

/** Dan has a hundred times what the others have. */
function newcomer(user: number): Command[] {
  const apiKey = { apiKey: `key-${user}`, sealedSecret: Uint8Array.of(user), mayTrade: true };
  const times = user === DAN ? 100n : 1n;
  const bring = [LINEAR, INVERSE].flatMap(({ coin, hundred }): Command[] => {
    const amount = (hundred * times * 7n) / 10n;
    const move = { type: "Transfer", ...by(user), asset: coin } as const;
    return [
      { type: "Deposit", id: `in-${user}-${coin}`, user, asset: coin, amount, request: 32 },
      { ...move, from: "spot", to: "futures", amount },
      { ...move, from: "futures", to: "spot", amount: amount / 10n },
      { ...move, from: "spot", to: "margin", amount: 1n },
    ];
  });
  return [
    { type: "AddUser", name: `punter-${user}`, request: 32 },
    { type: "AddKey", user, ...apiKey, addresses: [], request: 32 },
    ...bring,
  ];
}

export function index(price: string): Command {
  const [whole = "", parts = ""] = price.split(".");
  const units = BigInt(whole + parts.padEnd(18, "0"));
  return { type: "SetIndex", asset: 1, source: "operator", weight: 1, price: units, request: 33 };
}

type Words = Partial<PlaceFuturesOrder>;

/** `side` with `times` 100 USDT worth of contracts, at a price; without one at the market. */
function order(
  { contract, lots, hundred, coin }: Stage,
  user: number,
  times: number,
  words: Words & { readonly at?: string },
): Command {
  const { at = "", ...said } = words;
  const isValue = at === "" && said.action !== "close";
  const scale = coin === 1 ? 8 : 6;
  const value = (Number(hundred) * times) / 10 ** scale;
  return {
    type: "PlaceFuturesOrder",
    ...by(user),
    contract,
    side: "buy",
    kind: at === "" ? "market" : "limit",
    action: "open",
    mode: "isolated",
    timeInForce: "gtc",
    trigger: "none",
    triggerPrice: "",
    clientId: "",
    quantity: isValue ? `${value}` : `${Math.round(lots * times)}`,
    price: at,
    ...said,
  };
}

/** Every user sets leverage and mode, and the positions are opened. */
function openings(stage: Stage): Command[] {
  const { contract } = stage;
  const lever = (user: number, leverage: number): Command => {
    return { type: "SetLeverage", ...by(user), contract, leverage };
  };
  return [
    lever(ANN, 50),
    lever(BEN, 20),
    lever(CAT, 100),
    lever(DAN, 101),
    { type: "SetMarginMode", ...by(BEN), contract, mode: "cross" },
    order(stage, DAN, 20, { side: "sell", at: "100", mode: "cross" }),
    order(stage, ANN, 2, { at: "100", clientId: `bet-${contract}` }),
    order(stage, BEN, 9, { at: "100", mode: "cross" }),
    order(stage, CAT, 1, {}),
    order(stage, CAT, 0.5, { side: "sell", at: "99", timeInForce: "post_only" }),
    order(stage, CAT, 0.5, { side: "sell", at: "101", timeInForce: "fok" }),
    order(stage, CAT, 0.2, { side: "sell", at: "100.5", action: "close", timeInForce: "ioc" }),
    order(stage, BEN, 50, { at: "100", mode: "cross" }),
  ];
}

/** Each takes an offer dearer than the one before; one is canceled, one stays. */
function conditions(stage: Stage): Command[] {
  const { contract } = stage;
  const wait = (user: number, triggerPrice: string, at: string, words: Words = {}) =>
    order(stage, user, 0.1, { trigger: "up", triggerPrice, at, ...words });
  const offer = { side: "sell", mode: "cross" } as const;
  return [
    { type: "CancelAllFutures", ...by(DAN), contract },
    ...["100.1", "100.2", "100.3"].map((at) => order(stage, DAN, 0.1, { ...offer, at })),
    wait(ANN, "100.1", "100.2"),
    wait(CAT, "100.2", "100.3"),
    wait(CAT, "150", "150", { clientId: "patient" }),
    wait(ANN, "60", "60", { trigger: "stop_loss", side: "sell", action: "close" }),
    wait(ANN, "140", "140"),
    order(stage, BEN, 0.1, { at: "100.1", mode: "cross" }),
    { type: "CancelFuturesOrder", ...by(CAT), contract, order: 0, clientId: "patient" },
    { type: "CancelFuturesOrder", ...by(CAT), contract, order: 0, clientId: "none" },
  ];
}

export function betting(): Command[] {
  return [LINEAR, INVERSE].flatMap((stage) => [...openings(stage), ...conditions(stage)]);
}

/** Margin into the first position and out of it; a transfer of more than there is. */
export function moving(): Command[] {
  return [
    { type: "MovePositionMargin", ...by(ANN), position: 2, amount: USDT },
    { type: "MovePositionMargin", ...by(ANN), position: 2, amount: -USDT / 2n },
    { type: "MovePositionMargin", ...by(BEN), position: 2, amount: 1n },
    { type: "Transfer", ...by(ANN), from: "futures", to: "spot", asset: 2, amount: BTC * USDT },
  ];
}

/** A user buys what must be sold: a part of it. */
export function bids(at: string, times: number): Command[] {
  return [LINEAR, INVERSE].map((stage) => order(stage, DAN, times, { at, mode: "cross" }));
}

/** A contract without positions goes, with the orders in it; another is halted and resumes. */
export function listings(): Command[] {
  const doomed = { ...LINEAR, contract: DOOMED };
  return [
    order(doomed, DAN, 0.01, { at: "0.5" }),
    order(doomed, DAN, 0.01, { at: "2", trigger: "up", triggerPrice: "2" }),
    { type: "DelistContract", contract: DOOMED, request: 34 },
    { type: "DelistContract", contract: 1, request: 34 },
    { type: "HaltContract", contract: 2, request: 34 },
    order(INVERSE, CAT, 0.1, { at: "100" }),
  ];
}

export function resume(): Command[] {
  return [{ type: "ResumeContract", contract: 2, request: 35 }];
}

/** Funding becomes dear, the funds are emptied, and Cat bets once more, against Dan. */
export function dearFunding(at: string): Command[] {
  const dear = { fundingHours: 1, interestRate: 900_000, fundingClamp: 2_000_000 };
  return [LINEAR, INVERSE].flatMap((stage): Command[] => [
    { type: "ChangeContract", contract: stage.contract, ...rulesOf(stage.hundred), ...dear },
    { type: "CancelAllFutures", ...by(DAN), contract: 0 },
    order(stage, DAN, 2, { side: "sell", at, mode: "cross" }),
    order(stage, CAT, 2, { at }),
  ]);
}

/** What is in the funds is taken out, all but little: half of it, half of the rest and so on. */
export function emptied(): Command[] {
  return [LINEAR, INVERSE].flatMap(({ coin: asset, hundred }) =>
    Array.from({ length: 16 }, (_, at): Command => {
      const drawn = { id: `out-${asset}-${at}`, fund: "futures_insurance", asset } as const;
      return { type: "DrawFund", ...drawn, amount: hundred >> BigInt(at), request: 36 };
    }),
  );
}
