/** `bourse fee ...` of one user: rates that are not the market's. */
import { align } from "../terminal/layout.ts";
import { get, online, post, queryOf } from "./online.ts";

interface SymbolFees {
  readonly user: string;
  readonly symbol: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
}

interface ContractFees {
  readonly user: string;
  readonly contract: string;
  readonly openMakerFeeRate: string;
  readonly openTakerFeeRate: string;
  readonly closeMakerFeeRate: string;
  readonly closeTakerFeeRate: string;
}

export const feeUser = online({
  name: "fee user",
  says: "give a user rates of its own at a symbol; open orders keep theirs",
  takes: ["USER", "SYMBOL"],
  options: {
    "--maker": { value: "R", says: "rate as a maker, a rebate below zero", isRequired: true },
    "--taker": { value: "R", says: "rate as a taker", isRequired: true },
  },
  ask: ({ USER: user, SYMBOL: symbol, "--maker": makerFeeRate, "--taker": takerFeeRate }) =>
    post("/fees/users", { user, symbol, makerFeeRate, takerFeeRate }),
  show: ({ user, symbol, makerFeeRate, takerFeeRate }: SymbolFees) => [
    `fees of ${user} at ${symbol}: maker ${makerFeeRate}, taker ${takerFeeRate}`,
  ],
});

export const feeUserContract = online({
  name: "fee user-contract",
  says: "give a user rates of its own at a contract; open orders keep theirs",
  takes: ["USER", "CONTRACT"],
  options: {
    "--open-maker-fee": { value: "R", says: "as a maker who opens; the contract's without it" },
    "--open-taker-fee": { value: "R", says: "as a taker who opens; the contract's without it" },
    "--close-maker-fee": { value: "R", says: "as a maker who closes; the contract's without it" },
    "--close-taker-fee": { value: "R", says: "as a taker who closes; the contract's without it" },
  },
  ask: ({ USER: user, CONTRACT: contract, ...rates }) =>
    post("/fees/users/contract", {
      user,
      contract,
      openMakerFeeRate: rates["--open-maker-fee"],
      openTakerFeeRate: rates["--open-taker-fee"],
      closeMakerFeeRate: rates["--close-maker-fee"],
      closeTakerFeeRate: rates["--close-taker-fee"],
    }),
  show: (fees: ContractFees) => [
    `fees of ${fees.user} at ${fees.contract}: ${fourOf(fees).join(", ")}`,
  ],
});

function fourOf(fees: ContractFees): string[] {
  return [
    `open maker ${fees.openMakerFeeRate}`,
    `open taker ${fees.openTakerFeeRate}`,
    `close maker ${fees.closeMakerFeeRate}`,
    `close taker ${fees.closeTakerFeeRate}`,
  ];
}

export const feeRemove = online({
  name: "fee remove",
  says: "take back the rates that a user has of its own at a symbol or contract",
  takes: ["USER", "MARKET"],
  options: {},
  ask: ({ USER: user, MARKET: market }) => post("/fees/users/remove", { user, market }),
  show: ({ user, market }: { readonly user: string; readonly market: string }) => [
    `${user} pays the fees of ${market} again`,
  ],
});

interface AllUserFees {
  readonly symbols: readonly SymbolFees[];
  readonly contracts: readonly ContractFees[];
}

export const feeList = online({
  name: "fee list",
  says: "show the rates that users have of their own",
  takes: [],
  options: { "--user": { value: "NAME", says: "of this user only" } },
  ask: ({ "--user": user }) => get(`/fees/users${queryOf({ user })}`),
  show: ({ symbols, contracts }: AllUserFees) => {
    if (symbols.length + contracts.length === 0) return ["no user has rates of its own"];
    return align([
      ["USER", "MARKET", "RATES"],
      ...symbols.map(({ user, symbol, makerFeeRate, takerFeeRate }) => [
        user,
        symbol,
        `maker ${makerFeeRate}, taker ${takerFeeRate}`,
      ]),
      ...contracts.map((fees) => [fees.user, fees.contract, fourOf(fees).join(", ")]),
    ]);
  },
});
