/**
 * Contracts: listed, changed, halted, resumed, delisted and shown. Like symbols they are never
 * removed, so a name always means the same thing (FUT-CONTRACT-1 to FUT-CONTRACT-4).
 */

import {
  ADD_CONTRACT,
  DELIST_CONTRACT,
  HALT_CONTRACT,
  LIST_CONTRACTS,
  RESUME_CONTRACT,
  SET_CONTRACT,
} from "../../../../contract/operator/futures/contracts.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import type { Contract } from "../../../../core/engine/catalogue/contract.ts";
import { getContractNamed } from "../find.ts";
import { carryOut, endpoint, type OperatorCall } from "../operator.ts";
import { mergedRules, toContractRules } from "./contract-rules.ts";
import { OWN_WORDS, type RuleValues } from "./contract-words.ts";
import { sayContract, sayMarket } from "./say-contract.ts";

export const addContract = endpoint(ADD_CONTRACT, async (call, values) => {
  const rules = toContractRules(call, values);
  await carryOut(call, { type: "AddContract", ...rules, request: call.request }, OWN_WORDS);
  return sayContract(getContractNamed(call, values.name), call);
});

/** OPER-FUT-2: one or more rules at once; the others stay as they are. */
export const setContract = endpoint(SET_CONTRACT, async (call, { name: asked, ...values }) => {
  const contract = getContractNamed(call, asked);
  demandSomething(values);
  const rules = mergedRules(values, contract.scale, contract);
  const { request } = call;
  const command = { type: "ChangeContract", contract: contract.id, ...rules, request } as const;
  await carryOut(call, command, OWN_WORDS);
  return sayContract(getContractNamed(call, asked), call);
});

function demandSomething(values: RuleValues): void {
  if (Object.values(values).some((value) => value !== undefined)) return;
  const msg = "There is nothing to set: no rule of the contract is given.";
  throw new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

export const haltContract = change(HALT_CONTRACT, "HaltContract");
export const resumeContract = change(RESUME_CONTRACT, "ResumeContract");
/** FUT-CONTRACT-4: only without positions; a large book takes a while, until then the status is "delisting". */
export const delistContract = change(DELIST_CONTRACT, "DelistContract");

function change(
  declared: typeof HALT_CONTRACT | typeof RESUME_CONTRACT | typeof DELIST_CONTRACT,
  type: "HaltContract" | "ResumeContract" | "DelistContract",
) {
  return endpoint(declared, async (call, values) => {
    const contract = getContractNamed(call, values.name).id;
    await carryOut(call, { type, contract, request: call.request });
    const { name: shown, status } = getContractNamed(call, values.name);
    return { name: shown, status };
  });
}

/** OPER-FUT-3: all of them, delisted ones too, or the one that is named. */
export const listContracts = endpoint(LIST_CONTRACTS, (call, { name: asked }) => {
  const { contracts } = call.exchange.state.catalogue;
  const shown = asked === undefined ? contracts : [getContractNamed(call, asked)];
  return { contracts: shown.map((contract) => sayWhole(contract, call)) };
});

function sayWhole(contract: Contract, call: OperatorCall) {
  return { ...sayContract(contract, call), ...sayMarket(contract, call) };
}
