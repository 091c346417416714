/**
 * ccxt's Exchange with every JSON number of a reply kept as its own digits. The base reads them as doubles
 * and is exact up to 15 digits only; a futures balance may have more. Python's ccxt keeps the digits by
 * itself, so this class has no Python form.
 */
import { Exchange } from "ccxt";

export class ExactExchange extends Exchange {
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
}
