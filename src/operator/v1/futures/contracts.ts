/**
 * Contracts: listed, changed, halted, resumed, delisted and shown. Like symbols they are never
 * removed, so a name always means the same thing (FUT-CONTRACT-1 to FUT-CONTRACT-4).
 */

import { list, record } from "../../../contract/field.ts";
import { optional, required } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { Contract } from "../../../engine/catalogue/contract.ts";
import type { OperationWords } from "../about.ts";
import { getContractNamed } from "../find.ts";
import { contractName } from "../forms.ts";
import { carryOut, endpoint, type OperatorCall } from "../operator.ts";
import type { OperatorCodeName } from "../refusals.ts";
import {
  CONTRACT_PARAMETERS,
  OWN_WORDS,
  RULE_PARAMETERS,
  type RuleValues,
} from "./contract-parameters.ts";
import { mergedRules, toContractRules } from "./contract-rules.ts";
import { CONTRACT, LISTED_CONTRACT, STATUS_FIELDS } from "./contract-shape.ts";
import { sayContract, sayMarket } from "./say-contract.ts";

export const addContract = endpoint({
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
  async handle(call, values) {
    const rules = toContractRules(call, values);
    await carryOut(call, { type: "AddContract", ...rules, request: call.request }, OWN_WORDS);
    return sayContract(getContractNamed(call, values.name), call);
  },
});

/** OPER-FUT-2: one or more rules at once; the others stay as they are. */
export const setContract = endpoint({
  method: "POST",
  path: "/contracts/set",
  parameters: { name: required(contractName), ...RULE_PARAMETERS },
  about: {
    operation: "setContract",
    tag: "contracts",
    summary: "Change rules of a contract; those that are not given stay as they are",
    reply: CONTRACT,
    codes: ["BAD_SYMBOL", "BAD_PRECISION", "RULES_REFUSED", "TOO_MANY_PARAMETERS"],
    waitsFor: "command",
  },
  async handle(call, { name: asked, ...values }) {
    const contract = getContractNamed(call, asked);
    demandSomething(values);
    const rules = mergedRules(values, contract.scale, contract);
    const { request } = call;
    const command = { type: "ChangeContract", contract: contract.id, ...rules, request } as const;
    await carryOut(call, command, OWN_WORDS);
    return sayContract(getContractNamed(call, asked), call);
  },
});

function demandSomething(values: RuleValues): void {
  if (Object.values(values).some((value) => value !== undefined)) return;
  const msg = "There is nothing to set: no rule of the contract is given.";
  throw new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

export const haltContract = change("/contracts/halt", "HaltContract", {
  operation: "haltContract",
  summary: "Take no new orders on a contract, trigger, fund and liquidate nothing",
  description: "What rests or waits may be cancelled.",
});
export const resumeContract = change("/contracts/resume", "ResumeContract", {
  operation: "resumeContract",
  summary: "Let a halted contract trade again",
});
/** FUT-CONTRACT-4: only without positions; a large book takes a while, until then the status is "delisting". */
export const delistContract = change(
  "/contracts/delist",
  "DelistContract",
  {
    operation: "delistContract",
    summary: "Cancel every order on a contract and end it, for ever",
    description: "Only a contract without positions can be delisted.",
  },
  ["STILL_HELD"],
);

function change(
  path: string,
  type: "HaltContract" | "ResumeContract" | "DelistContract",
  words: OperationWords,
  codes: readonly OperatorCodeName[] = [],
) {
  return endpoint({
    method: "POST",
    path,
    parameters: { name: required(contractName) },
    about: {
      ...words,
      tag: "contracts",
      reply: record(STATUS_FIELDS),
      codes: ["BAD_SYMBOL", ...codes],
      waitsFor: "command",
    },
    async handle(call, values) {
      const contract = getContractNamed(call, values.name).id;
      await carryOut(call, { type, contract, request: call.request });
      const { name: shown, status } = getContractNamed(call, values.name);
      return { name: shown, status };
    },
  });
}

/** OPER-FUT-3: all of them, delisted ones too, or the one that is named. */
export const listContracts = endpoint({
  method: "GET",
  path: "/contracts",
  parameters: { name: optional(contractName) },
  about: {
    operation: "listContracts",
    tag: "contracts",
    summary: "All contracts with their rules and prices, delisted ones too, or one",
    reply: record({ contracts: list(LISTED_CONTRACT, "in the order of their numbers") }),
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { name: asked }) {
    const { contracts } = call.exchange.state.catalogue;
    const shown = asked === undefined ? contracts : [getContractNamed(call, asked)];
    return { contracts: shown.map((contract) => sayWhole(contract, call)) };
  },
});

function sayWhole(contract: Contract, call: OperatorCall) {
  return { ...sayContract(contract, call), ...sayMarket(contract, call) };
}
