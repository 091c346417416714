/**
 * The checker's own books: what a user must have, by the trades and the ended positions that the user is
 * shown and by the money that was moved. Every account is accounted for to the last unit; a movement
 * without an answer was made or was not made, and then in both of its accounts. Loans bear no
 * interest here, so that a debt is what was borrowed. Rules LOG-DUR-1, LEDGER-MOVE-3.
 */
import type { Holdings, TradeRow } from "../holdings.ts";
import { type AreaName, unitsOf } from "./areas.ts";

export type AccountName = AreaName | "outside";

/** Money that was sent on its way. One side is always spot. */
export interface Movement {
  readonly user: string;
  readonly from: AccountName;
  readonly to: AccountName;
  readonly asset: string;
  readonly amount: string;
  /** True: made; false: never; undefined: not known yet. */
  isMade: boolean | undefined;
}

/** What a user has, or what the user's records come to, by account and asset. */
type Sums = Map<string, bigint>;

/** All ways in which they may have gone are tried. */
const DOUBTFUL_MAX = 16;
const ASSETS = ["BTC", "USDT"] as const;

/** One user's. */
export class Books {
  /** What the user had before the first record. */
  readonly #base: Sums;
  /** What the margin account paid for its liquidations, which the API does not tell. */
  readonly #liquidated: Sums;
  #forced: number;

  constructor(base: Sums = new Map(), liquidated: Sums = new Map(), forced = 0) {
    this.#base = new Map(base);
    this.#liquidated = new Map(liquidated);
    this.#forced = forced;
  }

  copy(): Books {
    return new Books(this.#base, this.#liquidated, this.#forced);
  }

  /** Notes what is there; before it no check finds anything wrong. */
  open(holdings: Holdings): void {
    for (const [account, had] of moneyIn(holdings)) this.#base.set(account, had);
    for (const [account, came] of recordsIn(holdings)) add(this.#base, account, -came);
  }

  /** Every sentence that should be true and is not. `forced` margin orders are liquidations. */
  check(holdings: Holdings, movements: readonly Movement[], forced: number): string[] {
    const missing = moneyIn(holdings);
    for (const sums of [this.#base, this.#liquidated, recordsIn(holdings)]) {
      for (const [account, amount] of sums) add(missing, account, -amount);
    }
    for (const movement of movements) if (movement.isMade) book(missing, movement, -1n);
    this.#decide(missing, movements);
    if (forced > this.#forced) this.#payLiquidations(missing);
    this.#forced = forced;
    return [...missing]
      .filter(([, amount]) => amount !== 0n)
      .map(([account, amount]) => `${account} has ${amount} units more than its records come to`);
  }

  /** Of the movements in doubt those were made that spot, where nothing else is unknown, shows. */
  #decide(missing: Sums, movements: readonly Movement[]): void {
    const doubtful = movements.filter(({ isMade }) => isMade === undefined);
    if (doubtful.length > DOUBTFUL_MAX) throw new Error(`${doubtful.length} movements in doubt`);
    const made = subsets(doubtful).find((subset) => {
      const rest = new Map(missing);
      for (const movement of subset) book(rest, movement, -1n);
      return ASSETS.every((asset) => (rest.get(`spot ${asset}`) ?? 0n) === 0n);
    });
    if (!made) return;
    for (const movement of doubtful) {
      movement.isMade = made.includes(movement);
      if (movement.isMade) book(missing, movement, -1n);
    }
  }

  /** MARG-LIQ-5, MARG-LOSS-1: a liquidation costs, or what is owed is written off. */
  #payLiquidations(missing: Sums): void {
    for (const asset of ASSETS) {
      const account = `margin ${asset}`;
      add(this.#liquidated, account, missing.get(account) ?? 0n);
      missing.delete(account);
    }
  }
}

function add(sums: Sums, account: string, amount: bigint): void {
  sums.set(account, (sums.get(account) ?? 0n) + amount);
}

function book(sums: Sums, { from, to, asset, amount }: Movement, sign: bigint): void {
  const units = unitsOf(amount) * sign;
  if (from !== "outside") add(sums, `${from} ${asset}`, -units);
  if (to !== "outside") add(sums, `${to} ${asset}`, units);
}

function subsets<Item>([first, ...others]: readonly Item[]): Item[][] {
  if (first === undefined) return [[]];
  const without = subsets(others);
  return [...without, ...without.map((subset) => [first, ...subset])];
}

function moneyIn({ balances, coins }: Holdings): Sums {
  const sums: Sums = new Map();
  for (const area of ["spot", "margin"] as const) {
    for (const { asset, free, locked, borrowed = "0" } of balances[area]) {
      const has = unitsOf(free) + unitsOf(locked) - unitsOf(borrowed);
      sums.set(`${area} ${asset}`, has);
    }
  }
  for (const { marginCoin, accountNormal, accountLock, partPositionNormal } of coins) {
    const has = unitsOf(accountNormal) + unitsOf(accountLock) + unitsOf(partPositionNormal);
    sums.set(`futures ${marginCoin}`, has);
  }
  return sums;
}

function recordsIn({ spot, margin, coins, profits }: Holdings): Sums {
  const sums: Sums = new Map();
  for (const trade of spot.trades) settle(sums, "spot", trade);
  for (const trade of margin.trades) settle(sums, "margin", trade);
  for (const { marginCoin, positionVos } of coins) {
    for (const { historyRealizedAmount } of positionVos.flatMap(({ positions }) => positions)) {
      add(sums, `futures ${marginCoin}`, unitsOf(historyRealizedAmount));
    }
  }
  // Only a contract in USDT is traded here.
  for (const { historyRealizedAmount } of profits) {
    add(sums, "futures USDT", unitsOf(historyRealizedAmount));
  }
  return sums;
}

/** SPOT-SETTLE-5: the fee is taken off what a side receives. */
function settle(sums: Sums, area: AreaName, { isBuyer, price, qty, fee }: TradeRow): void {
  const [base, quote] = [unitsOf(qty), unitsOf(qty, 5) * unitsOf(price, 2) * 10n];
  const [bought, sold] = isBuyer ? [base, -quote] : [-base, quote];
  add(sums, `${area} BTC`, bought - (isBuyer ? unitsOf(fee) : 0n));
  add(sums, `${area} USDT`, sold - (isBuyer ? 0n : unitsOf(fee)));
}
