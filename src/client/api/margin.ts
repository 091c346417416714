/** Margin: orders as in spot, which borrow what they need; the account with its debts; repaying. */
import { signedRead, write } from "../session/endpoint.ts";
import type { Session } from "../session/session.ts";
import { PairOrders } from "./orders.ts";
import type {
  Decimal,
  EndedMarginOrder,
  LedgerAsked,
  MarginAccount,
  MarginLedgerEntry,
  MarginLedgerPage,
  Page,
} from "./pair-words.ts";
import { callNamed, type Named } from "./repeatable.ts";

const ROOT = "/sapi/v1/margin";
const ACCOUNT = signedRead("GET", `${ROOT}/account`);
const LEDGER = signedRead("GET", `${ROOT}/account/ledger`);
const HISTORY = signedRead("GET", `${ROOT}/historyOrders`);
const REPAY = write(`${ROOT}/repay`);

export class Margin extends PairOrders {
  constructor(session: Session) {
    super(session, ROOT);
  }

  /** Orders that are over, newest first, and which of them the exchange placed. */
  orderHistory(asked: Page & { readonly symbol: string }): Promise<readonly EndedMarginOrder[]> {
    return this.session.call(HISTORY, asked);
  }

  account(): Promise<MarginAccount> {
    return this.session.call(ACCOUNT);
  }

  /** Every change of your balances in margin, with the balance behind it, newest first. */
  ledger(asked: LedgerAsked<MarginLedgerEntry["type"]> = {}): Promise<MarginLedgerPage> {
    return this.session.call(LEDGER, asked);
  }

  /** Without an amount all that is owed and free. */
  repay(
    asked: Named & { readonly asset: string; readonly amount?: Decimal | undefined },
  ): Promise<{ readonly repaid: Decimal }> {
    const remedy = "See in the margin account what is still owed.";
    return callNamed(this.session, [REPAY, asked], { remedy });
  }
}
