/** What an event does to an order list, and what it does not. */
import { expect, test } from "vitest";
import { endedEvent } from "../../../../test/support/order-event.ts";
import { someOrder } from "../../../../test/views/trade-tape.ts";
import { type Instructions, plainInstructions } from "../../../core/engine/orders/instructions.ts";
import { type ListTerms, standingBehind } from "./list-standing.ts";

const OTO: ListTerms = { id: 20, pair: 1, kind: "oto", clientId: "", placedAtMs: 5 };
const TERMS: Instructions = { ...plainInstructions(), list: 20 };

function behind(id: number, status: "filled" | "canceled", terms: ListTerms | undefined) {
  const order = someOrder({ id, instructions: TERMS });
  return standingBehind(endedEvent(order, { status }, 9), () => terms);
}

test("STREAM-MINE-7 SPOT-LIST-11 the legs are live behind the complete fill of the first order, and behind no other end", () => {
  expect(behind(21, "filled", OTO)).toEqual({ ...OTO, areLegsLive: true, endedAtMs: undefined });
  expect(behind(21, "canceled", OTO)).toBeUndefined();
  expect(behind(22, "filled", OTO)).toBeUndefined();
  expect(behind(21, "filled", { ...OTO, kind: "oco" })).toBeUndefined();
  expect(behind(21, "filled", undefined)).toBeUndefined();
});
