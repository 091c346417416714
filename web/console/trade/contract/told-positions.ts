/** The positions of a user as the API tells them, in the words of a preview: one account for each contract. */
import type { Contract } from "../../../../src/client/client.ts";
import {
  costBehind,
  type ToldPosition,
} from "../../../../src/core/preview/contract/appraise-position.ts";
import type {
  ContractAccountView,
  HeldPosition,
  OtherContractAccount,
} from "../../../../src/core/preview/contract/contract-market-view.ts";
import type { ContractTerms } from "../../../../src/core/preview/market-terms.ts";
import { tryPreview } from "../../../../src/core/preview/try-preview.ts";
import type { AccountPosition } from "../../exchange/exchange.ts";
import { contractTermsOf } from "../listed-terms.ts";

/** A position at the mark that it was told with. */
export function toldPositionOf(position: AccountPosition): ToldPosition {
  const { side, volume, indexPrice, unRealizedAmount, positionBalance } = position;
  return {
    side: side === "BUY" ? "buy" : "sell",
    volume,
    mark: indexPrice,
    unrealized: unRealizedAmount,
    value: positionBalance,
  };
}

/** The account at a contract; a position that is held there says in which mode. */
export function contractAccountViewOf(
  listing: Contract,
  positions: readonly AccountPosition[],
  { leverage, mode }: Pick<ContractAccountView, "leverage" | "mode">,
): ContractAccountView {
  const held = positions.filter(({ contractName }) => contractName === listing.symbol);
  const last = held.at(-1);
  return { leverage, ...sidesOf(contractTermsOf(listing), held), mode: last ? modeOf(last) : mode };
}

/** The accounts at the other contracts of the same margin coin where something is held. */
export function otherAccountsOf(
  { symbol, marginCoin }: Contract,
  positions: readonly AccountPosition[],
  listings: readonly Contract[],
): OtherContractAccount[] {
  const isOther = (one: Contract) => one.symbol !== symbol && one.marginCoin === marginCoin;
  return listings.filter(isOther).flatMap((listing) => {
    const held = positions.filter(({ contractName }) => contractName === listing.symbol);
    const [first] = held;
    if (!first) return [];
    const terms = contractTermsOf(listing);
    const { leverageLevel: leverage, indexPrice: mark } = first;
    return { terms, mark, leverage, ...sidesOf(terms, held), mode: modeOf(first) };
  });
}

function modeOf({ positionType }: AccountPosition): ContractAccountView["mode"] {
  return positionType === 1 ? "cross" : "isolated";
}

function sidesOf(terms: ContractTerms, held: readonly AccountPosition[]) {
  const holding = (side: AccountPosition["side"]) => {
    const found = held.find((position) => position.side === side);
    return found && holdingOf(terms, found);
  };
  return { long: holding("BUY"), short: holding("SELL") };
}

function holdingOf(terms: ContractTerms, position: AccountPosition): HeldPosition {
  const { volume, pendingCloseVolume, holdAmount, freezeLock, positionBalance } = position;
  const cost = tryPreview(() => costBehind(terms, toldPositionOf(position)));
  return {
    volume,
    pending: pendingCloseVolume,
    // Where what is told does not fit together for a moment, its value stands for its cost.
    cost: cost ?? positionBalance,
    margin: modeOf(position) === "cross" ? "0" : holdAmount,
    isFrozen: freezeLock === 1,
  };
}
