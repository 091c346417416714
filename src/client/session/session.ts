/**
 * Requests to the service as one user sends them: signed at the server's time, and sent again where
 * retry-rule.ts says that it does no harm. A write whose reply is lost is thrown as a `LostReply`; its
 * caller knows how to find out what became of it (lost-order.ts, repeatable.ts), or throws
 * `OutcomeUnknown`.
 */
import { Addresses, addressesIn } from "./addresses.ts";
import { type Endpoint, nameOf, naming, openRead, type Parameters } from "./endpoint.ts";
import { BourseError } from "./errors.ts";
import { LostReply, outcomeUnknown } from "./lost-reply.ts";
import { type ClientOptions, checkOptions } from "./options.ts";
import { readReply } from "./reply.ts";
import { asThrown, isDoubtful, isLate, mayGoOn, pauseAfter } from "./retry-rule.ts";
import { ServerClock, type TimeSample } from "./server-clock.ts";
import { Signer } from "./signature.ts";
import {
  type CarriedRequest,
  NoReply,
  type Sleep,
  systemSleep,
  Transport,
  type WireReply,
} from "./transport.ts";

/** Takes an order to the service, and its reply back. */
export type Carry = (request: CarriedRequest) => Promise<WireReply>;

/** What two sessions of one client have in common. */
interface SharedParts {
  readonly clock: ServerClock;
  readonly carry: Carry;
  readonly addresses: Addresses;
  readonly futuresAddresses: Addresses;
}

const TIMEOUT_MS = 15_000;
/** How far apart the clocks of two nodes may be: one that is further behind the log may not lead. */
const CLOCKS_APART_MS = 10_000;

export class Session {
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly retries: number;
  readonly outcomeMs: number;
  /** How long after its time a request may still be let in. */
  readonly windowMs: number;
  /** The same on the clock of any address (CLIENT-ADDR-5). */
  readonly lifeMs: number;
  readonly clock: ServerClock;
  readonly addresses: Addresses;
  readonly #futuresAddresses: Addresses;
  readonly #options: ClientOptions;
  readonly #transport: Transport;
  readonly #signer: Signer | undefined;
  readonly #carry: Carry | undefined;

