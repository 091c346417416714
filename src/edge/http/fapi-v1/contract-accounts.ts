/**
 * What a user sets at a contract: leverage, margin mode, the margin of an isolated position. All are
 * beyond the spec, in the words of its family of venues; they answer `{}`. Rules FUT-LEV-2, FUT-MODE-1,
 * FUT-MARGIN-1.
 */
import * as accounts from "../../../contract/futures/accounts.ts";
import { malformed } from "../../../contract/parameter.ts";
import { requestNamed } from "../../../core/engine/read/requests.ts";
import { unitsOf } from "../../../core/money/decimal.ts";
import { type SignedCall, serve } from "../dialect/endpoint.ts";
import { refusalOf, tooPrecise } from "../dialect/errors.ts";
import { execute } from "../dialect/submit.ts";
import { getContractNamed } from "./contract-name.ts";
import { modeNamed } from "./order-request.ts";

const editLever = serve(accounts.editLever, async (call, values) => {
  const { contractName: name, nowLevel: leverage, clientRequestId } = values;
  const contract = getContractNamed(call, name).id;
  const { user, key, request } = call;
  const set = { contract, leverage, clientRequestId };
  await execute(call, { type: "SetLeverage", user, key, request, ...set });
  return {};
});

const editMarginModel = serve(accounts.editMarginModel, async (call, values) => {
  const { contractName: name, marginModel, clientRequestId } = values;
  const mode = modeNamed(marginModel);
  const contract = getContractNamed(call, name).id;
  const { user, key, request } = call;
  const set = { contract, mode, clientRequestId };
  await execute(call, { type: "SetMarginMode", user, key, request, ...set });
  return {};
});

/** FUT-MARGIN-1: above zero into the position, below zero out of it. */
const editPositionMargin = serve(accounts.editPositionMargin, async (call, values) => {
  const { positionId, amount: wanted, clientRequestId } = values;
  if (wanted === "0")
    throw malformed("amount", "malformed", "Above zero moves margin in, below zero out.");
  const scale = scaleOf(call, positionId, clientRequestId);
  const amount = unitsOf(wanted, scale);
  if (amount === undefined) {
    throw tooPrecise("amount", { had: wanted, needed: `${scale}` });
  }
  const { user, key, request } = call;
  const moved = { position: positionId, amount, clientRequestId };
  await execute(call, { type: "MovePositionMargin", user, key, request, ...moved });
  return {};
});

/**
 * An amount is in units of the position's coin, so the position must be known; of a position that is gone
 * the coin is known as long as the request that moved its margin is (USER-REPEAT-1).
 */
function scaleOf(
  { exchange, user }: SignedCall,
  positionId: number,
  requestId: string | undefined,
): number {
  const position = exchange.state.futures.positions.get(positionId);
  if (position?.user === user) return position.contractAccount.market.contract.scale;
  const before = requestId === undefined ? undefined : { user, id: requestId };
  const named = before && requestNamed(exchange.state, before);
  if (!named) throw refusalOf({ ok: false, reason: "position_not_found" });
  return named.scale;
}

export const CONTRACT_ACCOUNT_ROUTES = [editLever, editMarginModel, editPositionMargin];
