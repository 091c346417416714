/** The user's own money. */
import { findSpotWallet } from "../../engine/ledger/ledger.ts";
import { formatUnits } from "../../money/decimal.ts";
import { signedEndpoint } from "./endpoint.ts";

/** Every asset of the catalogue is listed, zero balances included. */
export const account = signedEndpoint({
  method: "GET",
  path: "/sapi/v1/account",
  security: "USER_DATA",
  limit: { count: 20, perMs: 2_000 },
  parameters: {},
  handle({ exchange, user }) {
    const { catalogue, ledger } = exchange.state;
    const balances = catalogue.assets.map(({ id, name, scale }) => {
      const wallet = findSpotWallet(ledger, user, id);
      const free = formatUnits(wallet?.free ?? 0n, scale);
      const locked = formatUnits(wallet?.locked ?? 0n, scale);
      return `{"asset":"${name}","free":"${free}","locked":"${locked}"}`;
    });
    return `{"balances":[${balances.join(",")}]}`;
  },
});
