/** The four fee rates that a new order of the user would have at a contract. Rule FUT-FEE-3. */
import { feeRates as feeRatesEndpoint } from "../../../contract/futures/accounts.ts";
import { contractRatesOf } from "../../../core/engine/catalogue/user-fees.ts";
import { serve } from "../dialect/endpoint.ts";
import { getContractNamed, listedContracts } from "./contract-name.ts";
import { formatShown } from "./market-reply.ts";

const feeRates = serve(feeRatesEndpoint, (call, { contractName: named }) => {
  const { state } = call.exchange;
  const wanted = named === undefined ? listedContracts(state) : [getContractNamed(call, named)];
  return wanted.map((contract) => {
    const fees = contractRatesOf(state.catalogue.userFees, call.user, contract);
    return {
      contractName: contract.name,
      openMakerFee: formatShown(fees.openMakerRate),
      openTakerFee: formatShown(fees.openTakerRate),
      closeMakerFee: formatShown(fees.closeMakerRate),
      closeTakerFee: formatShown(fees.closeTakerRate),
    };
  });
});

export const CONTRACT_RATE_ROUTES = [feeRates];
