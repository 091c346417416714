/** Bans that run, and their end before its time (USER-BAN-5). */
import { LIFT_BAN, LIST_BANS } from "../../../contract/operator/market/bans.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import { carryOut, endpoint } from "./operator.ts";

export const listBans = endpoint(LIST_BANS, ({ exchange }) => {
  const nowMs = engineTimeOf(exchange);
  // Ended ones are kept for what a repeat costs; they keep no client out.
  const running = exchange.state.bans.byEnd.filter(({ endsAtMs }) => endsAtMs > nowMs);
  return {
    bans: running.map(({ block, endsAtMs, times }) => ({ address: block, endsAtMs, times })),
  };
});

export const liftBan = endpoint(LIFT_BAN, async (call, { address: block }) => {
  await carryOut(call, { type: "LiftBan", block, request: call.request });
  return { address: block, banned: call.exchange.state.bans.byBlock.has(block) };
});
