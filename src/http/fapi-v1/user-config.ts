/**
 * Leverage and margin mode as they stand, also of a contract without position or order: what a client
 * must know before it can say what an order would cost. Beyond the spec, by the name that existing
 * clients of its family of venues use. Rules FUT-LEV-1, FUT-LEV-4, FUT-MODE-1.
 */

import { code, count, id, list, name, record } from "../../contract/field.ts";
import type { Contract } from "../../engine/catalogue/contract.ts";
import { contractAccountTermsOf } from "../../engine/read/contracts.ts";
import type { ExchangeState } from "../../engine/state.ts";
import type { UserId } from "../../engine/users/users.ts";
import { signedEndpoint } from "../dialect/endpoint.ts";
import { jsonList, jsonObject, jsonText } from "../dialect/json-text.ts";
import { getContractNamed, listedContracts, maybeContractName } from "./contract-name.ts";
import { POSITION_TYPES } from "./order-words.ts";

/** FUT-POS-1: 2, long and short stand side by side; the 1 of other venues would net them. */
const SIDE_BY_SIDE = 2;

const CONFIG = record({
  contractId: id("id of the contract"),
  contractName: name("contract"),
  nowLevel: count("your leverage: as edit_lever set it, or the contract's default"),
  marginModel: code(Object.values(POSITION_TYPES), "1 is cross, 2 isolated"),
  positionModel: code([SIDE_BY_SIDE], "2: a long and a short side by side"),
});

export function writeConfig(
  { futures }: ExchangeState,
  { user, contract }: { readonly user: UserId; readonly contract: Contract },
): string {
  const { leverage, mode } = contractAccountTermsOf(futures, user, contract.id);
  return jsonObject({
    contractId: contract.id,
    contractName: jsonText(contract.name),
    nowLevel: leverage,
    marginModel: POSITION_TYPES[mode],
    positionModel: SIDE_BY_SIDE,
  });
}

export const userConfig = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/get_user_config",
  security: "USER_DATA",
  limit: { count: 20, perMs: 2_000 },
  parameters: { contractName: maybeContractName },
  about: {
    operation: "futuresUserConfig",
    tags: ["futures", "extensions"],
    summary: "Your leverage and margin mode of a contract, or of all",
    description:
      "Also of contracts that you have never traded: then they are the contract's defaults.",
    reply: list(CONFIG, "by contractId"),
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { contractName: named }) {
    const { exchange, user } = call;
    const { state } = exchange;
    const wanted = named === undefined ? listedContracts(state) : [getContractNamed(call, named)];
    return jsonList(wanted.map((contract) => writeConfig(state, { user, contract })));
  },
});
