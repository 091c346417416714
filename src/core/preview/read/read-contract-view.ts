/** What a preview on a contract is made of, read from the live state as plain data. */

import type { Contract } from "../../engine/catalogue/contract.ts";
import { contractRatesOf } from "../../engine/catalogue/user-fees.ts";
import { contractAccountsOf, findContractAccount } from "../../engine/futures/contract-account.ts";
import type {
  ContractAccount,
  ContractMarket,
  Position,
} from "../../engine/futures/futures-state.ts";
import { findBalance } from "../../engine/ledger/ledger.ts";
import type { FuturesTerms } from "../../engine/orders/order.ts";
import { contractAccountTermsOf } from "../../engine/read/contracts.ts";
import type { ExchangeState } from "../../engine/state.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import type {
  ContractMarketView,
  HeldPosition,
  OtherContractAccount,
  OwnFuturesOrder,
} from "../contract/contract-market-view.ts";
import { type BookReader, readBook } from "./read-book.ts";
import { readStanding } from "./read-standing.ts";
import { readContractTerms, readFees } from "./read-terms.ts";

/** An order that is asked about: of whom, and on which contract of the catalogue. */
export interface ContractSender {
  readonly user: number;
  readonly contract: number;
  readonly clientId: string;
}

export function readContractView(
  state: ExchangeState,
  { user, contract: id, clientId }: ContractSender,
  timeMs: number,
): ContractMarketView {
  const { catalogue, futures, ledger, rules } = state;
  const market = futures.markets[id - 1] as ContractMarket;
  const { contract } = market;
  const money = (units: bigint) => formatUnits(units, contract.scale);
  const { leverage, mode } = contractAccountTermsOf(futures, user, id);
  const { long, short } = findContractAccount(futures, user, id) ?? NOTHING;
  const { free, locked } = findBalance(ledger, "futures", user, contract.marginCoin) ?? EMPTY;
  return {
    terms: readContractTerms(catalogue, contract),
    book: readBook(market.book, readerFor(contract, user)),
    last: formatSteps(market.last, contract.pricePrecision),
    mark: formatSteps(market.mark, contract.pricePrecision),
    account: { leverage, mode, long: readPosition(long), short: readPosition(short) },
    others: readOthers(state, user, contract),
    balance: { free: money(free), locked: money(locked) },
    standing: readStanding(state, { user, area: "futures", market: id, clientId }, timeMs),
    feeHeld: money(ledger.houses[contract.marginCoin - 1]?.fee ?? 0n),
    fees: ownFeesOf(state, user, contract),
    timeMs,
    rules,
  };
}

/** FUT-FEE-3: undefined where the user has none of its own. */
function ownFeesOf({ catalogue }: ExchangeState, user: number, contract: Contract) {
  const rates = contractRatesOf(catalogue.userFees, user, contract);
  return rates === contract.fees ? undefined : readFees(rates);
}

const NOTHING = { long: undefined, short: undefined };
const EMPTY = { free: 0n, locked: 0n };

function readerFor({ pricePrecision, scale }: Contract, user: number): BookReader<OwnFuturesOrder> {
  return {
    user,
    pricePrecision,
    quantityPrecision: 0,
    ownOf({ futures }) {
      const { action, leverage, rates, frozen } = futures as FuturesTerms;
      return { action, leverage, fees: readFees(rates), frozen: formatUnits(frozen, scale) };
    },
  };
}

/** The user at the other contracts of the same margin coin, where it holds something. */
function readOthers(
  { catalogue, futures }: ExchangeState,
  user: number,
  { id, marginCoin }: Contract,
): OtherContractAccount[] {
  const isOther = ({ market: { contract }, long, short }: ContractAccount) =>
    contract.id !== id && contract.marginCoin === marginCoin && Boolean(long ?? short);
  return contractAccountsOf(futures, user)
    .filter(isOther)
    .map(({ market, leverage, mode, long, short }) => ({
      terms: readContractTerms(catalogue, market.contract),
      mark: formatSteps(market.mark, market.contract.pricePrecision),
      leverage,
      mode,
      long: readPosition(long),
      short: readPosition(short),
    }));
}

function readPosition(position: Position | undefined): HeldPosition | undefined {
  if (!position) return undefined;
  const { volume, pending, cost, margin, isFrozen, contractAccount } = position;
  const { scale } = contractAccount.market.contract;
  return {
    volume: `${volume}`,
    pending: `${pending}`,
    cost: formatUnits(cost, scale),
    margin: formatUnits(margin, scale),
    isFrozen,
  };
}
