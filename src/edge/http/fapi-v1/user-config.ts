/**
 * Leverage and margin mode as they stand, also of a contract without position or order: what a client
 * must know before it can say what an order would cost. Beyond the spec, by the name that existing
 * clients of its family of venues use. Rules FUT-LEV-1, FUT-LEV-4, FUT-MODE-1.
 */
import type { ValueOf } from "../../../contract/field.ts";
import {
  SIDE_BY_SIDE,
  type USER_CONFIG,
  userConfig as userConfigEndpoint,
} from "../../../contract/futures/accounts.ts";
import { POSITION_TYPES } from "../../../contract/futures/order-words.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import { contractAccountTermsOf } from "../../../core/engine/read/contracts.ts";
import type { ExchangeState } from "../../../core/engine/state.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import { serve } from "../dialect/endpoint.ts";
import { getContractNamed, listedContracts } from "./contract-name.ts";

export function configOf(
  { futures }: ExchangeState,
  { user, contract }: { readonly user: UserId; readonly contract: Contract },
): ValueOf<typeof USER_CONFIG> {
  const { leverage, mode } = contractAccountTermsOf(futures, user, contract.id);
  return {
    contractId: contract.id,
    contractName: contract.name,
    nowLevel: leverage,
    marginModel: POSITION_TYPES[mode],
    positionModel: SIDE_BY_SIDE,
  };
}

const userConfig = serve(userConfigEndpoint, (call, { contractName: named }) => {
  const { exchange, user } = call;
  const { state } = exchange;
  const wanted = named === undefined ? listedContracts(state) : [getContractNamed(call, named)];
  return wanted.map((contract) => configOf(state, { user, contract }));
});

export const USER_CONFIG_ROUTES = [userConfig];
