/** The order ticket of a contract: how it is assessed, when it asks once more, and how it is sent. */
import { useMemo } from "preact/hooks";
import type { ContractAsked } from "../../../../src/core/preview/contract/contract-market-view.ts";
import { availableIn } from "../../../../src/core/preview/contract/preview-contract-order.ts";
import { tryPreview } from "../../../../src/core/preview/try-preview.ts";
import type { ConsoleExchange, ShownBook, ShownMarket } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { formatPlain } from "../../text/format.ts";
import type { Complaint } from "../form/refusal-words.ts";
import { contractTicketViewOf, NO_BOOK } from "../market-views.ts";
import { protectOpened, tellUnsent } from "../protect/protect-opened.ts";
import { NO_PROTECTION, type ProtectionLeg } from "../protect/protection.ts";
import { largeOrderWarningOf } from "../ticket/large-order-warning.ts";
import { sayPrice } from "../ticket/order-words.ts";
import type { Receipt } from "../ticket/receipt.ts";
import { useOrderTicket } from "../ticket/use-order-ticket.ts";
import { useKnown } from "../use-known.ts";
import {
  type AssessedContractOrder,
  assessContractOrder,
  type ContractDraft,
  contractSizing,
  newContractOrder,
  spendsValue,
} from "./contract-order.ts";
import { type ContractAccountEditor, useContractAccount } from "./use-contract-account.ts";

export interface ContractFormProps {
  readonly exchange: ConsoleExchange;
  readonly market: ShownMarket;
}

const EMPTY: ContractDraft = {
  action: "open",
  position: "long",
  kind: "limit",
  timeInForce: "gtc",
  price: "",
  quantity: "",
  trigger: "none",
  triggerPrice: "",
  protection: NO_PROTECTION,
};

export function useContractOrder({ exchange, market }: ContractFormProps) {
  const known = useKnown(exchange, market);
  const contractAccount = useContractAccount(exchange, known);
  const { leverage, mode, isKnown, submission } = contractAccount;
  const { markets, book, last, mark, balances, orders, positions, isSignedIn } = known;
  const seen = [market, markets, book, last, mark, balances, orders, positions, isSignedIn];
  const marketView = useMemo(
    () => contractTicketViewOf(known, contractAccount),
    [...seen, leverage, mode],
  );
  const available = useMemo(() => tryPreview(() => availableIn(marketView)), [marketView]);
  const sizing = contractSizing(marketView);
  const ticket = useOrderTicket<ContractDraft, ContractAsked, AssessedContractOrder>(exchange, {
    known,
    empty: EMPTY,
    sizing,
    partOfSide: (side, draft) => ({ position: positionFor(side, draft) }),
    assess: (draft) => withContractAccount(assessContractOrder(draft, marketView), contractAccount),
    assessedBy: [marketView, isKnown, submission.isBusy],
    findHindrance: () => (submission.isUnderWay() ? BEING_SET : undefined),
    sayLarge: (assessed) => sayLarge(assessed, book ?? NO_BOOK),
    sayDue: ({ due }) => due,
    place: (asked, { legs }) => place({ exchange, market }, asked, legs),
  });
  return { ...ticket, marketView, sizing, contractAccount, available };
}

/** Nothing is estimated on a leverage that is not known, or is just being changed. */
function withContractAccount(
  assessed: AssessedContractOrder,
  { isKnown, submission }: ContractAccountEditor,
): AssessedContractOrder {
  if (isKnown) return submission.isBusy ? { ...assessed, estimate: undefined } : assessed;
  const text = "Your leverage has not been told by the exchange yet.";
  const complaint: Complaint = { field: "mode", text, isWarning: false };
  return { ...assessed, estimate: undefined, complaints: [complaint, ...assessed.complaints] };
}

/** A press of the button that leaves the leverage field comes before the new figures are shown. */
const BEING_SET = "Not sent: the leverage was being set. Look at the figures, then send.";

/** The position that a buy, or a sell, would be about. */
function positionFor(side: "buy" | "sell", { action }: ContractDraft): ContractDraft["position"] {
  return (action === "open") === (side === "buy") ? "long" : "short";
}

/** FUT-COND-2: an order whose trigger is reached already trades now, which its form does not suggest. */
function sayLarge({ asked, estimate, due }: AssessedContractOrder, book: ShownBook) {
  if (asked?.kind !== "market" || !estimate) return undefined;
  if (due === undefined && asked.trigger !== "none") return undefined;
  const { isCutShort, lotsNow } = estimate;
  return largeOrderWarningOf(book, { side: asked.side, quantity: lotsNow, isCutShort });
}

async function place(
  { exchange, market }: ContractFormProps,
  asked: ContractAsked,
  legs: readonly ProtectionLeg[],
): Promise<Receipt> {
  const { futures } = exchange.sender.value;
  const order = newContractOrder(asked, market);
  const sent =
    "triggerType" in order ? futures.createConditionOrder(order) : futures.createOrder(order);
  const placed = await sent.catch((error: unknown) => {
    throw tellUnsent(error, legs);
  });
  const word = `${asked.action === "open" ? "Open" : "Close"} by ${asked.side === "buy" ? "buying" : "selling"}`;
  const unit = spendsValue(asked) ? market.contract?.marginCoin : "contracts";
  const when = asked.trigger === "none" ? "" : `, triggered at ${formatPlain(asked.triggerPrice)}`;
  const title = titleOf(market);
  const sequel = await protectOpened(exchange, { ...order, ...placed }, legs);
  return {
    ...(sequel ? { sequel } : {}),
    area: "futures",
    orderIdString: placed.orderIdString,
    unit: `contracts of ${title}`,
    pricePrecision: market.pricePrecision,
    what: `${word} ${formatPlain(asked.quantity)} ${unit} of ${title} ${sayPrice(asked)}${when}`,
  };
}
