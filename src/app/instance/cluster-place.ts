/**
 * The place of this process in its cluster: the node, the listener that other nodes come to, and what is done when the node
 * begins to lead or to follow. Only a leader makes what a new exchange needs, and runs the demo's market.
 */
import { uptime } from "node:os";
import type { Server } from "node:tls";
import type { PublicApi } from "../../edge/http/public-api.ts";
import { pgDatabase } from "../../log/postgres/pg-database.ts";
import { systemTimer } from "../../log/system-timer.ts";
import { VERSION } from "../../package/package.ts";
import type { Clocks } from "../../runtime/cluster/clocks.ts";
import type { Membership } from "../../runtime/cluster/membership.ts";
import { beginNode, publisherOf } from "../../runtime/cluster/moves/node-snapshots.ts";
import type { SnapshotPublisher } from "../../runtime/cluster/moves/publish-snapshot.ts";
import type { Node } from "../../runtime/cluster/node.ts";
import type { NodeStanding } from "../../runtime/cluster/node-standing.ts";
import { type OpenedNode, openNode } from "../../runtime/cluster/open-node.ts";
import { systemTime } from "../../runtime/sequencer/clock.ts";
import type { Feeder } from "../../runtime/wire/feeder.ts";
import {
  dialNode,
  listenForNodes,
  readHostPort,
  wireKeyOf,
} from "../../runtime/wire/secret-wire.ts";
import type { MarketPace } from "../demo/pace/market-pace.ts";
import { readCounts, writeCounts } from "../gateway/counts-codec.ts";
import { type ClusterConfig, PROCESSES_OF_NODE } from "../settings/config.ts";
import type { InstanceTools } from "./exchange-instance.ts";
import { type Besides, feederOf, filesOf, type OpenedCore, watchersOf } from "./opened-core.ts";
import { ProgressLine } from "./progress-line.ts";
import {
  masterKeyOf,
  type ProvisionedDirectory,
  provisionDirectory,
  readDirectory,
} from "./provision-directory.ts";
import { startWaiting } from "./start-waiting.ts";

const SECOND_MS = 1_000;
/** CLUSTER-READ-2 */
const SYSTEM_CLOCKS: Clocks = { ...systemTime, bootMs: () => uptime() * SECOND_MS };

/** FOLLOW-LIMIT-1: so much later the others know. */
const COUNTS_MS = 100;

export interface PlaceInCluster {
  readonly standing: NodeStanding;
  /** The first number that this node's processes have for requests. */
  readonly processesFrom: number;
  /** What others on this machine may read of the copy. */
  readonly copyEnd: Node["copyEnd"];
  /** FOLLOW-LIMIT-1: what an API counts, all others hear. */
  share(api: PublicApi): void;
  /** Called once a second. */
  beat(): void;
  /** The node resigns, if it leads, and its log is closed. */
  close(): Promise<void>;
}

export async function openAsNode(
  tools: InstanceTools,
  cluster: ClusterConfig,
  besides: Besides,
): Promise<OpenedCore> {
  const { config, files, log } = tools;
  const key = wireKeyOf(masterKeyOf(config, files));
  const begin = () => beginNode(cluster, config.dataDirectory, log.report);
  await startWaiting(cluster, log, begin);
  const opening = { tools, cluster, touched: besides.touched, key };
  const opened = await startWaiting(cluster, log, () => openNodeOf(opening));
  const { node, clock, unarchived } = opened;
  const feeder = feederOf(node, besides.archive, log);
  const server = await listenForNodes(readHostPort(cluster.listenAt), key, (wire) =>
    node.leads === undefined ? undefined : feeder.accept(wire, node.leads),
  );
  const publisher = publisherOf(cluster, config.dataDirectory, log.report);
  const place = new Place({ ...opened, feeder, server, publisher, tools, besides });
  const provisioned = await place.begin(addressOf(server, cluster));
  return { core: node, clock, unarchived, tornTail: () => undefined, provisioned, feeder, place };
}

interface Opening extends Pick<Besides, "touched"> {
  readonly tools: InstanceTools;
  readonly cluster: ClusterConfig;
  readonly key: ReturnType<typeof wireKeyOf>;
}

