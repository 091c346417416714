/** `fetch` for servers in processes of their own: what they answer is judged by the document of its listener. */
import type { ApiReader } from "./api-document.ts";
import { judge, readerOf } from "./judge-reply.ts";

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

/** Whose document it is, the path tells, unless a listener is asked for what another has. */
export async function judgedFetch(
  url: string | URL,
  sent: Sent = {},
  reader?: ApiReader,
): Promise<Response> {
  const reply = await fetch(url, sent);
  const { method = "GET", body = "" } = sent;
  const { pathname, search } = new URL(url);
  judge({
    reader: reader ?? readerOf(pathname),
    method,
    target: pathname + search,
    body,
    status: reply.status,
    text: await reply.clone().text(),
    type: reply.headers.get("content-type") ?? "",
  });
  return reply;
}
