/** What may come out of the engine: every event, of all rooms. Refusals and answers are in outcomes.ts. */
import type { CatalogueEvent } from "./catalogue/catalogue.ts";
import type { FuturesEvent } from "./futures/futures.ts";
import type { MovementEvent } from "./ledger/movements.ts";
import type { MarginEvent } from "./margin/margin.ts";
import type { IndexEvent } from "./prices/index-prices.ts";
import type { PastEvent } from "./prices/past.ts";
import type { SpotEvent } from "./spot/spot.ts";
import type { BanEvent } from "./users/bans.ts";
import type { UserEvent } from "./users/users.ts";

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
