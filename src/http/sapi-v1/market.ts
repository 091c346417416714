/** Public endpoints: no key, no signature. */
import { openEndpoint } from "./endpoint.ts";

export const ping = openEndpoint({
  method: "GET",
  path: "/sapi/v1/ping",
  security: "NONE",
  parameters: {},
  handle: () => "{}",
});

export const time = openEndpoint({
  method: "GET",
  path: "/sapi/v1/time",
  security: "NONE",
  parameters: {},
  handle: ({ exchange }) => `{"timezone":"UTC","serverTime":${exchange.now()}}`,
});
