/**
 * Contracts: listed, changed, halted, resumed, delisted and shown. Like symbols they are never
 * removed, so a name always means the same thing (FUT-CONTRACT-1 to FUT-CONTRACT-4).
 */
import { list, record, told } from "../../field.ts";
import { optional, required } from "../../parameter.ts";
import type { OperatorCodeName } from "../codes.ts";
import { contractName, decimals, magnitude, name, wordOf } from "../forms.ts";
import { type OperationWords, request, type TypedCommand } from "../request.ts";
import { at, option } from "../typed.ts";
import { withoutIt } from "../usual.ts";
import { CONTRACT, LISTED_CONTRACT, STATUS_FIELDS } from "./contract-fields.ts";
import { RULE_PARAMETERS } from "./contract-rules.ts";

const BY_INDEX = withoutIt("by the index");

export const CONTRACT_PARAMETERS = {
  name: at(
    "NAME",
    required(told(name, { description: "Its name TYPE-BASE-QUOTE, like E-BTC-USDT, for ever." })),
  ),
  kind: option(
    "--kind KIND",
    "linear or inverse",
    optional(
      told(wordOf("linear", "inverse"), {
        description: "Linear without it where the quote is an asset here, and else inverse.",
      }),
    ),
    { usual: "linear without it where the quote is an asset here", isFirst: true },
  ),
  multiplier: option(
    "--multiplier M",
    "face value of one contract, in the base (linear) or the quote (inverse)",
    optional(
      told(magnitude, {
        description: `Face value of one contract, in the base (linear) or the quote (inverse); ${BY_INDEX}.`,
      }),
    ),
    { usual: "by the index", isFirst: true },
  ),
  pricePrecision: option(
    "--price-precision N",
    "decimals of its prices",
    optional(told(decimals, { description: `Decimals of its prices; ${BY_INDEX}.` })),
    { usual: BY_INDEX, isFirst: true },
  ),
  ...RULE_PARAMETERS,
};

export const ADD_CONTRACT = request({
  method: "POST",
  path: "/contracts",
  parameters: CONTRACT_PARAMETERS,
  about: {
    operation: "addContract",
    tag: "contracts",
    summary: "List a contract of two assets, for ever; it trades at once",
    description:
      "Every rule has a default, and what was chosen is in the reply. The index of both assets is known before (OPER-FUT-7).",
    reply: CONTRACT,
    codes: [
      "NO_SUCH_ASSET",
      "NO_INDEX",
      "BAD_PRECISION",
      "RULES_REFUSED",
      "ALREADY_EXISTS",
      "NO_ROOM",
      "TOO_MANY_PARAMETERS",
    ],
    waitsFor: "command",
  },
  commands: [
    {
      words: "contract add",
      says: "list a contract TYPE-BASE-QUOTE of two assets whose index is known, for ever; it trades at once",
    },
  ],
});

const NAMED = { name: at("NAME", required(contractName)) };

/** OPER-FUT-2: one or more rules at once; the others stay as they are. */
export const SET_CONTRACT = request({
  method: "POST",
  path: "/contracts/set",
  parameters: { ...NAMED, ...RULE_PARAMETERS },
  about: {
    operation: "setContract",
    tag: "contracts",
    summary: "Change rules of a contract; those that are not given stay as they are",
    reply: CONTRACT,
    codes: ["BAD_SYMBOL", "BAD_PRECISION", "RULES_REFUSED", "TOO_MANY_PARAMETERS"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "contract set",
      says: "change rules of a contract; those that are not given stay as they are",
      isChange: true,
    },
  ],
});

export const HALT_CONTRACT = change(
  "/contracts/halt",
  {
    operation: "haltContract",
    summary: "Take no new orders on a contract, trigger, fund and liquidate nothing",
    description: "What rests or waits may be cancelled.",
  },
  {
    words: "contract halt",
    says: "take no new orders, trigger, fund and liquidate nothing; orders may be cancelled",
  },
);
export const RESUME_CONTRACT = change(
  "/contracts/resume",
  { operation: "resumeContract", summary: "Let a halted contract trade again" },
  {
    words: "contract resume",
    says: "let a halted contract trade again; risk is looked at once",
  },
);
/** FUT-CONTRACT-4: only without positions; a large book takes a while, until then the status is "delisting". */
export const DELIST_CONTRACT = change(
  "/contracts/delist",
  {
    operation: "delistContract",
    summary: "Cancel every order on a contract and end it, for ever",
    description: "Only a contract without positions can be delisted.",
  },
  {
    words: "contract delist",
    says: "cancel every order there and end the contract, for ever; nobody may hold any",
    asksFirst: {
      says: "the name of the contract",
      of: ["name"],
      gone: "the contract, its name, and every order there",
    },
  },
  ["STILL_HELD"],
);

function change<const W extends string>(
  path: string,
  words: OperationWords,
  command: TypedCommand<W>,
  codes: readonly OperatorCodeName[] = [],
) {
  return request({
    method: "POST",
    path,
    parameters: NAMED,
    about: {
      ...words,
      tag: "contracts",
      reply: record(STATUS_FIELDS),
      codes: ["BAD_SYMBOL", ...codes],
      waitsFor: "command",
    },
    commands: [command],
  });
}

/** OPER-FUT-3: all of them, delisted ones too, or the one that is named. */
export const LIST_CONTRACTS = request({
  method: "GET",
  path: "/contracts",
  parameters: { name: at("NAME", optional(contractName)) },
  about: {
    operation: "listContracts",
    tag: "contracts",
    summary: "All contracts with their rules and prices, delisted ones too, or one",
    reply: record({ contracts: list(LISTED_CONTRACT, "in the order of their numbers") }),
    codes: ["BAD_SYMBOL"],
  },
  commands: [
    {
      words: "contract list",
      says: "show all contracts, their prices and what is held of them",
      without: ["name"],
    },
    {
      words: "contract show",
      says: "show the rules of a contract, its prices and what is held of it",
    },
  ],
});
