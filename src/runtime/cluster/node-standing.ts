/** How a node stands in its cluster: what is said of it to other nodes, to people and to Prometheus. */
import type { LeaderFeed } from "./leader-feed.ts";
import type { Term } from "./term.ts";

export type NodeRole = "following" | "claiming" | "leading" | "settling";

/** How a node stands in its cluster. */
export interface NodeStanding {
  readonly node: string;
  readonly role: NodeRole;
  readonly epoch: number;
  /** "" when nobody leads, or it is not known. */
  readonly leader: string;
  readonly lagCommands: number;
  readonly lagMs: number;
  /** Since the leader last said something that is durable, as this node knows it. */
  readonly beatAgeMs: number;
}

type WhoAndWhat = Pick<NodeStanding, "node" | "role">;
type Speaks = Pick<Term, "id"> & { readonly lease: Pick<Term["lease"], "ageMs"> };

/** Of one whose term runs: it has all there is, and speaks itself. */
export function standingOfLeader({ node, role }: WhoAndWhat, { id, lease }: Speaks): NodeStanding {
  const beatAgeMs = Math.round(lease.ageMs);
  return { node, role, epoch: id.epoch, leader: node, lagCommands: 0, lagMs: 0, beatAgeMs };
}

/** Of one that follows, by its last look at who leads. */
export function standingOfFollower(
  { node, role }: WhoAndWhat,
  { sight, lagCommands, lagMs }: Pick<LeaderFeed, "sight" | "lagCommands" | "lagMs">,
  silentMs: number,
): NodeStanding {
  return {
    node,
    role,
    epoch: sight?.epoch ?? 0,
    leader: sight?.node ?? "",
    lagCommands,
    lagMs: Math.round(lagMs),
    beatAgeMs: Math.round(silentMs),
  };
}
