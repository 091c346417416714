/** What may come out of the engine: every event and every reason of a refusal, of all rooms. */
import type { CatalogueEvent, CatalogueReject } from "./catalogue/catalogue.ts";
import type { ContractReject } from "./catalogue/contract.ts";
import type { ClockReject } from "./clock.ts";
import type { DirectoryReject } from "./directory.ts";
import type { FuturesEvent, FuturesReject } from "./futures/futures.ts";
import type { MovementEvent, MovementReject } from "./ledger/movements.ts";
import type {
  MarginEvent,
  MarginPlaceReject,
  RepayReject,
  TransferReject,
} from "./margin/margin.ts";
import type { IndexEvent, IndexReject } from "./prices/index-prices.ts";
import type { PastEvent, PastReject } from "./prices/past.ts";
import type { RequestReject } from "./requests/requests.ts";
import type { RulesReject } from "./rule-versions.ts";
import type { BatchReject, CancelReject, SpotEvent } from "./spot/spot.ts";
import type { BanEvent, BanReject } from "./users/bans.ts";
import type { UserEvent, UserReject } from "./users/users.ts";

export type ExchangeEvent =
  | SpotEvent
  | MarginEvent
  | FuturesEvent
  | IndexEvent
  | CatalogueEvent
  | MovementEvent
  | PastEvent
  | UserEvent
  | BanEvent;

export type Reject =
  | BanReject
  | BatchReject
  | CancelReject
  | CatalogueReject
  | ClockReject
  | ContractReject
  | FuturesReject
  | DirectoryReject
  | IndexReject
  | MarginPlaceReject
  | MovementReject
  | PastReject
  | RepayReject
  | RequestReject
  | RulesReject
  | TransferReject
  | UserReject
  | "key_not_allowed";