  constructor(options: ClientOptions, shared?: SharedParts) {
    checkOptions(options);
    const { fetch, sleep = systemSleep, now = Date.now, secret } = options;
    const { baseUrl, futuresBaseUrl } = options;
    this.#options = options;
    this.now = now;
    this.sleep = sleep;
    this.retries = options.retries ?? 3;
    this.outcomeMs = options.outcomeMs ?? 60_000;
    this.windowMs = options.recvWindow ?? 5_000;
    this.addresses = shared?.addresses ?? new Addresses(addressesIn(baseUrl));
    const own = futuresBaseUrl && new Addresses(addressesIn(futuresBaseUrl));
    this.#futuresAddresses = shared?.futuresAddresses ?? (own || this.addresses);
    this.lifeMs = this.windowMs + (this.#hasNodes ? CLOCKS_APART_MS : 0);
    this.#transport = new Transport({ fetch, sleep, timeoutMs: options.timeoutMs ?? TIMEOUT_MS });
    this.#signer = secret === undefined ? undefined : new Signer(secret);
    this.clock = shared?.clock ?? new ServerClock({ now, ask: () => this.#askTime() });
    this.#carry = shared?.carry;
  }

  /** The same session, whose orders go another way than over HTTP. */
  over(carry: Carry): Session {
    const { clock, addresses } = this;
    const futuresAddresses = this.#futuresAddresses;
    return new Session(this.#options, { clock, carry, addresses, futuresAddresses });
  }

  get #hasNodes(): boolean {
    return this.addresses.count > 1 || this.#futuresAddresses.count > 1;
  }

  /** The reply to a request, sent as often as is safe and allowed. */
  async call<T>(endpoint: Endpoint, parameters: Parameters = {}): Promise<T> {
    const onRateLimit = this.#options.onRateLimit ?? "throw";
    const attempt = (root: string) => this.#once(endpoint, parameters, root);
    return (await this.#insist(endpoint, attempt, onRateLimit)) as T;
  }

  /** The same, patient with limits: for requests that find out an outcome. */
  async callPatiently<T>(endpoint: Endpoint, parameters: Parameters = {}): Promise<T> {
    const attempt = (root: string) => this.#once(endpoint, parameters, root);
    return (await this.#insist(endpoint, attempt, "wait")) as T;
  }

  /** A write whose outcome cannot be found out when its reply is lost. */
  async callOnce<T>(
    endpoint: Endpoint,
    parameters: Parameters,
    unknown: { remedy: string; clientOrderIds?: readonly string[] },
  ): Promise<T> {
    try {
      return await this.call<T>(endpoint, parameters);
    } catch (error) {
      if (!(error instanceof LostReply)) throw error;
      throw outcomeUnknown(error, unknown);
    }
  }

  async #insist<T>(
    endpoint: Endpoint,
    attempt: (root: string) => Promise<T>,
    onRateLimit: "throw" | "wait",
  ) {
    let isClockFresh = false;
    for (let tries = 0; ; ) {
      try {
        return await this.#goThrough(endpoint, attempt);
      } catch (error) {
        if (isLate(error) && endpoint.isSigned && !isClockFresh) {
          isClockFresh = true;
          await this.clock.learn();
          continue;
        }
        const pauseMs = pauseAfter(error, { tries, onRateLimit });
        if (pauseMs === undefined || tries === this.retries) {
          throw asThrown(error, endpoint, this.#addressesOf(endpoint).first);
        }
        tries++;
        await this.sleep(pauseMs);
      }
    }
  }

  /** To each address once, as far as that is safe. */
  async #goThrough<T>(endpoint: Endpoint, attempt: (root: string) => Promise<T>): Promise<T> {
    // Before an address is chosen: asking for the time may find one that works.
    if (endpoint.isSigned && this.#signer) await this.clock.now();
    if (!endpoint.isOverStream || !this.#carry) {
      const addresses = this.#addressesOf(endpoint);
      return await addresses.goThrough(attempt, (error) => mayGoOn(endpoint, error));
    }
    // CLIENT-ADDR-7: the stream goes from one address to the next by itself, with each try to connect.
    for (let left = this.addresses.count; ; left--) {
      try {
        return await attempt(this.addresses.first);
      } catch (error) {
        const isUnsent = error instanceof NoReply && error.isUnsent;
        if (!isUnsent || left === 1) throw error;
      }
    }
  }

  /** Every try is signed anew, at its own time: it may be at another address, and after a pause. */
  async #once(endpoint: Endpoint, parameters: Parameters, root: string): Promise<unknown> {
    if (!endpoint.isSigned) {
      const { target, body } = targetAndBody(endpoint, parameters);
      const parts = { root, target, body, headers: {} };
      return readReply(endpoint, await this.#send(endpoint, parts));
    }
    const { apiKey } = this.#options;
    if (apiKey === undefined || !this.#signer) {
      const message = `${nameOf(endpoint)} needs an apiKey and a secret.`;
      throw new BourseError(message, { kind: "credentials" });
    }
    const whole = { ...parameters, recvWindow: this.windowMs };
    const ts = await this.clock.now();
    const send = await this.#prepare(endpoint, whole, { root, ts, apiKey, signer: this.#signer });
    const sent = { ts, expiresAtMs: ts + this.lifeMs, isOneServer: !this.#hasNodes };
    try {
      return readReply(endpoint, await send());
    } catch (error) {
      throw endpoint.isRead || !isDoubtful(error) ? error : new LostReply(endpoint, sent, error);
    }
  }

  /** Signs a request of HTTP; one over a stream was signed by the login. */
  async #prepare(endpoint: Endpoint, parameters: Parameters, signing: Signing) {
    const { root, ts, apiKey, signer } = signing;
    const carry = endpoint.isOverStream ? this.#carry : undefined;
    if (carry) {
      const { timeoutMs = TIMEOUT_MS } = this.#options;
      return () => carry({ path: endpoint.path, ts, body: parameters, timeoutMs });
    }
    const { target, body } = targetAndBody(endpoint, parameters);
    const sign = await signer.sign({ ts, method: endpoint.method, target, body });
    const headers = { "X-CH-APIKEY": apiKey, "X-CH-TS": `${ts}`, "X-CH-SIGN": sign };
    return () => this.#send(endpoint, { root, target, body, headers });
  }

  #addressesOf({ path }: Endpoint): Addresses {
    return path.startsWith("/fapi/") ? this.#futuresAddresses : this.addresses;
  }

  #send({ method }: Endpoint, parts: RequestParts): Promise<WireReply> {
    const { root, target, body, headers: signed } = parts;
    const url = root + target;
    const headers = { ...(body === "" ? {} : { "Content-Type": "application/json" }), ...signed };
    return this.#transport.send({ url, method, headers, body });
  }

  /** Only the try that was answered is measured. */
  async #askTime(): Promise<TimeSample> {
    const attempt = async (root: string) => {
      const sentMs = this.now();
      const { serverTime: serverMs } = (await this.#once(TIME, {}, root)) as { serverTime: number };
      return { serverMs, sentMs, receivedMs: this.now() };
    };
    return await this.#insist(TIME, attempt, "wait");
  }
}

interface Signing {
  readonly root: string;
  readonly ts: number;
  readonly apiKey: string;
  readonly signer: Signer;
}

interface RequestParts {
  readonly root: string;
  readonly target: string;
  readonly body: string;
  readonly headers: object;
}

const TIME = naming(openRead("/sapi/v1/time"), "serverTime");

/** The request target and the body. A GET has its parameters in the query, a POST in the body. */
function targetAndBody({ method, path }: Endpoint, parameters: Parameters) {
  if (method === "POST") return { target: path, body: JSON.stringify(parameters) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, `${value}`);
  }
  const written = query.toString();
  return { target: written === "" ? path : `${path}?${written}`, body: "" };
}
