/**
 * A `fetch` that needs no network: hands a request to an API of this process, head and body as a
 * listener would, and gives its reply back.
 */
import type { Fetch, FetchReply } from "../client/wire/transport.ts";
import { readHeaders } from "../http/headers.ts";
import type { Reply } from "../http/reply.ts";
import type { RequestHead } from "../http/request.ts";

export type Dispatch = (head: RequestHead, body: Uint8Array) => Promise<Reply>;

/** Where a request without a network comes from. */
const ADDRESS = "127.0.0.1";

export function localFetch(dispatch: Dispatch): Fetch {
  return async (url, { method, headers, body = "" }) => {
    const { pathname, search, host } = new URL(url);
    const bytes = Buffer.from(body);
    const sent = Object.entries({ Host: host, ...headers, "Content-Length": `${bytes.length}` });
    const lists = readHeaders(sent.flat());
    const head = { method, target: pathname + search, headers: lists, address: ADDRESS };
    return toFetched(await dispatch(head, bytes));
  };
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
