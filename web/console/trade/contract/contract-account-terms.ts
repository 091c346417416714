/**
 * Leverage and margin mode of a user at a contract. For a user that is signed in, only what the exchange
 * tells counts: an estimate made with any other would be a wrong promise. A visitor may try any: no
 * order is sent.
 */
import type { Contract } from "../../../../src/client/client.ts";
import type { MarginMode } from "../../../../src/core/preview/contract/contract-market-view.ts";
import type { AccountConfig } from "../../exchange/exchange.ts";

export interface ContractAccountTerms {
  readonly leverage: number;
  readonly mode: MarginMode;
}

export interface KnownContractAccount extends ContractAccountTerms {
  /** They are those by which an order would be taken now. */
  readonly isKnown: boolean;
  /** A position, or an order on the book, has fixed the mode (FUT-MODE-1). */
  readonly isModeFixed: boolean;
}

export interface ContractAccountFacts {
  readonly isSignedIn: boolean;
  /** As the exchange told it last; undefined until it has. */
  readonly config: AccountConfig | undefined;
  readonly isModeFixed: boolean;
  /** What a visitor has chosen. */
  readonly tried: Partial<ContractAccountTerms>;
}

export function contractAccountOf(
  { defaultLever }: Contract,
  facts: ContractAccountFacts,
): KnownContractAccount {
  const { isSignedIn, config, isModeFixed, tried } = facts;
  const untold = { leverage: defaultLever, mode: "cross" } as const;
  if (!isSignedIn) return { ...untold, ...tried, isKnown: true, isModeFixed: false };
  if (!config) return { ...untold, isKnown: false, isModeFixed };
  const mode = config.marginModel === 1 ? "cross" : "isolated";
  return { leverage: config.nowLevel, mode, isKnown: true, isModeFixed };
}
