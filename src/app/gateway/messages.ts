/**
 * What the core and a gateway's process say to each other beside the wire: beginning and end, the rules of a
 * sandbox, the figures of a scrape. It goes over the channel that a child process has to its parent, so none
 * of it is in a file or in a list of processes.
 */

import type { Level } from "../../edge/program-log/level.ts";
import type { Cursor } from "../../log/log.ts";

/** All that a gateway needs to open; the same for each but for its number. */
export interface GatewaySettings {
  /** From 1. */
  readonly number: number;
  /** Added to it, what tells the ids of its requests from those of all other processes. */
  readonly processesFrom: number;
  readonly dataDirectory: string;
  readonly socketPath: string;
  readonly host: string;
  readonly port: number;
  /** Files of the certificate and its key. */
  readonly tls: { readonly certificateFile: string; readonly keyFile: string } | undefined;
  readonly trustedProxies: readonly string[];
  readonly hasLimits: boolean;
  readonly logLevel: Level;
  /** USER-SECRET-1: secrets travel sealed, and this opens them. */
  readonly masterKey: Uint8Array;
  /** SEC-53: the keys that the console may get, by user. */
  readonly offeredKeys: Readonly<
    Record<string, { readonly apiKey: string; readonly secret: string }>
  >;
}

export type ToGateway =
  /** The exchange is there: follow its log, which ends at `end` now, and serve. */
  | { readonly type: "open"; readonly settings: GatewaySettings; readonly end: Cursor }
  /** SANDBOX-STATE-2: the exchange is gone, and another will take its place. */
  | { readonly type: "close" }
  /** Say how it is, for the page that Prometheus is given. */
  | { readonly type: "scrape"; readonly number: number }
  /** Take no more connections, let the requests that are under way end, and end. */
  | { readonly type: "stop" };

export type FromGateway =
  /** It listens to this channel: what was said before, it has not heard. */
  | { readonly type: "started" }
  /** It has caught up and takes connections. */
  | { readonly type: "opened" }
  /** It cannot listen where it should. */
  | { readonly type: "refused"; readonly code: string | undefined; readonly message: string }
  | { readonly type: "closed" }
  | { readonly type: "scraped"; readonly number: number; readonly text: string };
