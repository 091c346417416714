/** The fee rates of the user, of every market: those that the operator gave, or the market's. */
import type { BourseClient } from "../../../../src/client/client.ts";
import type { AccountRates } from "../exchange.ts";

export async function loadRates({
  spot,
  futures,
}: Pick<BourseClient, "spot" | "futures">): Promise<AccountRates> {
  const [symbols, contracts] = await Promise.all([spot.feeRates(), futures.feeRates()]);
  return {
    symbols: new Map(symbols.map((row) => [row.symbol, row])),
    contracts: new Map(contracts.map((row) => [row.contractName, row])),
  };
}