async function openNodeOf({ tools, cluster, touched, key }: Opening): Promise<OpenedNode> {
  const { config } = tools;
  const progress = new ProgressLine(process.stderr, () => performance.now());
  const opened = await openNode({
    ...filesOf(tools),
    ...watchersOf(tools, touched),
    // CLUSTER-SECRET-1: the name of a session says which node it is, and nothing else.
    database: (name) => pgDatabase({ url: cluster.url, name, timer: systemTimer }),
    node: cluster.node,
    isSingle: cluster.isSingle,
    program: VERSION,
    touched,
    dial: (address, listener, onProblem) =>
      dialNode({ at: readHostPort(address), key, onProblem }, listener),
    clocks: SYSTEM_CLOCKS,
    clockwork: { now: () => performance.now(), timer: systemTimer, makeWay: setImmediate },
    acceptsClockBehind: config.acceptsClockBehind,
    onProgress: progress.begin("replaying", "commands"),
  });
  progress.clear();
  return opened;
}

/** `HOST:0` is whatever port there was. */
function addressOf(server: Server, { address }: ClusterConfig): string {
  const at = server.address();
  const port = typeof at === "object" && at ? at.port : 0;
  return address.replace(/:0$/, `:${port}`);
}

interface PlaceParts {
  readonly node: Node;
  readonly membership: Membership;
  readonly feeder: Feeder;
  readonly server: Server;
  readonly publisher: SnapshotPublisher;
  readonly tools: InstanceTools;
  readonly besides: Besides;
}

class Place implements PlaceInCluster {
  readonly #parts: PlaceParts;
  #market: MarketPace | undefined;
  #counts: NodeJS.Timeout | undefined;
  #provisioned: ProvisionedDirectory | undefined;

  constructor(parts: PlaceParts) {
    this.#parts = parts;
  }

  get standing(): NodeStanding {
    return this.#parts.node.standing;
  }

  get processesFrom(): number {
    return this.#parts.membership.number * PROCESSES_OF_NODE;
  }

  get copyEnd(): Node["copyEnd"] {
    return this.#parts.node.copyEnd;
  }

  /** Resolves when the node can serve. */
  async begin(address: string): Promise<ProvisionedDirectory> {
    const { node, membership, tools } = this.#parts;
    membership.begin(() => {
      const { role, epoch } = node.standing;
      const { canLead } = node;
      return { address, role, epoch, position: node.state.position, version: VERSION, canLead };
    });
    await node.start({
      address,
      lead: ({ epoch }) => this.#lead(epoch),
      follow: () => this.#follow(),
    });
    const { config, files } = tools;
    this.#provisioned ??= readDirectory(config, files, node).provisioned;
    return this.#provisioned;
  }

  async #lead(epoch: number): Promise<void> {
    const { node, tools, besides, feeder } = this.#parts;
    const { config, files, stopAtOnce } = tools;
    try {
      this.#provisioned = await provisionDirectory(config, files, node);
      const market = await besides.startMarket(this.#provisioned);
      if (node.leads === epoch) this.#market = market;
      else await market?.stop();
      feeder.beat();
    } catch (error) {
      // Who is taken over from while it makes ready is no leader any more, and nothing is wrong with it.
      if (node.leads === epoch) stopAtOnce(error);
    }
  }

  #follow(): void {
    const { feeder } = this.#parts;
    feeder.closeNodes();
    void this.#market?.stop();
    this.#market = undefined;
  }

  /** CLUSTER-SNAP-1, CLUSTER-RESIGN-1: of all nodes one puts snapshots in; and one without space lets another lead. */
  beat(): void {
    const { node, publisher, membership, tools } = this.#parts;
    if (node.leads === undefined) return;
    publisher.beat();
    if (node.canLead || membership.successors === 0) return;
    tools.log.warn("this node cannot lead on, and another can: it resigns");
    void node.resign();
  }

  share(api: PublicApi): void {
    const { node, feeder } = this.#parts;
    const add = (counts: Uint8Array) => api.addCounts(readCounts(counts));
    node.onCounted = (counts) => {
      add(counts);
      feeder.tellCounts(counts);
    };
    feeder.onCounted = (counts) => {
      add(counts);
      node.tellCounts(counts);
    };
    this.#counts = setInterval(() => {
      const news = api.takeCounts();
      if (news.length === 0) return;
      const counts = writeCounts(news).slice();
      feeder.tellCounts(counts);
      node.tellCounts(counts);
    }, COUNTS_MS).unref();
  }

  async close(): Promise<void> {
    const { membership, node, server } = this.#parts;
    clearInterval(this.#counts);
    membership.close();
    await this.#market?.stop();
    await node.stop();
    server.close();
  }
}
