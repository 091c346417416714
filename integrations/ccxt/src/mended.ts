/**
 * ccxt's Exchange with what its JavaScript form lacks and Python's has, so this class has no Python form:
 * every JSON number of a reply keeps its own digits (the base reads doubles, which are exact up to 15 digits
 * only, and a futures balance may have more), and a stream may be one without TLS, as that of a sandbox is.
 */
import { Exchange } from "ccxt";

export class MendedExchange extends Exchange {
  override onRestResponse(
    statusCode: number,
    statusText: string,
    url: string,
    method: string,
    responseHeaders: object,
    responseBody: string,
    requestHeaders: object,
    requestBody: string,
  ): string {
    const text = super.onRestResponse(
      statusCode,
      statusText,
      url,
      method,
      responseHeaders,
      responseBody,
      requestHeaders,
      requestBody,
    );
    return this.onJsonResponse(text);
  }
  override getHttpAgentIfNeeded(_url: string) {
    return this.httpAgent;
  }
}
