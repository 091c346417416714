/** The four fee rates that a new order of the user would have at a contract. Rule FUT-FEE-3. */

import { list, name, record, signedFigure } from "../../contract/field.ts";
import type { Contract } from "../../engine/catalogue/contract.ts";
import { contractRatesOf } from "../../engine/catalogue/user-fees.ts";
import { signedEndpoint } from "../dialect/endpoint.ts";
import { jsonList, jsonObject, jsonText } from "../dialect/json-text.ts";
import { getContractNamed, listedContracts, maybeContractName } from "./contract-name.ts";
import { formatShown } from "./market-reply.ts";

const ROW = record({
  contractName: name("contract"),
  openMakerFee: signedFigure("your fee as a maker who opens, as a fraction; below zero a rebate"),
  openTakerFee: signedFigure("your fee as a taker who opens"),
  closeMakerFee: signedFigure("your fee as a maker who closes"),
  closeTakerFee: signedFigure("your fee as a taker who closes"),
});

export const feeRates = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/feeRates",
  security: "USER_DATA",
  limit: { count: 20, perMs: 2_000 },
  parameters: { contractName: maybeContractName },
  about: {
    operation: "futuresFeeRates",
    tags: ["futures", "extensions"],
    summary: "Your fee rates at a contract, or at all",
    description: "What a new order would have. Open orders keep theirs.",
    reply: list(ROW, "in the order they were listed"),
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { contractName: named }) {
    const { state } = call.exchange;
    const wanted = named === undefined ? listedContracts(state) : [getContractNamed(call, named)];
    const rowOf = (contract: Contract) => {
      const fees = contractRatesOf(state.catalogue.userFees, call.user, contract);
      return jsonObject({
        contractName: jsonText(contract.name),
        openMakerFee: formatShown(fees.openMakerRate),
        openTakerFee: formatShown(fees.openTakerRate),
        closeMakerFee: formatShown(fees.closeMakerRate),
        closeTakerFee: formatShown(fees.closeTakerRate),
      });
    };
    return jsonList(wanted.map(rowOf));
  },
});
