/**
 * Endpoints about the user's futures accounts: what they hold, and what the user has set at a contract. All but the first are
 * beyond the spec, in the words of its family of venues. Rules FUT-FIELD-1 to FUT-FIELD-9, FUT-LEV-2, FUT-MODE-1, FUT-MARGIN-1.
 */
import { signedEndpoint } from "../endpoint.ts";
import {
  code,
  count,
  id,
  list,
  NOTHING,
  name,
  record,
  shaped,
  signedFigure,
  told,
} from "../field.ts";
import { clientRequestId, decimal, numberOf, orderId, REPEAT_CODES, whole } from "../forms.ts";
import { USUAL_LIMIT } from "../limits.ts";
import { AS_LISTED } from "../markets.ts";
import { optional, required } from "../parameter.ts";
import { ACCOUNTS } from "./account-shapes.ts";
import { contractName, maybeContractName } from "./contract-name.ts";
import { numbered } from "./order-parameters.ts";
import { MODES, POSITION_TYPES } from "./order-words.ts";

export const account = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/account",
  security: "USER_DATA",
  limit: USUAL_LIMIT,
  parameters: {},
  operation: "futuresAccount",
  tags: ["futures"],
  summary: "Your futures accounts and positions",
  reply: ACCOUNTS,
});

export const editLever = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/edit_lever",
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: {
    contractName,
    nowLevel: required(
      told(whole, { minimum: 1, description: "From 1 to the contract's maxLever." }),
    ),
    clientRequestId: optional(clientRequestId),
  },
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
});

export const editMarginModel = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/edit_user_margin_model",
  security: "TRADE",
  limit: USUAL_LIMIT,
  parameters: {
    contractName,
    marginModel: required(shaped(numberOf(MODES), numbered(MODES, "1 is cross, 2 isolated."))),
    clientRequestId: optional(clientRequestId),
  },
  operation: "futuresEditMarginModel",
  tags: ["futures", "extensions"],
  summary: "Set your margin mode of a contract",
  reply: NOTHING,
  codes: ["BAD_SYMBOL", "EXCHANGE_LOCK", "MARGIN_MODE_DIFFERS", ...REPEAT_CODES],
  waitsFor: "command",
});

/** FUT-MARGIN-1: above zero into the position, below zero out of it. */
export const editPositionMargin = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/edit_position_margin",
  security: "TRADE",
  limit: USUAL_LIMIT,
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
});

/** FUT-POS-1: 2, long and short stand side by side; the 1 of other venues would net them. */
export const SIDE_BY_SIDE = 2;

export const USER_CONFIG = record({
  contractId: id("id of the contract"),
  contractName: name("contract"),
  nowLevel: count("your leverage: as edit_lever set it, or the contract's default"),
  marginModel: code(Object.values(POSITION_TYPES), "1 is cross, 2 isolated"),
  positionModel: code([SIDE_BY_SIDE], "2: a long and a short side by side"),
});

/** FUT-LEV-1, FUT-LEV-4 */
export const userConfig = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/get_user_config",
  security: "USER_DATA",
  limit: USUAL_LIMIT,
  parameters: { contractName: maybeContractName },
  operation: "futuresUserConfig",
  tags: ["futures", "extensions"],
  summary: "Your leverage and margin mode of a contract, or of all",
  description:
    "Also of contracts that you have never traded: then they are the contract's defaults.",
  reply: list(USER_CONFIG, "by contractId"),
  codes: ["BAD_SYMBOL"],
});

export const CONTRACT_RATES = record({
  contractName: name("contract"),
  openMakerFee: signedFigure("your fee as a maker who opens, as a fraction; below zero a rebate"),
  openTakerFee: signedFigure("your fee as a taker who opens"),
  closeMakerFee: signedFigure("your fee as a maker who closes"),
  closeTakerFee: signedFigure("your fee as a taker who closes"),
});

/** FUT-FEE-3 */
export const feeRates = signedEndpoint({
  method: "GET",
  path: "/fapi/v1/feeRates",
  security: "USER_DATA",
  limit: USUAL_LIMIT,
  parameters: { contractName: maybeContractName },
  operation: "futuresFeeRates",
  tags: ["futures", "extensions"],
  summary: "Your fee rates at a contract, or at all",
  description: "What a new order would have. Open orders keep theirs.",
  reply: list(CONTRACT_RATES, AS_LISTED),
  codes: ["BAD_SYMBOL"],
});

export const FUTURES_ACCOUNT_ENDPOINTS = [
  editLever,
  editMarginModel,
  editPositionMargin,
  userConfig,
  feeRates,
  account,
] as const;

export const CONFIG_RECORDS = { ContractConfig: USER_CONFIG, ContractRates: CONTRACT_RATES };
