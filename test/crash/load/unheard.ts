/**
 * Requests that are answered, and nobody hears it: a relay holds the replies back, and when it has their bytes the
 * blow falls. So they were done for certain, and the client does not know (docs/api.md, "After a 504").
 */
import { SignedClient } from "../../support/signed-client.ts";
import { TcpWay } from "../../support/tcp-way.ts";
import type { Placement } from "../checker/order-claims.ts";
import { farBid } from "./errands.ts";
import { place, type Scene, transfer } from "./requests.ts";

/** Of the order and of the movement, each over its own connection. */
const REPLIES = 2;

export interface Unheard {
  readonly scene: Scene;
  readonly name: string;
  /** Where the requests are sent. */
  readonly port: number;
  /** Comes when the replies are held back. */
  readonly strike: () => Promise<unknown>;
}

export async function strikeUnheard({ scene, name, port, strike }: Unheard): Promise<void> {
  const { loner, keys } = scene.crowd;
  const relay = await TcpWay.to(port);
  const key = keys[loner];
  if (!key) throw new Error("the loner has no key");
  const client = new SignedClient(relay.port, key);
  const deaf: Scene = { ...scene, clients: new Map([[loner, client]]) };
  try {
    relay.cut("back");
    const sent = [
      place(deaf, { user: loner, clientId: name, ...farBid(scene) }),
      transfer(deaf, { user: loner, to: "margin" }, 1 + scene.random()),
    ];
    await relay.holds(REPLIES);
    markAnswered(scene, name, relay.heldTexts);
    await strike();
    relay.reset();
    await Promise.all(sent);
  } finally {
    client.close();
    await relay.close();
  }
}

/** What is held back is what the clients would have been told: both were done. */
function markAnswered({ claims }: Scene, name: string, replies: readonly string[]): void {
  const others = replies.filter((reply) => !reply.startsWith("HTTP/1.1 200 "));
  if (others.length > 0) throw new Error(`what nobody was to hear was refused: ${others}`);
  const placement = claims.placements.findLast(({ clientId }) => clientId === name) as Placement;
  placement.isAnswered = true;
}
