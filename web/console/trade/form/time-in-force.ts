/** How long an order is in force, in the words of the API and of a table. */
import type { ContractAsked } from "../../../../src/core/preview/contract/contract-market-view.ts";

export type AskedForce = ContractAsked["timeInForce"];

export const API_FORCES = { gtc: "GTC", ioc: "IOC", fok: "FOK", post_only: "POST_ONLY" } as const;
type ApiForce = (typeof API_FORCES)[AskedForce];

const SHORT: Readonly<Record<ApiForce, string>> = {
  GTC: "",
  IOC: " IOC",
  FOK: " FOK",
  POST_ONLY: " post only",
};

/** `Limit post only`; that an order stays until it is canceled goes without saying. */
export function sayKind(type: "LIMIT" | "MARKET", force: ApiForce = "GTC"): string {
  return type === "LIMIT" ? `Limit${SHORT[force]}` : "Market";
}
