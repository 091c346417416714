/**
 * Fee rates of a user's own, which the operator gives for one pair or one contract and takes back. A new order of
 * the user is accepted with them in place of the market's; a user without any pays the market's. Bounded, and in the
 * snapshot. Rules SPOT-FEE-2, FUT-FEE-3.
 */
import { answers, type CommandOf, command } from "../../base/records/command.ts";
import { type Digest, foldNumber } from "../../base/records/digest.ts";
import { int, oneOf, type RecordOf, record, uint } from "../../base/records/record.ts";
import type { Pair, PairId } from "./catalogue.ts";
import { type Contract, type ContractId, type FeeRates, feeRatesRecord } from "./contract.ts";

/** The rates of one user at one pair, in 10^-8; a maker's may be negative. */
export type PairFeeRates = Pick<Pair, "makerRate" | "takerRate">;

export interface UserFees {
  /** By the id of the market less one, then by user. */
  readonly pairs: (Map<number, PairFeeRates> | undefined)[];
  readonly contracts: (Map<number, FeeRates> | undefined)[];
  /** Of both together. */
  count: number;
  readonly countMax: number;
  readonly digest: Digest;
}

export function newUserFees(digest: Digest, countMax: number): UserFees {
  return { pairs: [], contracts: [], count: 0, countMax, digest };
}

const pairFees = { pair: uint, user: uint, makerRate: int, takerRate: int };
const contractFees = { contract: uint, user: uint, fees: feeRatesRecord };
export const userPairFeesRecord = record(pairFees);
export const userContractFeesRecord = record(contractFees);
export type UserPairFees = RecordOf<typeof pairFees>;
export type UserContractFees = RecordOf<typeof contractFees>;

export const SetUserFees = command("SetUserFees", 71, {
  fields: { ...pairFees, request: uint },
  answer: answers<{ pair: PairId }>(),
  rejects: [
    "rules_too_old",
    "user_not_found",
    "pair_not_found",
    "rate_out_of_range",
    "fees_below_zero",
    "too_many_user_fees",
  ],
  events: [],
});
export type SetUserFees = CommandOf<typeof SetUserFees>;
export const SetUserContractFees = command("SetUserContractFees", 72, {
  fields: { ...contractFees, request: uint },
  answer: answers<{ contract: ContractId }>(),
  rejects: [
    "rules_too_old",
    "user_not_found",
    "contract_not_found",
    "rate_out_of_range",
    "fees_below_zero",
    "too_many_user_fees",
  ],
  events: [],
});
export type SetUserContractFees = CommandOf<typeof SetUserContractFees>;
/** Also of a market that is delisted, so that room is made. */
export const RemoveUserFees = command("RemoveUserFees", 73, {
  fields: { sort: oneOf("pair", "contract"), market: uint, user: uint, request: uint },
  answer: answers<{ market: PairId | ContractId }>(),
  rejects: ["user_fees_not_found"],
  events: [],
});
export type RemoveUserFees = CommandOf<typeof RemoveUserFees>;

/** SPOT-FEE-2: the rates that an order of the user is accepted with. Where no user has any, that is one look. */
export function pairRatesOf(fees: UserFees, user: number, pair: Pair): PairFeeRates {
  if (fees.count === 0) return pair;
  return fees.pairs[pair.id - 1]?.get(user) ?? pair;
}

/** FUT-FEE-3 */
export function contractRatesOf(fees: UserFees, user: number, contract: Contract): FeeRates {
  if (fees.count === 0) return contract.fees;
  return fees.contracts[contract.id - 1]?.get(user) ?? contract.fees;
}

/** CORE-BOUND-1: whether there is room for rates of this user at a market. */
export function hasRoomFor(
  fees: UserFees,
  { sort, market, user }: Pick<RemoveUserFees, "sort" | "market" | "user">,
): boolean {
  return fees.count < fees.countMax || ratesAt(fees, sort)[market - 1]?.has(user) === true;
}

/** Puts rates, new, changed or from a snapshot, in their place. Previews do it too, so it writes no record. */
export function enterPairFees(fees: UserFees, stored: UserPairFees): void {
  const { pair, user, makerRate, takerRate } = stored;
  enter(fees, fees.pairs, { market: pair, user, rates: { makerRate, takerRate } });
}

export function enterContractFees(fees: UserFees, stored: UserContractFees): void {
  const { contract, user, fees: rates } = stored;
  enter(fees, fees.contracts, { market: contract, user, rates });
}

function enter<Rates>(
  fees: UserFees,
  markets: (Map<number, Rates> | undefined)[],
  { market, user, rates }: { market: number; user: number; rates: Rates },
): void {
  while (markets.length < market) markets.push(undefined);
  const users = markets[market - 1] ?? new Map<number, Rates>();
  markets[market - 1] = users;
  if (!users.has(user)) fees.count++;
  users.set(user, rates);
}

/** Whether there were any. */
export function dropFees(
  fees: UserFees,
  { sort, market, user }: Pick<RemoveUserFees, "sort" | "market" | "user">,
): boolean {
  if (!ratesAt(fees, sort)[market - 1]?.delete(user)) return false;
  fees.count--;
  for (const folded of [sort === "pair" ? 0 : 1, market, user]) foldNumber(fees.digest, folded);
  return true;
}

function ratesAt(
  { pairs, contracts }: UserFees,
  sort: RemoveUserFees["sort"],
): readonly (Map<number, unknown> | undefined)[] {
  return sort === "pair" ? pairs : contracts;
}

/** By pair, then by user, whatever the order they came in. */
export function allPairFees({ pairs }: Pick<UserFees, "pairs">): UserPairFees[] {
  return pairs.flatMap((users, at) =>
    byUser(users).map(([user, rates]) => ({ pair: at + 1, user, ...rates })),
  );
}

export function allContractFees({ contracts }: Pick<UserFees, "contracts">): UserContractFees[] {
  return contracts.flatMap((users, at) =>
    byUser(users).map(([user, fees]) => ({ contract: at + 1, user, fees })),
  );
}

function byUser<Rates>(users: Map<number, Rates> | undefined): [number, Rates][] {
  return users === undefined ? [] : [...users].sort(([a], [b]) => a - b);
}
