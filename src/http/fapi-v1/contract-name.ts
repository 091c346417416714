/**
 * How a request names a contract. The reference spells the parameter in three ways, and each is
 * good everywhere; two of them at once are one too many. Rules FUT-WIRE-1, FUT-WIRE-2.
 */

import type { Shape } from "../../contract/field.ts";
import { words } from "../../contract/forms.ts";
import { type Fields, missing, type Parameter, readAs } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import { type Contract, findContract } from "../../engine/catalogue/contract.ts";
import type { ExchangeState } from "../../engine/state.ts";
import type { Call } from "../dialect/endpoint.ts";

const OTHER_NAMES = ["ContractName", "Contract name"] as const;
const SPELLINGS = ["contractName", ...OTHER_NAMES] as const;

/** FUT-WIRE-1 */
function readSpelled(fields: Fields): string | undefined {
  const given = SPELLINGS.filter((name) => fields.find(name) !== undefined);
  if (given.length > 1) {
    throw new Refusal("TOO_MANY_PARAMETERS", {
      msg: "Two of contractName.",
      more: `It is sent as one of ${SPELLINGS.join(", ")}.`,
    });
  }
  const [name] = given;
  const value = name === undefined ? undefined : fields.find(name);
  return value && readAs(words, "contractName", value);
}

const SHAPE: Shape = {
  type: "string",
  pattern: "^[A-Za-z0-9-]{1,64}$",
  description: `The contract, in either case. ${OTHER_NAMES.join(" and ")} mean the same; one at a time.`,
};

/** Declared as `contractName`. */
export const contractName: Parameter<string> = {
  form: "contract name",
  shape: SHAPE,
  isRequired: true,
  otherNames: OTHER_NAMES,
  read(name, fields) {
    const found = readSpelled(fields);
    if (found === undefined) throw missing(name, words.expects);
    return found;
  },
};

export const maybeContractName: Parameter<string | undefined> = {
  form: "contract name",
  shape: { ...SHAPE, description: `${SHAPE.description} Without it all contracts.` },
  isRequired: false,
  otherNames: OTHER_NAMES,
  read: (_name, fields) => readSpelled(fields),
};

const NAME = /^[A-Za-z0-9-]{1,64}$/;

/** FUT-WIRE-2: in either case, of ASCII letters only; one that was ever listed. */
export function getContractEver({ exchange }: Pick<Call, "exchange">, name: string): Contract {
  const { contractsByName } = exchange.state.catalogue;
  const contract = NAME.test(name) ? contractsByName.get(name.toUpperCase()) : undefined;
  if (!contract) throw new Refusal("BAD_SYMBOL"); // FUT-CHECK-2
  return contract;
}

/** FUT-WIRE-2: one that is not delisted. */
export function getContractNamed(call: Pick<Call, "exchange">, name: string): Contract {
  const contract = getContractEver(call, name);
  if (!findContract(call.exchange.state.catalogue, contract.id)) throw new Refusal("BAD_SYMBOL");
  return contract;
}

/** The contracts that a request may name, in the order they were listed. */
export function listedContracts({ catalogue }: Pick<ExchangeState, "catalogue">) {
  return catalogue.contracts.filter(({ id }) => findContract(catalogue, id));
}
