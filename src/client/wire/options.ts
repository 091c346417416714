/** What a client is made with. */
import type { Fetch, Sleep } from "./transport.ts";

export interface ClientOptions {
  /** Where the service is; a path behind the host is not signed. */
  readonly baseUrl: string;
  /** Where `/fapi` is, if not there, too. */
  readonly futuresBaseUrl?: string | undefined;
  /** Without them only public endpoints can be asked. */
  readonly apiKey?: string | undefined;
  readonly secret?: string | undefined;
  /** How long after its time a request may still be executed: 0 to 60,000 ms, 5,000 unless told. */
  readonly recvWindow?: number | undefined;
  /** How often a request is sent again where that is safe; 3 unless told. */
  readonly retries?: number | undefined;
  /** What a 429 leads to: an error, or another try after `Retry-After`. An error unless told. */
  readonly onRateLimit?: "throw" | "wait" | undefined;
  /** How long one reply may take; 15 s unless told: the service answers within 10. */
  readonly timeoutMs?: number | undefined;
  /** How long to find out what became of an order whose reply was lost; 60 s unless told. */
  readonly outcomeMs?: number | undefined;
  readonly fetch?: Fetch | undefined;
  readonly now?: (() => number) | undefined;
  readonly sleep?: Sleep | undefined;
}
