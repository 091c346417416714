/**
 * The part of a snapshot that futures brought: contracts, their markets, contract accounts, positions and their orders.
 * Risk bounds and the accounts that could not be assessed are not in it; they are made anew (FUT-WATCH-1). Rule
 * LOG-SNAP-1.
 */
import type { ByteReader, ByteWriter } from "../../base/records/bytes.ts";
import {
  big,
  type Field,
  flag,
  int,
  list,
  oneOf,
  record,
  text,
  uint,
} from "../../base/records/record.ts";
import { restOrder } from "../book/book.ts";
import { contractRecord, enterContract, feeRatesRecord } from "../catalogue/contract.ts";
import { enterMarket } from "../follow-futures.ts";
import {
  addContractAccount,
  allContractAccounts,
  findContractAccount,
  newContractAccount,
  setPosition,
} from "../futures/contract-account.ts";
import type { ContractAccount, ContractMarket, Position } from "../futures/futures-state.ts";
import { setRiskBounds } from "../futures/liquidation/set-risk-bounds.ts";
import { newPosition } from "../futures/position.ts";
import { countExpectedFreeze } from "../futures/trading/count-expected-freeze.ts";
import { countOpening } from "../futures/trading/end-futures-order.ts";
import { addWaiting } from "../futures/triggers.ts";
import { enterOrder } from "../orders/open-orders.ts";
import { newOrder, type Order, TRIGGERS } from "../orders/order.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import type { ExchangeState } from "../state.ts";

const headRecord = record({ positionIdLast: uint, profitIdLast: uint, secondMs: uint });
const totalsRecord = record({
  endedProfit: big,
  endedFees: big,
  engineProfit: big,
  feesGained: big,
  liquidationFees: big,
});
const marketRecord = record({
  last: uint,
  mark: uint,
  index: uint,
  basis: list(int),
  premiumCount: uint,
  premiumSum: big,
  fundingRate: int,
  isFundingDue: flag,
  isStale: flag,
  totals: totalsRecord,
});
const mode = oneOf("cross", "isolated");
const side = oneOf("buy", "sell");
const contractAccountRecord = record({ user: uint, contract: uint, leverage: uint, mode });
const positionRecord = record({
  id: uint,
  user: uint,
  contract: uint,
  side,
  margin: big,
  volume: uint,
  cost: big,
  openCost: big,
  pending: uint,
  closeVolume: big,
  closeValue: big,
  closeProfit: big,
  settleProfit: big,
  tradeFee: big,
  fundingReceived: big,
  realizedBefore: big,
  isFrozen: flag,
  lockedAtMs: uint,
  startedAtMs: uint,
  changedAtMs: uint,
});
const termsRecord = record({
  action: oneOf("open", "close"),
  mode,
  leverage: uint,
  timeInForce: oneOf("gtc", "ioc", "fok", "post_only"),
  trigger: oneOf(...TRIGGERS),
  triggerTicks: uint,
  isWaiting: flag,
  rates: feeRatesRecord,
  frozen: big,
});
const orderRecord = record({
  id: uint,
  user: uint,
  market: uint,
  side,
  kind: oneOf("limit", "market"),
  ticks: uint,
  lots: uint,
  budget: big,
  executed: uint,
  traded: big,
  makerRate: int,
  takerRate: int,
  clientId: text,
  placedAtMs: uint,
  futures: termsRecord,
});

/** The orders come by id. */
export function writeFutures(
  out: ByteWriter,
  state: ExchangeState,
  orders: readonly OrderRow[],
): void {
  const { futures, catalogue, ledger } = state;
  headRecord.write(out, futures);
  list(contractRecord).write(out, catalogue.contracts);
  list(big).write(out, ledger.clearing);
  list(marketRecord).write(out, futures.markets);
  const contractAccounts = allContractAccounts(futures);
  list(contractAccountRecord).write(
    out,
    contractAccounts.map(({ user, market, leverage, mode: of }) => ({
      user,
      contract: market.contract.id,
      leverage,
      mode: of,
    })),
  );
  const positions = [...futures.positions.all()];
  list(positionRecord).write(out, positions.map(storedPositionOf));
  const { rows } = state.orders.byId;
  out.uint(orders.length);
  for (const order of orders) (orderRecord as Field<Order>).write(out, rows.orderAt(order));
}

