/**
 * Requests to the service as one user sends them: signed at the server's time, and sent again where
 * retry-rule.ts says that it does no harm. A write whose reply is lost is thrown as a `LostReply`; its
 * caller knows how to find out what became of it (lost-order.ts, repeatable.ts), or throws
 * `OutcomeUnknown`.
 */
import { type Endpoint, nameOf, naming, openRead, type Parameters } from "./endpoint.ts";
import { BourseError } from "./errors.ts";
import { LostReply, outcomeUnknown } from "./lost-reply.ts";
import { type ClientOptions, checkOptions } from "./options.ts";
import { readReply } from "./reply.ts";
import { asThrown, isDoubtful, isLate, pauseAfter } from "./retry-rule.ts";
import { ServerClock, type TimeSample } from "./server-clock.ts";
import { Signer } from "./signature.ts";
import {
  type CarriedRequest,
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
}

const TIMEOUT_MS = 15_000;

export class Session {
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly retries: number;
  readonly outcomeMs: number;
  /** How long after its time a request may still be let in. */
  readonly windowMs: number;
  readonly clock: ServerClock;
  readonly #options: ClientOptions;
  readonly #transport: Transport;
  readonly #signer: Signer | undefined;
  readonly #carry: Carry | undefined;

  constructor(options: ClientOptions, shared?: SharedParts) {
    checkOptions(options);
    const { fetch, sleep = systemSleep, now = Date.now, secret } = options;
    this.#options = options;
    this.now = now;
    this.sleep = sleep;
    this.retries = options.retries ?? 3;
    this.outcomeMs = options.outcomeMs ?? 60_000;
    this.windowMs = options.recvWindow ?? 5_000;
    this.#transport = new Transport({ fetch, sleep, timeoutMs: options.timeoutMs ?? TIMEOUT_MS });
    this.#signer = secret === undefined ? undefined : new Signer(secret);
    this.clock = shared?.clock ?? new ServerClock({ now, ask: () => this.#askTime() });
    this.#carry = shared?.carry;
  }

  /** The same session, whose orders go another way than over HTTP. */
  over(carry: Carry): Session {
    return new Session(this.#options, { clock: this.clock, carry });
  }

  /** The reply to a request, sent as often as is safe and allowed. */
  async call<T>(endpoint: Endpoint, parameters: Parameters = {}): Promise<T> {
    const onRateLimit = this.#options.onRateLimit ?? "throw";
    const attempt = () => this.#once(endpoint, parameters);
    return (await this.#insist(endpoint, attempt, onRateLimit)) as T;
  }

  /** The same, patient with limits: for requests that find out an outcome. */
  async callPatiently<T>(endpoint: Endpoint, parameters: Parameters = {}): Promise<T> {
    return (await this.#insist(endpoint, () => this.#once(endpoint, parameters), "wait")) as T;
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

  async #insist<T>(endpoint: Endpoint, attempt: () => Promise<T>, onRateLimit: "throw" | "wait") {
    let isClockFresh = false;
    for (let tries = 0; ; ) {
      try {
        return await attempt();
      } catch (error) {
        if (isLate(error) && endpoint.isSigned && !isClockFresh) {
          isClockFresh = true;
          await this.clock.learn();
          continue;
        }
        const pauseMs = pauseAfter(error, { tries, onRateLimit });
        if (pauseMs === undefined || tries === this.retries) {
          throw asThrown(error, endpoint, this.#rootOf(endpoint));
        }
        tries++;
        await this.sleep(pauseMs);
      }
    }
  }

  async #once(endpoint: Endpoint, parameters: Parameters): Promise<unknown> {
    if (!endpoint.isSigned) {
      const { target, body } = targetAndBody(endpoint, parameters);
      return readReply(endpoint, await this.#send(endpoint, { target, body, headers: {} }));
    }
    const { apiKey } = this.#options;
    if (apiKey === undefined || !this.#signer) {
      const message = `${nameOf(endpoint)} needs an apiKey and a secret.`;
      throw new BourseError(message, { kind: "credentials" });
    }
    const whole = { ...parameters, recvWindow: this.windowMs };
    const ts = await this.clock.now();
    const send = await this.#prepare(endpoint, whole, { ts, apiKey, signer: this.#signer });
    const sent = { ts, expiresAtMs: ts + this.windowMs };
    try {
      return readReply(endpoint, await send());
    } catch (error) {
      throw endpoint.isRead || !isDoubtful(error) ? error : new LostReply(endpoint, sent, error);
    }
  }

  /** Signs a request of HTTP; one over a stream was signed by the login. */
  async #prepare(endpoint: Endpoint, parameters: Parameters, { ts, apiKey, signer }: Signing) {
    const carry = endpoint.isOverStream ? this.#carry : undefined;
    if (carry) {
      const { timeoutMs = TIMEOUT_MS } = this.#options;
      return () => carry({ path: endpoint.path, ts, body: parameters, timeoutMs });
    }
    const { target, body } = targetAndBody(endpoint, parameters);
    const sign = await signer.sign({ ts, method: endpoint.method, target, body });
    const headers = { "X-CH-APIKEY": apiKey, "X-CH-TS": `${ts}`, "X-CH-SIGN": sign };
    return () => this.#send(endpoint, { target, body, headers });
  }

  #rootOf({ path }: Endpoint): string {
    const { baseUrl, futuresBaseUrl = baseUrl } = this.#options;
    return path.startsWith("/fapi/") ? futuresBaseUrl : baseUrl;
  }

  #send(
    endpoint: Endpoint,
    { target, body, headers: signed }: { target: string; body: string; headers: object },
  ): Promise<WireReply> {
    const { method } = endpoint;
    const url = this.#rootOf(endpoint).replace(/\/+$/, "") + target;
    const headers = { ...(body === "" ? {} : { "Content-Type": "application/json" }), ...signed };
    return this.#transport.send({ url, method, headers, body });
  }

  /** Only the try that was answered is measured. */
  async #askTime(): Promise<TimeSample> {
    const attempt = async () => {
      const sentMs = this.now();
      const { serverTime: serverMs } = (await this.#once(TIME, {})) as { serverTime: number };
      return { serverMs, sentMs, receivedMs: this.now() };
    };
    return await this.#insist(TIME, attempt, "wait");
  }
}

interface Signing {
  readonly ts: number;
  readonly apiKey: string;
  readonly signer: Signer;
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
