/** `bourse contract ...`: which futures trade, and by which rules. */
import {
  ADD_CONTRACT,
  DELIST_CONTRACT,
  HALT_CONTRACT,
  LIST_CONTRACTS,
  RESUME_CONTRACT,
  SET_CONTRACT,
} from "../../../contract/operator/futures/contracts.ts";
import { online } from "../online.ts";
import { rowsOfAll, rowsOfRules } from "./contract-layout.ts";

export const contractAdd = online(ADD_CONTRACT, "contract add", {
  show: (contract) => [`added contract ${contract.name}`, ...rowsOfRules(contract)],
});

export const contractSet = online(SET_CONTRACT, "contract set", {
  show: (contract) => [`changed contract ${contract.name}`, ...rowsOfRules(contract)],
});

export const contractHalt = online(HALT_CONTRACT, "contract halt", { show: sayStatus });
export const contractResume = online(RESUME_CONTRACT, "contract resume", { show: sayStatus });
export const contractDelist = online(DELIST_CONTRACT, "contract delist", { show: sayStatus });

function sayStatus({ name, status }: { readonly name: string; readonly status: string }) {
  return [`contract ${name} is ${status}`];
}

export const contractShow = online(LIST_CONTRACTS, "contract show", {
  show: ({ contracts }) =>
    contracts.flatMap((contract) => [`contract ${contract.name}`, ...rowsOfRules(contract)]),
});

export const contractList = online(LIST_CONTRACTS, "contract list", {
  show: ({ contracts }) =>
    contracts.length === 0 ? ["there is no contract"] : rowsOfAll(contracts),
});
