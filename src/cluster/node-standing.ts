/** How a node stands in its cluster: what is said of it to other nodes, to people and to Prometheus. */

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
