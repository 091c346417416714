/** The replies of the operator's API, by the types of the table that it is served by. Amounts are decimal text. */
import type { ValueOf } from "../../../src/contract/field.ts";
import type { LIST_CONTRACTS } from "../../../src/contract/operator/futures/contracts.ts";
import type { LIST_INSURANCE, LIST_POOLS } from "../../../src/contract/operator/lending/funds.ts";
import type { INDEX_PRICE } from "../../../src/contract/operator/lending/index-prices.ts";
import type { LIST_BANS } from "../../../src/contract/operator/market/bans.ts";
import type { CANCEL_ALL_ORDERS } from "../../../src/contract/operator/market/orders.ts";
import type { LIST_SYMBOLS } from "../../../src/contract/operator/market/symbols.ts";
import type { DeclaredRequest } from "../../../src/contract/operator/request.ts";
import type { CLOCK } from "../../../src/contract/operator/sandbox/clock.ts";
import type { FAULT_RULE } from "../../../src/contract/operator/sandbox/faults.ts";
import type { ADD_KEY, KEY } from "../../../src/contract/operator/users/keys.ts";
import type { USER_LEDGER } from "../../../src/contract/operator/users/ledger.ts";
import type { LIST_USER_FEES } from "../../../src/contract/operator/users/user-fees.ts";
import type { SHOW_USER, USER } from "../../../src/contract/operator/users/users.ts";
import type { AUDIT } from "../../../src/contract/operator/watching/audit.ts";
import type { STATUS } from "../../../src/contract/operator/watching/status.ts";

type ReplyOf<D extends Pick<DeclaredRequest, "about">> = ValueOf<D["about"]["reply"]>;

export type Status = ReplyOf<typeof STATUS>;
export type MarketRow = Status["symbols"][number];
export type SymbolRow = ReplyOf<typeof LIST_SYMBOLS>["symbols"][number];
export type ContractRow = ReplyOf<typeof LIST_CONTRACTS>["contracts"][number];
export type UserRow = ValueOf<typeof USER>;
export type UserFeesReply = ReplyOf<typeof LIST_USER_FEES>;

/** A row as it came: figures are decimal text. */
export type Row = Readonly<Record<string, unknown>>;

/** OPER-SHOW-1 */
export type UserShown = ReplyOf<typeof SHOW_USER>;
export type LedgerReply = ReplyOf<typeof USER_LEDGER>;
export type LedgerRow = LedgerReply["entries"][number];
export type CanceledAll = ReplyOf<typeof CANCEL_ALL_ORDERS>;
export type KeyRow = ValueOf<typeof KEY>;
/** The only reply with a secret: the one that made the key. */
export type NewKey = ReplyOf<typeof ADD_KEY>;
export type Pool = ReplyOf<typeof LIST_POOLS>["pools"][number];
export type IndexPriceRow = ValueOf<typeof INDEX_PRICE>;
export type Insurance = ReplyOf<typeof LIST_INSURANCE>["insurance"][number];
export type SolvencyReport = ReplyOf<typeof AUDIT>;
export type AssetSolvencyRow = SolvencyReport["assets"][number];
export type Clock = ValueOf<typeof CLOCK>;
export type FaultRuleRow = ValueOf<typeof FAULT_RULE>;
export type BanRow = ReplyOf<typeof LIST_BANS>["bans"][number];
