/**
 * A user's money between its areas. Money goes in at any time, and out only if it is free and not needed where it
 * is: a margin account keeps its level, a futures account what its positions tie up. Rules
 * LEDGER-TRANSFER-1, MARG-TRANSFER-1, MARG-TRANSFER-2, FUT-TRANSFER-1.
 */

import type { CommandContext } from "../base/command-context.ts";
import { accept, type Rejected, reject } from "../base/outcome.ts";
import type { DeclaredOutcome, DeclaredReject } from "../base/records/command.ts";
import { foldNumber } from "../base/records/digest.ts";
import { type AssetId, findAsset } from "./catalogue/catalogue.ts";
import type { ExchangeEvent } from "./events.ts";
import { availableOf } from "./futures/account.ts";
import type { Area } from "./ledger/area.ts";
import { insufficientBalance } from "./ledger/insufficient-balance.ts";
import { freeOf, transfer, type Wallet } from "./ledger/ledger.ts";
import type { Transfer } from "./margin/margin.ts";
import { checkLevelAfter } from "./margin/repay-debt.ts";
import type { ExchangeState } from "./state.ts";
import { isFrozen, type UserId } from "./users/users.ts";

export function transferMoney(
  state: ExchangeState,
  command: Transfer,
  context: CommandContext<ExchangeEvent>,
): DeclaredOutcome<typeof Transfer> {
  const { user, from, to, asset, amount } = command;
  const no = checkTransfer(state, command, context.timeMs);
  if (no) return no;

  const { ledger, margin, futures } = state;
  const wallet = (area: Area) => walletIn(state, area, user, asset);
  ledger.journal?.begin({ number: margin.transferIdLast + 1 });
  transfer(ledger, wallet(from), wallet(to), amount);
  const areas = [from, to];
  if (areas.includes("margin")) margin.touched.add(user);
  if (areas.includes("futures")) futures.touched.add(user);
  margin.transferIdLast++;
  const id = margin.transferIdLast;
  foldNumber(state.digest, id);
  const { timeMs } = context;
  context.events.push({ type: "Transferred", id, user, from, to, asset, amount, timeMs });
  return accept({ transferId: id });
}

function walletIn({ ledger }: ExchangeState, area: Area, user: UserId, asset: AssetId): Wallet {
  return ledger.wallets.open(area, user, asset);
}

function checkTransfer(
  state: ExchangeState,
  { user, from, to, asset, amount }: Transfer,
  timeMs: number,
): Rejected<DeclaredReject<typeof Transfer>> | undefined {
  if (from === to) return reject("area_is_the_same");
  if (!findAsset(state.catalogue, asset)) return reject("asset_not_found");
  if (amount <= 0n) return reject("amount_not_positive");
  if (isFrozen(state.users, user)) return reject("user_frozen"); // USER-FREEZE-2
  const had = spareIn(state, from, user, asset);
  if (had < amount) return insufficientBalance(state.catalogue, asset, { had, needed: amount });
  return from === "margin" ? checkLevelAfter(state, { user, asset, amount }, timeMs) : undefined;
}

/** What an area may give away; of futures what its positions do not tie up (FUT-TRANSFER-1). */
function spareIn(state: ExchangeState, area: Area, user: UserId, asset: AssetId): bigint {
  if (area === "futures") return availableOf(state, user, asset);
  return freeOf(state.ledger, area, user, asset);
}
