/**
 * How requests are signed, told to people and to programs: the three headers as security schemes,
 * and one worked example that a client can test itself against.
 */

const EXAMPLE = {
  secret: "example-secret-0001",
  timestamp: "1700000000123",
  signedText: "1700000000123GET/sapi/v1/order?orderId=1001&symbol=BTCUSDT",
  signature: "56f373de419858e3c2a89db417c25db0e2e9484dede52d19bcb5ec9ca427689a",
};

export const SIGNING_TEXT = `
## How to sign

A signed request has three headers. \`X-CH-APIKEY\` is your key, \`X-CH-TS\` the time in milliseconds,
\`X-CH-SIGN\` the HMAC-SHA256 of the text below with your secret, in hex.

    X-CH-TS + METHOD + path?query + body

Path and query are exactly as they are sent, without scheme and host; without a query there is no
\`?\`. A base URL may end in \`/spot/open\` or \`/futures/open\`, which is not signed. The body is exactly
the bytes that are sent; a GET has none. Nothing stands between the parts.

With the secret \`${EXAMPLE.secret}\` the text \`${EXAMPLE.signedText}\` has the signature
\`${EXAMPLE.signature}\`.

The time must be less than a second ahead of the server's clock and no older than \`recvWindow\`
(5000 ms unless you say otherwise): \`GET /sapi/v1/time\` tells the clock. Nothing is executed after
the window, even if it waited in line.`;

export const SECURITY_SCHEMES = {
  apiKey: { type: "apiKey", in: "header", name: "X-CH-APIKEY", description: "Your API key." },
  timestamp: {
    type: "apiKey",
    in: "header",
    name: "X-CH-TS",
    description: "The time of the request in ms since 1970.",
  },
  signature: {
    type: "apiKey",
    in: "header",
    name: "X-CH-SIGN",
    description: "HMAC-SHA256 of X-CH-TS + METHOD + path?query + body with your secret, in hex.",
    "x-example": EXAMPLE,
  },
} as const;

/** All three headers together. */
export const SIGNED: Readonly<Record<keyof typeof SECURITY_SCHEMES, readonly string[]>> = {
  apiKey: [],
  timestamp: [],
  signature: [],
};
