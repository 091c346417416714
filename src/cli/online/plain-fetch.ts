/**
 * As much of `fetch` as the client needs, over Node's plain HTTP. Node's own `fetch` takes twice as
 * long to load as all the rest of a command, and refuses ports that browsers do not like.
 */
import { type Agent, request } from "node:http";
import type { Fetch, FetchReply } from "../../client/client.ts";

/** One request, on a connection of its own. */
export const plainFetch = fetchOver(false);

/** Several requests may share the connections of an agent. */
export function fetchOver(agent: Agent | false): Fetch {
  return (url, asked) => send(url, asked, agent);
}

function send(
  url: string,
  { method, headers, body = "", signal }: Parameters<Fetch>[1],
  agent: Agent | false,
): Promise<FetchReply> {
  return new Promise<FetchReply>((resolve, reject) => {
    const length = { "Content-Length": Buffer.byteLength(body) };
    const options = { method, headers: { ...headers, ...length }, agent, signal };
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
}

function headerOf(value: string | readonly string[] | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : value.join(", ");
}
