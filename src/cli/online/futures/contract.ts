/** `bourse contract ...`: which futures trade, and by which rules. */
import { get, online, post } from "../online.ts";
import { type Listed, rowsOfAll, rowsOfRules, type ShownContract } from "./contract-layout.ts";
import { ADD_OPTIONS, rulesFrom, SET_OPTIONS } from "./contract-options.ts";

export const contractAdd = online({
  name: "contract add",
  says: "list a contract TYPE-BASE-QUOTE of two assets whose index is known, for ever; it trades at once",
  takes: ["NAME"],
  options: ADD_OPTIONS,
  ask: ({ NAME: name, ...values }) =>
    post("/contracts", {
      name,
      kind: values["--kind"],
      multiplier: values["--multiplier"],
      pricePrecision: values["--price-precision"],
      ...rulesFrom(values),
    }),
  show: (contract: ShownContract) => [`added contract ${contract.name}`, ...rowsOfRules(contract)],
});

export const contractSet = online({
  name: "contract set",
  says: "change rules of a contract; those that are not given stay as they are",
  takes: ["NAME"],
  options: SET_OPTIONS,
  ask: ({ NAME: name, ...values }) => post("/contracts/set", { name, ...rulesFrom(values) }),
  show: (contract: ShownContract) => [
    `changed contract ${contract.name}`,
    ...rowsOfRules(contract),
  ],
});

const change = { takes: ["NAME"], options: {} } as const;

export const contractHalt = online({
  ...change,
  name: "contract halt",
  says: "take no new orders, trigger, fund and liquidate nothing; orders may be cancelled",
  ask: ({ NAME: name }) => post("/contracts/halt", { name }),
  show: sayStatus,
});

export const contractResume = online({
  ...change,
  name: "contract resume",
  says: "let a halted contract trade again; risk is looked at once",
  ask: ({ NAME: name }) => post("/contracts/resume", { name }),
  show: sayStatus,
});

export const contractDelist = online({
  ...change,
  name: "contract delist",
  retyped: { says: "the name of the contract", of: ({ NAME: name }) => name },
  says: "cancel every order there and end the contract, for ever; nobody may hold any",
  ask: ({ NAME: name }) => post("/contracts/delist", { name }),
  show: sayStatus,
});

function sayStatus({ name, status }: Listed): readonly string[] {
  return [`contract ${name} is ${status}`];
}

interface Contracts {
  readonly contracts: readonly ShownContract[];
}

export const contractShow = online({
  name: "contract show",
  says: "show the rules of a contract, its prices and what is held of it",
  takes: ["NAME"],
  options: {},
  ask: ({ NAME: name }) => get(`/contracts?name=${encodeURIComponent(name)}`),
  show: ({ contracts }: Contracts) =>
    contracts.flatMap((contract) => [`contract ${contract.name}`, ...rowsOfRules(contract)]),
});

export const contractList = online({
  name: "contract list",
  says: "show all contracts, their prices and what is held of them",
  takes: [],
  options: {},
  ask: () => get("/contracts"),
  show: ({ contracts }: Contracts) =>
    contracts.length === 0 ? ["there is no contract"] : rowsOfAll(contracts),
});
