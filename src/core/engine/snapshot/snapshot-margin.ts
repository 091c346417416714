/**
 * The part of a snapshot that margin brought: index prices, the terms of lending, accounts and debts. The
 * risk bounds of the accounts are not in it; they are made anew (MARG-WATCH-1). Rule LOG-SNAP-1.
 */
import type { ByteReader, ByteWriter } from "../../base/records/bytes.ts";
import { big, flag, list, record, uint } from "../../base/records/record.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import {
  enterTerms,
  firstTermsRecord,
  marginRulesRecord,
  termsRecord,
} from "../catalogue/lending.ts";
import { openAccount } from "../margin/account.ts";
import { indexEntry, sourceRecord } from "../prices/index-prices.ts";
import type { ExchangeState } from "../state.ts";

const firstIndexFields = { asset: uint, sources: list(sourceRecord), price: big, ticks: uint };
const firstIndexRecord = record(firstIndexFields);
const indexRecord = record({ ...firstIndexFields, anchor: big });
const debtRecord = record({ asset: uint, principal: big, interest: big, rateSum: big });
const accountRecord = record({
  user: uint,
  isLiquidating: flag,
  calledAtMs: uint,
  debts: list(debtRecord),
});

export function writeIndex(out: ByteWriter, { prices }: ExchangeState): void {
  list(indexRecord).write(
    out,
    prices.index.filter((index) => index !== undefined),
  );
  list(uint).write(
    out,
    prices.pendingIndexPairs.map(({ id }) => id),
  );
}

/** What a snapshot has of the index and of terms since moves of the index have a bound (PRICE-INDEX-6). */
export interface IndexForm {
  readonly hasBounds: boolean;
}

export function readIndex(
  from: ByteReader,
  { prices, catalogue }: ExchangeState,
  { hasBounds }: IndexForm,
): void {
  for (const stored of list(hasBounds ? indexRecord : firstIndexRecord).read(from)) {
    const { asset } = stored;
    const pair = catalogue.pairs.find(({ base, isIndexPair }) => isIndexPair && base === asset);
    const tickPrice = pair?.tickPrice ?? 0n;
    Object.assign(indexEntry(prices, asset), stored, { tickPrice });
  }
  for (const pair of list(uint).read(from)) {
    prices.pendingIndexPairs.push(catalogue.pairs[pair - 1] as Pair);
  }
}

export function writeMargin(out: ByteWriter, state: ExchangeState): void {
  const { margin, catalogue, ledger } = state;
  list(big).write(out, ledger.poolCapital);
  list(termsRecord).write(
    out,
    catalogue.loanTerms.filter((terms) => terms !== undefined),
  );
  marginRulesRecord.write(out, catalogue.marginRules);
  list(big).write(out, margin.rateSums);
  list(accountRecord).write(out, [...margin.accounts.values()]);
}

export function readMargin(from: ByteReader, state: ExchangeState, { hasBounds }: IndexForm): void {
  const { margin, catalogue, ledger } = state;
  ledger.poolCapital.push(...list(big).read(from));
  const lent = list(hasBounds ? termsRecord : firstTermsRecord).read(from);
  for (const terms of lent) enterTerms(catalogue, terms);
  catalogue.marginRules = marginRulesRecord.read(from);
  margin.rateSums.push(...list(big).read(from));
  for (const { debts, ...stored } of list(accountRecord).read(from)) {
    const account = Object.assign(openAccount(margin, stored.user), stored);
    account.debts.push(...debts.map((debt) => ({ ...debt })));
  }
}
