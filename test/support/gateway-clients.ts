/**
 * Clients of a server with gateways. The kernel decides which gateway takes a connection; where a test wants a
 * certain one, all others stand still meanwhile.
 */
import { NUMBERING_PROCESSES } from "../../src/edge/http/api.ts";
import type { ServerProcess } from "./server-process.ts";
import { type HttpAnswer, SignedClient } from "./signed-client.ts";
import { goOn, standStill } from "./stand-still.ts";

/** Which gateway answered, by the id of the request. */
export function gatewayOf(answer: Pick<HttpAnswer, "headers"> | undefined): number {
  const id = `${answer?.headers["x-request-id"] ?? ""}`;
  return Number.parseInt(id, 36) % NUMBERING_PROCESSES;
}

/** Whatever connects while this works, connects to this gateway. */
export async function withOnly<T>(
  { gatewayPids }: ServerProcess,
  number: number,
  work: () => Promise<T>,
): Promise<T> {
  const others = [...gatewayPids].filter(([other]) => other !== number).map(([, pid]) => pid);
  try {
    await Promise.all(others.map(standStill));
    return await work();
  } finally {
    others.forEach(goOn);
  }
}

/** A client at each of the gateways, by their number, as long as it sends one request at a time. */
export async function clientAtEach(
  server: ServerProcess,
  count: number,
  user = "demo1",
): Promise<ReadonlyMap<number, SignedClient>> {
  const credentials = server.keys()[user] ?? { apiKey: "", secret: "" };
  const clients = new Map<number, SignedClient>();
  for (let number = 1; number <= count; number++) {
    const client = new SignedClient(server.port, credentials);
    const answer = await withOnly(server, number, () => client.get("/sapi/v1/ping"));
    if (gatewayOf(answer) !== number) throw new Error(`gateway ${number} does not answer`);
    clients.set(number, client);
  }
  return clients;
}
