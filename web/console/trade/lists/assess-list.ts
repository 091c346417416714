/**
 * What is said of the other orders of a list while it is being written, and what the list would be. Each leg is previewed as the
 * order that it is; that one of two ends for the other, and that both lock once (SPOT-LIST-8), is added here.
 */
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import {
  type PairPreview,
  previewPairOrder,
} from "../../../../src/core/preview/pair/preview-pair-order.ts";
import { tryPreview } from "../../../../src/core/preview/try-preview.ts";
import { compareDecimals } from "../../text/exact.ts";
import {
  type Complaint,
  complaintOf,
  type Naming,
  type OrderField,
} from "../form/refusal-words.ts";
import type { PairTicketView } from "../market-views.ts";
import { selfTradeOf } from "../pair/pair-instructions.ts";
import type { PairDraft } from "../pair/pair-order.ts";
import {
  type EntryPrices,
  type Exit,
  exitQuantityOf,
  legsOf,
  type ReadExit,
  readBracket,
  readOco,
} from "./exit.ts";
import { hasExit, isOco } from "./list-draft.ts";

export interface AssessedList {
  /** Its orders are two legs; else they are an order and its exit. */
  readonly isOco: boolean;
  readonly exit: Exit;
  readonly complaints: readonly Complaint[];
  /** As they would be sent, the order itself among them; undefined while one of them is not complete. */
  readonly orders: readonly PairAsked[] | undefined;
  /** What each leg trades; undefined while the size is not known. */
  readonly quantity: string | undefined;
  /** What the legs set aside together: as much as the one that needs more. */
  readonly locks: string | undefined;
}

interface ListToAssess {
  readonly draft: PairDraft;
  readonly prices: EntryPrices;
  /** The order itself; undefined while it is not complete. */
  readonly asked: PairAsked | undefined;
  readonly naming: Naming;
}

/** Undefined of an order by itself. */
export function assessList(
  { draft, prices, asked, naming }: ListToAssess,
  view: PairTicketView,
): AssessedList | undefined {
  if (isOco(draft)) {
    const read = readOco(draft, prices);
    return assessLegs({ read, draft, asked, quantity: asked?.quantity, naming }, view);
  }
  if (!hasExit(draft)) return undefined;
  const read = readBracket(draft, prices, view);
  const quantity = asked && exitQuantityOf(asked, view);
  // Pending legs lock late (SPOT-LIST-11): what is free now says nothing of them.
  return assessLegs({ read, draft, asked, quantity, naming }, { ...view, balances: undefined });
}

interface LegsToAssess extends Pick<ListToAssess, "draft" | "asked" | "naming"> {
  readonly read: ReadExit;
  readonly quantity: string | undefined;
}

function assessLegs(
  { read, draft, asked, quantity, naming }: LegsToAssess,
  view: PairTicketView,
): AssessedList {
  const { exit, complaints } = read;
  const isAlone = isOco(draft);
  if (asked === undefined || quantity === undefined) {
    return { isOco: isAlone, exit, complaints, orders: undefined, quantity, locks: undefined };
  }
  const way = draft.side === "buy" ? "sell" : "buy";
  const side = isAlone ? draft.side : way;
  const legs = legsOf(exit, { side, quantity, selfTrade: selfTradeOf(draft) });
  const said: Complaint[] = [...complaints];
  const locks: string[] = [];
  for (const leg of legs) {
    const preview = tryPreview(() => previewPairOrder(view, leg));
    if (preview?.ok) locks.push(preview.locks.amount);
    const complaint = complaintOfLeg(preview, { leg, isAlone, naming });
    if (complaint && !said.some(({ field }) => field === complaint.field)) said.push(complaint);
  }
  const isWhole = legs.length === (isAlone ? 2 : asks(draft));
  const orders = isAlone ? legs : [asked, ...legs];
  return {
    isOco: isAlone,
    exit,
    complaints: said,
    orders: isWhole ? orders : undefined,
    quantity,
    locks: locks.length === legs.length ? locks.reduce(larger, "0") : undefined,
  };
}

/** How many legs are asked for. */
function asks({ protection: { stopLoss, takeProfit }, exitTrailBy }: PairDraft): number {
  return [`${stopLoss}${exitTrailBy}`, takeProfit].filter((text) => text.trim() !== "").length;
}

function larger(a: string, b: string): string {
  return compareDecimals(a, b) > 0 ? a : b;
}

interface LegSaid extends Pick<LegsToAssess, "naming"> {
  readonly leg: PairAsked;
  readonly isAlone: boolean;
}

/** By the field of the leg. What concerns the whole market is said of the order itself. */
function complaintOfLeg(
  preview: PairPreview | undefined,
  { leg, isAlone, naming }: LegSaid,
): Complaint | undefined {
  if (!preview || preview.ok) return undefined;
  const triggerPrice = leg.instructions?.triggerPrice ?? "";
  const complaint = complaintOf(preview, { ...naming, triggerPrice });
  const field = leg.trailing
    ? "exitTrailBy"
    : FIELDS[triggerPrice === "" ? "limit" : "stop"][isAlone ? "oco" : "bracket"];
  const own = complaint.field === "price" && triggerPrice !== "" ? "stopLimit" : field;
  if (complaint.field === "order") return undefined;
  return complaint.field === "quantity" && isAlone ? complaint : { ...complaint, field: own };
}

const FIELDS: Readonly<Record<"limit" | "stop", Readonly<Record<"oco" | "bracket", OrderField>>>> =
  {
    limit: { oco: "price", bracket: "takeProfit" },
    stop: { oco: "triggerPrice", bracket: "stopLoss" },
  };
