/**
 * The stop loss and take profit of an order that opens, sent once it has been taken. The exchange does not tie
 * them to the order, so each can fail where the order did not: what became of each is told with the order.
 */
import {
  type NewFuturesOrder,
  OutcomeUnknown,
  type PlacedFuturesOrder,
} from "../../../../src/client/client.ts";
import type { ConsoleExchange } from "../../exchange/exchange.ts";
import { sayError } from "../form/refusal.ts";
import type { Sequel } from "../ticket/receipt.ts";
import { placeProtection, sayPlaced } from "./place-protection.ts";
import type { ProtectionLeg } from "./protection.ts";

/** What is thrown of an opening order: where it may have been placed after all, that nothing was sent behind it is said, too. */
export function tellUnsent(error: unknown, legs: readonly ProtectionLeg[]): unknown {
  if (legs.length === 0 || !(error instanceof OutcomeUnknown)) return error;
  return new Error(`${sayError(error)} Its stop loss and take profit are NOT placed.`);
}

type OpenedOrder = NewFuturesOrder & PlacedFuturesOrder;

/** Undefined where nothing was asked for. It never throws: the order itself has been placed. */
export async function protectOpened(
  exchange: ConsoleExchange,
  order: OpenedOrder,
  legs: readonly ProtectionLeg[],
): Promise<Sequel | undefined> {
  if (legs.length === 0) return undefined;
  const sequel = await sendBehind(exchange, order, legs);
  if (!sequel.isGood) exchange.note({ kind: "refusal", tone: "bad", text: sequel.text });
  return sequel;
}

async function sendBehind(
  { sender, client }: ConsoleExchange,
  { contractName, orderIdString: orderId, side, positionType }: OpenedOrder,
  legs: readonly ProtectionLeg[],
): Promise<Sequel> {
  let volume: string;
  try {
    volume = coveredBy(await client.value.futures.getOrder({ contractName, orderId }));
  } catch (error) {
    const text = `Stop loss and take profit are NOT placed: what the order traded could not be learned. ${sayError(error)}`;
    return { text, isGood: false };
  }
  if (volume === "0") {
    return { text: "It traded nothing: no stop loss or take profit is placed.", isGood: false };
  }
  const position = side === "BUY" ? "long" : "short";
  const held = { contractName, position, positionType, volume } as const;
  const placed = await placeProtection(sender.value.futures, legs, held);
  return { text: sayPlaced(placed), isGood: placed.every(({ isPlaced }) => isPlaced) };
}

interface Traded {
  readonly status: string;
  readonly origQty: string;
  readonly executedQty: string;
}

/** Of an order that rests all of it, since what waits needs no position (FUT-COND-2); else what it traded. */
export function coveredBy({ status, origQty, executedQty }: Traded): string {
  return status === "NEW" || status === "PARTIALLY_FILLED" ? origQty : executedQty;
}
