/** The ways of a cluster: one from each node to each PostgreSQL server, and one to each node from all others. */
import type { Ways } from "../../../scripts/local-cluster/local-cluster.ts";
import { TcpWay } from "../../support/tcp-way.ts";

export class ClusterWays implements Ways {
  readonly #toServers = new Map<string, TcpWay>();
  readonly #toNodes = new Map<number, TcpWay>();

  async toServer(node: number, server: number, port: number): Promise<number> {
    const way = await TcpWay.to(port);
    this.#toServers.set(`${node} ${server}`, way);
    return way.port;
  }

  async toNode(node: number, port: number): Promise<number> {
    const way = await TcpWay.to(port);
    this.#toNodes.set(node, way);
    return way.port;
  }

  /** From a node to all servers. */
  ofNode(node: number): readonly TcpWay[] {
    return [...this.#toServers]
      .filter(([name]) => name.startsWith(`${node} `))
      .map(([, way]) => way);
  }

  /** From the others to a node. */
  into(node: number): TcpWay {
    const way = this.#toNodes.get(node);
    if (!way) throw new RangeError(`no way leads to node ${node}`);
    return way;
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#toServers.values(), ...this.#toNodes.values()].map((it) => it.close()),
    );
  }
}
