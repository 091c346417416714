/**
 * Futures in a new sandbox: two contracts in USDT and one in BTC, an insurance fund for each coin,
 * and for each demo user 1,000,000 USDT and 10 BTC to trade them with. The last contract comes last:
 * where it is listed, all of it was done, so a directory from before there were futures gets them
 * once, and no user's money is given twice.
 */
import {
  CONTRACT_DEFAULTS,
  type ContractRules,
  impactNotionalOf,
  type Tier,
} from "../../core/engine/catalogue/contract.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import {
  type AssetAmount,
  assetIdOf,
  type DemoUser,
  demand,
  ensureMoved,
  NO_REQUEST,
  UNIT,
} from "./ensure.ts";

/** What sets one contract apart from the others. */
interface Face {
  readonly name: string;
  readonly kind: ContractRules["kind"];
  readonly base: string;
  /** A whole number of 10^-multiplierDecimals. */
  readonly multiplier: bigint;
  readonly multiplierDecimals: number;
  readonly pricePrecision: number;
  /** How much of the margin coin the first tier reaches; the others follow. */
  readonly tierOne: bigint;
}

const LINEAR = { kind: "linear", multiplier: 1n, tierOne: 500_000n * UNIT } as const;

/** 0.0001 BTC, 0.001 ETH and 10 dollars of BTC. */
const FACES: readonly Face[] = [
  { name: "E-BTC-USDT", base: "BTC", ...LINEAR, multiplierDecimals: 4, pricePrecision: 1 },
  { name: "E-ETH-USDT", base: "ETH", ...LINEAR, multiplierDecimals: 3, pricePrecision: 2 },
  {
    name: "E-BTC-USD",
    base: "BTC",
    kind: "inverse",
    tierOne: 10n * UNIT,
    multiplier: 10n,
    multiplierDecimals: 0,
    pricePrecision: 1,
  },
];

/** How often the first tier's value, the highest leverage, and what to keep in 10^-8. */
const TIERS = [
  { times: 1n, leverageMax: 125, maintenanceRate: 400_000 },
  { times: 10n, leverageMax: 50, maintenanceRate: 1_000_000 },
  { times: 50n, leverageMax: 20, maintenanceRate: 2_500_000 },
  { times: 200n, leverageMax: 5, maintenanceRate: 10_000_000 },
] as const;

/** Orders go from a five-hundred-thousandth of the first tier to a hundred times, at market ten. */
const MONEY_MIN_SHARE = 500_000n;
const MARKET_MONEY_TIMES = 10n;
const LIMIT_MONEY_TIMES = 100n;

const INSURED: readonly AssetAmount[] = [
  { asset: "USDT", amount: 10_000_000n * UNIT },
  { asset: "BTC", amount: 200n * UNIT },
];

const STAKES: readonly AssetAmount[] = [
  { asset: "USDT", amount: 1_000_000n * UNIT },
  { asset: "BTC", amount: 10n * UNIT },
];

export async function completeFutures(
  exchange: Exchange,
  users: readonly DemoUser[],
): Promise<void> {
  const { contractsByName } = exchange.state.catalogue;
  if (contractsByName.has(FACES.at(-1)?.name ?? "")) return;
  for (const user of users) {
    for (const stake of STAKES) await ensureMoved(exchange, user, stake, "futures");
  }
  for (const insured of INSURED) await ensureInsurance(exchange, insured);
  for (const face of FACES) {
    if (!contractsByName.has(face.name)) await list(exchange, face);
  }
}

async function ensureInsurance(exchange: Exchange, { asset: name, amount }: AssetAmount) {
  const { ledger } = exchange.state;
  const asset = assetIdOf(exchange.state, name);
  if ((ledger.houses[asset - 1]?.futuresInsurance ?? 0n) > 0n) return;
  const filled = { id: `demo:insurance:${name}`, fund: "futures_insurance", asset } as const;
  await demand(exchange, { type: "FillFund", ...filled, amount, request: NO_REQUEST });
}

/** As with the pairs, one key may try both sides of a contract. */
async function list(exchange: Exchange, { tierOne, ...face }: Face): Promise<void> {
  const tiers: readonly Tier[] = TIERS.map(({ times, ...tier }) => ({
    valueMax: tierOne * times,
    ...tier,
  }));
  await demand(exchange, {
    type: "AddContract",
    ...CONTRACT_DEFAULTS,
    ...face,
    base: assetIdOf(exchange.state, face.base),
    moneyMin: tierOne / MONEY_MIN_SHARE,
    marketMoneyMax: tierOne * MARKET_MONEY_TIMES,
    limitMoneyMax: tierOne * LIMIT_MONEY_TIMES,
    maxFeeRate: CONTRACT_DEFAULTS.fees.closeTakerRate,
    tiers,
    impactNotional: impactNotionalOf(tiers),
    selfTrade: "none",
    request: NO_REQUEST,
  });
}
