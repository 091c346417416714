/** The contract that a request names. Rule FUT-WIRE-2. */

import { Refusal } from "../../../contract/refusal.ts";
import { type Contract, findContract } from "../../../core/engine/catalogue/contract.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import type { Call } from "../dialect/endpoint.ts";

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
