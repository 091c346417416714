/** What a client is made with, looked at before anything is sent. */
import { type AddressList, addressesIn } from "./addresses.ts";
import type { Fetch, Sleep } from "./transport.ts";

export interface ClientOptions {
  /** Where the service is, or its nodes are: up to 16 addresses. A path behind the host is not signed. */
  readonly baseUrl: AddressList;
  /** Where `/fapi` is, if not there, too. */
  readonly futuresBaseUrl?: AddressList | undefined;
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

const ADDRESSES_MAX = 16;

/** The most that a timer takes: above it, the timer would fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** The option, and the whole numbers that it may be. */
const RANGES = [
  ["recvWindow", 0, 60_000],
  ["retries", 0, 1_000],
  ["timeoutMs", 1, TIMER_MAX_MS],
  ["outcomeMs", 0, TIMER_MAX_MS],
] as const;

/** Throws a `TypeError` that says what a client cannot work with; what was given is not repeated. */
export function checkOptions(options: ClientOptions): void {
  const { baseUrl, futuresBaseUrl = baseUrl, apiKey, secret } = options;
  checkAddresses("baseUrl", baseUrl);
  checkAddresses("futuresBaseUrl", futuresBaseUrl);
  for (const [name, least, most] of RANGES) {
    const value = options[name] ?? least;
    const isGood = Number.isInteger(value) && value >= least && value <= most;
    demand(isGood, `${name} is not a whole number from ${least} to ${most}`);
  }
  const hasKey = apiKey === undefined || /^[!-~]+$/.test(apiKey);
  demand(hasKey, "apiKey is empty, or has other than visible ASCII characters");
  demand(secret !== "", "secret is empty");
}

/** CLIENT-ADDR-1 */
function checkAddresses(name: string, list: AddressList): void {
  if (typeof list === "string") {
    checkUrl(name, list);
    return;
  }
  const isGood = Array.isArray(list) && list.length > 0 && list.length <= ADDRESSES_MAX;
  demand(isGood, `${name} is not a list of 1 to ${ADDRESSES_MAX} addresses`);
  for (const [at, text] of list.entries()) checkUrl(`${name}[${at}]`, text);
  const isEachOnce = new Set(addressesIn(list)).size === list.length;
  demand(isEachOnce, `${name} has an address twice`);
}

function checkUrl(name: string, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
  demand(isWeb, `${name} is not a URL that begins with http:// or https://`);
  demand(!/[?#]/.test(text), `${name} has a query or a fragment`);
}

function demand(isGood: boolean, sentence: string): void {
  if (!isGood) throw new TypeError(`${sentence}.`);
}
