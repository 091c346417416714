/** Leverage and margin mode of a user at a contract, from whatever tells of them. */
import type { Contract } from "../../../../src/client/client.ts";
import type { MarginMode } from "../../../../src/engine/orders/order.ts";
import type { Position } from "../../exchange/exchange.ts";

export interface SeatTerms {
  readonly leverage: number;
  readonly mode: MarginMode;
}

export interface KnownSeat extends SeatTerms {
  /** The server is known to have this leverage. */
  readonly isSure: boolean;
  /** A position has fixed the mode. */
  readonly isModeFixed: boolean;
}

/** What the server said last, by a position; else what was set or learnt here; else the default. */
export function seatOf(
  { defaultLever }: Contract,
  held: Position | undefined,
  learnt: Partial<SeatTerms>,
): KnownSeat {
  const modeHeld = held && (held.positionType === 1 ? "cross" : "isolated");
  return {
    leverage: held?.leverageLevel ?? learnt.leverage ?? defaultLever,
    mode: modeHeld ?? learnt.mode ?? "cross",
    isSure: held !== undefined || learnt.leverage !== undefined,
    isModeFixed: held !== undefined,
  };
}

/** What the browser kept may be from another version: then it knows nothing. */
export function seatIn(text: string): Partial<SeatTerms> {
  const [leverage = "", mode] = text.split(" ");
  return {
    ...(/^[1-9]\d{0,3}$/.test(leverage) ? { leverage: Number(leverage) } : {}),
    ...(mode === "cross" || mode === "isolated" ? { mode } : {}),
  };
}