type Fill = <T>(item: Field<T>, enter: (value: T, index: number) => void) => void;

export function readFutures(from: ByteReader, state: ExchangeState, fill: Fill): void {
  const { futures, catalogue, ledger } = state;
  Object.assign(futures, headRecord.read(from));
  fill(contractRecord, (contract) => {
    enterContract(catalogue, contract);
    enterMarket(state, contract.id);
  });
  ledger.clearing.push(...list(big).read(from));
  fill(marketRecord, ({ totals, basis, ...rest }, index) => {
    const market = futures.markets[index] as ContractMarket;
    Object.assign(market, rest);
    Object.assign(market.totals, totals);
    market.basis.push(...basis);
  });
  fill(contractAccountRecord, ({ user, contract, leverage, mode: of }) => {
    const contractAccount = addContractAccount(
      futures,
      newContractAccount(user, futures.markets[contract - 1] as ContractMarket),
    );
    Object.assign(contractAccount, { leverage, mode: of });
  });
  fill(positionRecord, ({ contract, ...stored }) => enterPosition(state, contract, stored));
  fill(orderRecord, (order) => enterFuturesOrder(state, order));
}

function contractAccountAt(
  { futures }: ExchangeState,
  user: number,
  contract: number,
): ContractAccount {
  return findContractAccount(futures, user, contract) as ContractAccount;
}

type StoredPosition = Omit<ReturnType<typeof positionRecord.read>, "contract">;

function storedPositionOf(position: Position): StoredPosition & { contract: number } {
  return {
    id: position.id,
    user: position.user,
    contract: position.contractAccount.market.contract.id,
    side: position.side,
    margin: position.margin,
    volume: position.volume,
    cost: position.cost,
    openCost: position.openCost,
    pending: position.pending,
    closeVolume: position.closeVolume,
    closeValue: position.closeValue,
    closeProfit: position.closeProfit,
    settleProfit: position.settleProfit,
    tradeFee: position.tradeFee,
    fundingReceived: position.fundingReceived,
    realizedBefore: position.realizedBefore,
    isFrozen: position.isFrozen,
    lockedAtMs: position.lockedAtMs,
    startedAtMs: position.startedAtMs,
    changedAtMs: position.changedAtMs,
  };
}

function enterPosition(state: ExchangeState, contract: number, stored: StoredPosition): void {
  const contractAccount = contractAccountAt(state, stored.user, contract);
  const born = { id: stored.id, timeMs: stored.startedAtMs };
  const position: Position = Object.assign(newPosition(contractAccount, stored.side, born), stored);
  setPosition(contractAccount, stored.side, position);
  state.futures.positions.add(position);
  contractAccount.market.positions.add(position);
}

function enterFuturesOrder(
  state: ExchangeState,
  { futures, ...stored }: ReturnType<typeof orderRecord.read>,
): void {
  const { byId } = state.orders;
  const order = byId.rows.add(
    newOrder({ ...stored, area: "futures", borrowed: 0n, futures: { ...futures } }),
  );
  const market = state.futures.markets[stored.market - 1] as ContractMarket;
  enterOrder(state.orders, order);
  if (futures.isWaiting) {
    addWaiting(market.triggers, order, byId);
    return;
  }
  const contractAccount = contractAccountAt(state, stored.user, stored.market);
  restOrder(market.book, order);
  contractAccount.resting++;
  countOpening(contractAccount, order, 1);
  countExpectedFreeze(state, contractAccount, order, 1);
}

/** Every contract account with a position gets risk bounds again. */
export function boundAll(state: ExchangeState): void {
  for (const contractAccounts of state.futures.contractAccounts.values()) {
    for (const contractAccount of contractAccounts) contractAccount.isDirty = true;
    const [{ user } = { user: 0 }] = contractAccounts;
    setRiskBounds(state, user, state.timeMs);
  }
}
