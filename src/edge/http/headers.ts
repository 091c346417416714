/**
 * The headers that this program reads, each with every value it was sent with: what is sent twice
 * must not look like one. The others are passed over, since a request brings a dozen of them and
 * Node's own lists of all cost more than the rest of the head. Code that reads another adds it here.
 */
import { IncomingMessage } from "node:http";

/** Names in lower case; one shape for every request, so that reading a header is cheap. */
const NOTHING_SENT = {
  host: undefined,
  origin: undefined,
  "content-type": undefined,
  "content-length": undefined,
  "content-encoding": undefined,
  "transfer-encoding": undefined,
  authorization: undefined,
  "x-forwarded-for": undefined,
  "x-ch-apikey": undefined,
  "x-ch-ts": undefined,
  "x-ch-sign": undefined,
  "accept-encoding": undefined,
  "sec-fetch-site": undefined,
  forwarded: undefined,
  via: undefined,
  expect: undefined,
  te: undefined,
};

type Name = keyof typeof NOTHING_SENT;

export type Headers = Readonly<Partial<Record<Name, readonly string[] | undefined>>>;

/** What proxies add: each is a trace of one, and is read as if it were `via`. */
const PROXY_TRACES = [
  ...["x-real-ip", "x-client-ip", "x-cluster-client-ip", "x-originating-ip", "x-remote-ip"],
  ...["x-forwarded", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"],
  ...["x-forwarded-scheme", "x-forwarded-server", "x-forwarded-prefix", "x-forwarded-ssl"],
  ...["x-original-forwarded-for", "x-envoy-external-address", "true-client-ip", "cdn-loop"],
  ...["cf-connecting-ip", "cf-ray", "fastly-client-ip", "fly-client-ip", "x-amzn-trace-id"],
];

const NAMES = new Map([
  ...(Object.keys(NOTHING_SENT) as Name[]).map((name): [string, Name] => [name, name]),
  ...PROXY_TRACES.map((name): [string, Name] => [name, "via"]),
]);
const LENGTHS = new Set([...NAMES.keys()].map((name) => name.length));

/** `sent`: a name, its value, the next name, as they came. */
export function readHeaders(sent: readonly string[]): Headers {
  const headers: Record<Name, string[] | undefined> = { ...NOTHING_SENT };
  for (let at = 0; at < sent.length; at += 2) {
    const written = sent[at] as string;
    const name = LENGTHS.has(written.length) ? NAMES.get(written.toLowerCase()) : undefined;
    if (name === undefined) continue;
    const value = sent[at + 1] as string;
    const before = headers[name];
    if (before) before.push(value);
    else headers[name] = [value];
  }
  return headers;
}

/** A request whose headers are read once, at the first use. */
export class Incoming extends IncomingMessage {
  #lists: Headers | undefined;

  get lists(): Headers {
    this.#lists ??= readHeaders(this.rawHeaders);
    return this.#lists;
  }
}

/** Node asks each request for these two, and would make an object of all headers to find them. */
Object.defineProperty(Incoming.prototype, "headers", {
  get(this: Incoming) {
    const { expect, te } = this.lists;
    return { expect: expect?.join(", "), te: te?.join(", ") };
  },
});
