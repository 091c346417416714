/**
 * What a user sets at a contract: leverage, margin mode, the margin of an isolated position. All are
 * beyond the spec, in the words of its family of venues; they answer `{}`. Rules FUT-LEV-2, FUT-MODE-1,
 * FUT-MARGIN-1.
 */

import { NOTHING, shaped, told } from "../../contract/field.ts";
import {
  clientRequestId,
  decimal,
  numberOf,
  orderId,
  REPEAT_CODES,
  whole,
} from "../../contract/forms.ts";
import { malformed, optional, required } from "../../contract/parameter.ts";
import { requestNamed } from "../../engine/read/requests.ts";
import { unitsOf } from "../../money/decimal.ts";
import { type SignedCall, signedEndpoint } from "../dialect/endpoint.ts";
import { refusalOf, tooPrecise } from "../dialect/errors.ts";
import { execute } from "../dialect/submit.ts";
import { contractName, getContractNamed } from "./contract-name.ts";
import { numbered } from "./order-parameters.ts";
import { modeNamed } from "./order-request.ts";
import { MODES } from "./order-words.ts";

const LIMIT = { count: 20, perMs: 2_000 };

export const editLever = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/edit_lever",
  security: "TRADE",
  limit: LIMIT,
  parameters: {
    contractName,
    nowLevel: required(
      told(whole, { minimum: 1, description: "From 1 to the contract's maxLever." }),
    ),
    clientRequestId: optional(clientRequestId),
  },
  about: {
    operation: "futuresEditLever",
    tags: ["futures", "extensions"],
    summary: "Set your leverage of a contract",
    reply: NOTHING,
    codes: [
      "BAD_SYMBOL",
      "EXCHANGE_LOCK",
      "LEVERAGE_LOCKED",
      "POSITION_LIMIT",
      "BALANCE_NOT_ENOUGH",
      ...REPEAT_CODES,
    ],
    waitsFor: "command",
  },
  async handle(call, { contractName: name, nowLevel: leverage, clientRequestId: id }) {
    const contract = getContractNamed(call, name).id;
    const { user, key, request } = call;
    const set = { contract, leverage, clientRequestId: id };
    await execute(call, { type: "SetLeverage", user, key, request, ...set });
    return "{}";
  },
});

export const editMarginModel = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/edit_user_margin_model",
  security: "TRADE",
  limit: LIMIT,
  parameters: {
    contractName,
    marginModel: required(shaped(numberOf(MODES), numbered(MODES, "1 is cross, 2 isolated."))),
    clientRequestId: optional(clientRequestId),
  },
  about: {
    operation: "futuresEditMarginModel",
    tags: ["futures", "extensions"],
    summary: "Set your margin mode of a contract",
    reply: NOTHING,
    codes: ["BAD_SYMBOL", "EXCHANGE_LOCK", "MARGIN_MODE_DIFFERS", ...REPEAT_CODES],
    waitsFor: "command",
  },
  async handle(call, { contractName: name, marginModel, clientRequestId: id }) {
    const mode = modeNamed(marginModel);
    const contract = getContractNamed(call, name).id;
    const { user, key, request } = call;
    const set = { contract, mode, clientRequestId: id };
    await execute(call, { type: "SetMarginMode", user, key, request, ...set });
    return "{}";
  },
});

/** FUT-MARGIN-1: above zero into the position, below zero out of it. */
export const editPositionMargin = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/edit_position_margin",
  security: "TRADE",
  limit: LIMIT,
  parameters: {
    positionId: required(told(orderId, { description: "One of your isolated positions." })),
    amount: required(
      told(decimal, {
        not: { enum: [0] },
        description: "Above zero into the position, below zero out of it.",
      }),
    ),
    clientRequestId: optional(clientRequestId),
  },
  about: {
    operation: "futuresEditPositionMargin",
    tags: ["futures", "extensions"],
    summary: "Add margin to an isolated position, or take some out",
    reply: NOTHING,
    codes: [
      "NO_SUCH_ORDER",
      "BAD_PRECISION",
      "EXCHANGE_LOCK",
      "MARGIN_MODE_DIFFERS",
      "BALANCE_NOT_ENOUGH",
      ...REPEAT_CODES,
    ],
    waitsFor: "command",
  },
  async handle(call, { positionId, amount: wanted, clientRequestId: id }) {
    if (wanted === "0")
      throw malformed("amount", "malformed", "Above zero moves margin in, below zero out.");
    const scale = scaleOf(call, positionId, id);
    const amount = unitsOf(wanted, scale);
    if (amount === undefined) {
      throw tooPrecise("amount", { had: wanted, needed: `${scale}` });
    }
    const { user, key, request } = call;
    const moved = { position: positionId, amount, clientRequestId: id };
    await execute(call, { type: "MovePositionMargin", user, key, request, ...moved });
    return "{}";
  },
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
