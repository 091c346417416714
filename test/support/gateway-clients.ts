/** Clients of a server with gateways, each on a connection of its own that one gateway has. */
import { NUMBERING_PROCESSES } from "../../src/http/api.ts";
import type { ServerProcess } from "./server-process.ts";
import { type HttpAnswer, SignedClient } from "./signed-client.ts";

/** The kernel decides who takes a connection: many are opened at once, and again, until each has one. */
const AT_ONCE = 10;
const TRIES_MAX = 50;

/** Which gateway answered, by the id of the request. */
export function gatewayOf(answer: Pick<HttpAnswer, "headers"> | undefined): number {
  const id = `${answer?.headers["x-request-id"] ?? ""}`;
  return Number.parseInt(id, 36) % NUMBERING_PROCESSES;
}

/** A client at each of the gateways, by their number. */
export async function clientAtEach(
  server: ServerProcess,
  count: number,
  user = "demo1",
): Promise<ReadonlyMap<number, SignedClient>> {
  const credentials = server.keys()[user] ?? { apiKey: "", secret: "" };
  const found = new Map<number, SignedClient>();
  const others: SignedClient[] = [];
  const meet = async () => {
    const client = new SignedClient(server.port, credentials);
    const number = gatewayOf(await client.get("/sapi/v1/ping"));
    if (found.has(number)) others.push(client);
    else found.set(number, client);
  };
  for (let tries = 0; tries < TRIES_MAX && found.size < count; tries++) {
    await Promise.all(Array.from({ length: AT_ONCE }, meet));
  }
  for (const client of others) client.close();
  if (found.size < count) throw new Error(`only the gateways ${[...found.keys()]} answer`);
  return found;
}
