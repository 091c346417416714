/**
 * As much of `fetch` as the client needs, over Node's plain HTTP. Node's own `fetch` takes twice as
 * long to load as all the rest of a command, and refuses ports that browsers do not like.
 */
import { request } from "node:http";
import type { Fetch, FetchReply } from "../../client/client.ts";

export const plainFetch: Fetch = (url, { method, headers, body = "", signal }) =>
  new Promise<FetchReply>((resolve, reject) => {
    const length = { "Content-Length": Buffer.byteLength(body) };
    const options = { method, headers: { ...headers, ...length }, agent: false, signal };
    const outgoing = request(url, options, (incoming) => {
      const pieces: Buffer[] = [];
      incoming.on("data", (piece: Buffer) => pieces.push(piece));
      incoming.on("error", reject);
      incoming.on("end", () => {
        resolve({
          status: incoming.statusCode ?? 0,
          headers: { get: (name) => headerOf(incoming.headers[name.toLowerCase()]) },
          text: async () => Buffer.concat(pieces).toString(),
        });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });

function headerOf(value: string | readonly string[] | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}
