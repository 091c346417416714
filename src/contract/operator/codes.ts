/**
 * The codes of the operator's API: the public ones where the matter is the same, own ones from -3000 on where it is not. Codes are
 * stable, messages may improve.
 */
import { CODES, type CodeName } from "../codes.ts";

const OWN_CODES = {
  HOST_NOT_LOCAL: { code: -3000, status: 403, msg: "The Host header does not name this machine." },
  ORIGIN_NOT_OWN: { code: -3018, status: 403, msg: "The Origin header names another page." },
  NO_SUCH_USER: { code: -3001, status: 404, msg: "There is no such user." },
  NO_SUCH_ASSET: {
    code: -3002,
    status: 404,
    msg: "There is no such asset; it has to be added first.",
  },
  NO_SUCH_KEY: { code: -3003, status: 404, msg: "There is no such API key." },
  NO_SUCH_BAN: { code: -3004, status: 404, msg: "No ban is on this address." },
  NO_SUCH_SOURCE: { code: -3009, status: 404, msg: "No such index source." },
  ALREADY_EXISTS: { code: -3005, status: 409, msg: "It exists already." },
  ID_USED: { code: -3006, status: 409, msg: "This id moved something else before." },
  NO_ROOM: { code: -3007, status: 409, msg: "There is no room for another one." },
  RULES_REFUSED: { code: -3008, status: 400, msg: "These rules do not fit together." },
  SANDBOX_ONLY: { code: -3011, status: 409, msg: "This directory is a production one." },
  CLOCK_REFUSED: { code: -3012, status: 409, msg: "The clock is not in that state." },
  NO_SUCH_ROUTE: { code: -3013, status: 404, msg: "The public API has no such route." },
  NO_SUCH_FAULT_RULE: { code: -3014, status: 404, msg: "There is no fault rule of this id." },
  NO_SUCH_FEES: { code: -3021, status: 404, msg: "The user has no fee rates of its own there." },
  NO_SUCH_STATE: { code: -3015, status: 404, msg: "There is no saved state of this name." },
  STATE_DAMAGED: { code: -3017, status: 409, msg: "The saved state is damaged." },
  NOT_NOW: { code: -3016, status: 409, msg: "This cannot be done now." },
  PAST_REFUSED: { code: -3020, status: 409, msg: "The market takes no past now." },
  NO_INDEX: { code: -3022, status: 409, msg: "The index of an asset is not known, or is stale." },
  STILL_HELD: { code: -3010, status: 409, msg: "Somebody still holds some of it." },
} as const;

export type OperatorCodeName = keyof typeof OWN_CODES;
export type AnyCodeName = CodeName | OperatorCodeName;

/** Public codes that mean something of their own here: missing is 404, in the way is 409. */
const PUBLIC_CODES: Readonly<Partial<Record<CodeName, { status?: number; msg: string }>>> = {
  UNAUTHORIZED: { msg: "Header Authorization must hold the operator's token, as Bearer." },
  TIMEOUT: { msg: "No outcome in time: it was carried out once or not at all." },
  BAD_PRECISION: { msg: "More decimals than there are: of an asset, a quantity or a rate." },
  BAD_SYMBOL: { status: 404, msg: "There is no such symbol or contract, or it is delisted." },
  NO_SUCH_ORDER: { status: 404, msg: "No open order has this id." },
  BALANCE_NOT_ENOUGH: { status: 409, msg: "Only what is free can be withdrawn." },
};

/** Code, status and meaning of a refusal as the operator's listener gives it. */
export function codeRowOf(name: AnyCodeName): { code: number; status: number; msg: string } {
  return isOwnCode(name) ? OWN_CODES[name] : { ...CODES[name], ...PUBLIC_CODES[name] };
}

export function isOwnCode(name: AnyCodeName): name is OperatorCodeName {
  return name in OWN_CODES;
}
