/** How a request is addressed and signed, and how a refusal becomes an error of ccxt. */
import { sha256 } from "@noble/hashes/sha2.js";
import {
  DDoSProtection,
  type Dict,
  DuplicateOrderId,
  ExchangeError,
  ExchangeNotAvailable,
  InvalidNonce,
  OperationFailed,
  RateLimitExceeded,
  RequestTimeout,
  type Str,
} from "ccxt";
import { BourseDescribed } from "./described.ts";

export class BourseSigned extends BourseDescribed {
  /** The server's time: requests are signed with it, so a wrong clock does no harm. */
  override nonce(): number {
    return this.milliseconds() - this.safeInteger(this.options, "timeDifference", 0);
  }

  restUrl(): string {
    return this.safeString(this.options, "url", this.urls["api"]["rest"]);
  }

  override sign(
    path: string,
    api: string = "public",
    method: string = "GET",
    params: Dict = {},
    headers: Dict | undefined = undefined,
    body: Str = undefined,
  ): Dict {
    let target = "/" + path;
    let query = params;
    if (api === "private") {
      query = this.extend({ recvWindow: this.safeInteger(this.options, "recvWindow") }, params);
    }
    if (method === "GET") {
      if (Object.keys(query).length > 0) {
        target = target + "?" + this.urlencode(query);
      }
    } else {
      body = this.json(query);
    }
    if (api === "private") {
      headers = this.signedHeaders(method, target, body);
    }
    return { url: this.restUrl() + target, method: method, body: body, headers: headers };
  }

  signedHeaders(method: string, target: string, body: Str): Dict {
    this.checkRequiredCredentials();
    const timestamp = this.numberToString(this.nonce());
    let payload = timestamp + method + target;
    if (body !== undefined) {
      payload = payload + body;
    }
    const signature = this.hmac(this.encode(payload), this.encode(this.secret), sha256);
    return {
      "X-CH-APIKEY": this.apiKey,
      "X-CH-TS": timestamp,
      "X-CH-SIGN": signature,
      "Content-Type": "application/json",
    };
  }

  override handleErrors(
    code: number,
    _reason: string,
    url: string,
    method: string,
    _headers: Dict,
    body: string,
    response: Dict,
    _requestHeaders: Dict,
    _requestBody: Dict,
  ): undefined {
    if (code < 400) {
      return undefined;
    }
    const feedback = this.id + " " + method + " " + url + " " + body;
    const errorCode = this.safeString(response, "code");
    if (errorCode === undefined) {
      if (code >= 500) {
        // Not the service's own words: a proxy between, which does not know what became of it.
        throw new RequestTimeout(feedback);
      }
      return undefined;
    }
    if (code === 500) {
      throw new OperationFailed(feedback);
    }
    if (code === 418) {
      throw new DDoSProtection(feedback);
    }
    this.throwBroadlyMatchedException(this.exceptions["broad"], body, feedback);
    this.throwExactlyMatchedException(this.exceptions["exact"], errorCode, feedback);
    throw new ExchangeError(feedback);
  }

  /** A failure after which the request may have been carried out, once, or not at all. */
  isLostReply(error: unknown): boolean {
    if (error instanceof ExchangeNotAvailable) {
      return false;
    }
    if (error instanceof RateLimitExceeded) {
      return false;
    }
    if (error instanceof DDoSProtection) {
      return false;
    }
    if (error instanceof InvalidNonce) {
      return false;
    }
    return error instanceof OperationFailed;
  }

  isDuplicate(error: unknown): boolean {
    return error instanceof DuplicateOrderId;
  }

  async postPrivate(path: string, request: Dict): Promise<Dict> {
    const config = { cost: this.safeInteger(this.api["private"]["post"], path) };
    return await this.request(path, "private", "POST", request, undefined, undefined, config);
  }

  async fetchPublic(path: string, request: Dict): Promise<Dict> {
    const config = { cost: this.safeInteger(this.api["public"]["get"], path) };
    return await this.request(path, "public", "GET", request, undefined, undefined, config);
  }

  async fetchPrivate(path: string, request: Dict): Promise<Dict> {
    const config = { cost: this.safeInteger(this.api["private"]["get"], path) };
    return await this.request(path, "private", "GET", request, undefined, undefined, config);
  }

  /** Sends what is harmless when it comes twice again, as often as its reply is lost. */
  async postAgain(path: string, request: Dict): Promise<Dict> {
    const tries = this.safeInteger(this.options, "lostOrderTries", 3);
    for (let i = 1; i < tries; i++) {
      try {
        return await this.postPrivate(path, request);
      } catch (e) {
        if (!this.isLostReply(e)) {
          throw e;
        }
      }
    }
    return await this.postPrivate(path, request);
  }

  /** A name that no order and no request ever had. */
  drawId(): string {
    return "ccxt-" + this.uuid22();
  }
}
