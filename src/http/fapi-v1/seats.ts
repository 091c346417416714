/**
 * What a user sets at a contract: leverage, margin mode, the margin of an isolated position. All are
 * beyond the spec, in the family's words; they answer `{}`. Rules FUT-LEV-2, FUT-MODE-1,
 * FUT-MARGIN-1.
 */
import { unitsOf } from "../../money/decimal.ts";
import { malformed, required, signedEndpoint } from "../dialect/endpoint.ts";
import { Refusal, refusalOf } from "../dialect/errors.ts";
import { decimal, orderId, whole } from "../dialect/forms.ts";
import { execute } from "../dialect/submit.ts";
import { contractName, getContractNamed } from "./contract-name.ts";
import { modeNamed } from "./order-request.ts";

const LIMIT = { count: 20, perMs: 2_000 };

export const editLever = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/edit_lever",
  security: "TRADE",
  limit: LIMIT,
  parameters: { contractName, nowLevel: required(whole) },
  async handle(call, { contractName: name, nowLevel: leverage }) {
    const contract = getContractNamed(call, name).id;
    const { user, key, request } = call;
    await execute(call, { type: "SetLeverage", user, key, request, contract, leverage });
    return "{}";
  },
});

export const editMarginModel = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/edit_user_margin_model",
  security: "TRADE",
  limit: LIMIT,
  parameters: { contractName, marginModel: required(decimal) },
  async handle(call, { contractName: name, marginModel }) {
    const mode = modeNamed(marginModel);
    const contract = getContractNamed(call, name).id;
    const { user, key, request } = call;
    await execute(call, { type: "SetMarginMode", user, key, request, contract, mode });
    return "{}";
  },
});

/** FUT-MARGIN-1: above zero into the position, below zero out of it. */
export const editPositionMargin = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/edit_position_margin",
  security: "TRADE",
  limit: LIMIT,
  parameters: { positionId: required(orderId), amount: required(decimal) },
  async handle(call, { positionId, amount: wanted }) {
    if (wanted === "0") throw malformed("amount", "malformed");
    const { user, key, request, exchange } = call;
    const position = exchange.state.futures.positions.get(positionId);
    if (position?.user !== user) throw refusalOf({ ok: false, reason: "position_not_found" });
    // What an amount is worth in units is known only with the position's coin.
    const amount = unitsOf(wanted, position.seat.pit.contract.scale);
    if (amount === undefined) {
      throw new Refusal("BAD_PRECISION", { msg: "Too many decimals in amount." });
    }
    const moved = { position: positionId, amount };
    await execute(call, { type: "MovePositionMargin", user, key, request, ...moved });
    return "{}";
  },
});
