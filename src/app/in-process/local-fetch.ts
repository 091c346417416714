/**
 * A `fetch` that needs no network: hands a request to an API of this process, head and body as a
 * listener would, and gives its reply back.
 */
import type { Fetch, FetchReply } from "../../client/session/transport.ts";
import { readHeaders } from "../../edge/http/headers.ts";
import { JSON_TYPE, type Reply } from "../../edge/http/reply.ts";
import type { RequestHead } from "../../edge/http/request.ts";

export type Dispatch = (head: RequestHead, body: Uint8Array) => Promise<Reply>;

/** Where a request without a network comes from. */
const ADDRESS = "127.0.0.1";

/** For our own clients, which read no more of a reply than they need. */
export function localFetch(dispatch: Dispatch): Fetch {
  return async (url, { method, headers, body = "" }) => {
    return toFetched(await send(dispatch, { method, url, headers, bytes: Buffer.from(body) }));
  };
}

/** As any program calls `fetch`, with a `Response` as any program reads one. */
export function webFetch(dispatch: Dispatch): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, url, signal } = request;
    const headers = Object.fromEntries(request.headers);
    const bytes = new Uint8Array(await request.arrayBuffer());
    signal.throwIfAborted();
    return toResponse(await send(dispatch, { method, url, headers, bytes }));
  };
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

function send(dispatch: Dispatch, { method, url, headers, bytes }: Sent): Promise<Reply> {
  const { pathname, search, host } = new URL(url);
  const sent = Object.entries({ Host: host, ...headers, "Content-Length": `${bytes.length}` });
  const lists = readHeaders(sent.flat());
  return dispatch({ method, target: pathname + search, headers: lists, address: ADDRESS }, bytes);
}

/** The listener's own headers stand in no reply of an API. */
function toResponse({ status, headers, body, bytes, type = JSON_TYPE }: Reply): Response {
  return new Response(bytes ? Uint8Array.from(bytes) : body, {
    status,
    headers: { "Content-Type": type, ...headers },
  });
}

function toFetched({ status, headers, body }: Reply): FetchReply {
  const byName = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    status,
    headers: { get: (name) => byName.get(name.toLowerCase()) ?? null },
    text: async () => body,
  };
}
