/** Reads of a market that does not exist, a line for each endpoint that may refuse one: made from what it declares. */
import type { PublicEndpoint } from "../../src/contract/endpoint.ts";
import { ENDPOINTS } from "../../src/contract/public/endpoints.ts";
import { HttpDesk } from "../support/http-client.ts";
import { nameOf } from "./calls.ts";
import type { Lines } from "./pair-refusals.ts";

const MARKETS = ["symbol", "contractName"];

function namesMarket({ method, codes = [] }: PublicEndpoint): boolean {
  return method === "GET" && codes.includes("BAD_SYMBOL");
}

/** What it asks for, with the first word of every other parameter that must be there. */
function target({ path, parameters }: PublicEndpoint): string {
  const given = Object.entries(parameters).flatMap(([name, { isRequired, shape }]) => {
    if (MARKETS.includes(name)) return `${name}=NONE`;
    return isRequired ? `${name}=${shape.enum?.[0]}` : [];
  });
  return `${path}?${given.join("&")}`;
}

export const UNLISTED: Readonly<Record<string, Lines>> = Object.fromEntries(
  ENDPOINTS.filter(namesMarket).map((endpoint) => [
    nameOf(endpoint),
    { BAD_SYMBOL: async () => (await HttpDesk.open()).get(target(endpoint)) },
  ]),
);
