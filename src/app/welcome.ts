/** The last words of a start: where it listens, and what to try next. */

import { DEMO_USERS } from "./demo/demo-catalogue.ts";
import { DEMO_KEYS_NAME } from "./demo/demo-keys.ts";
import type { Config } from "./settings/config.ts";

const SANDBOX =
  "this is a sandbox: play money, and bourse clock, snapshot, faults and reset work on it";
/** CLUSTER-STATE-1 */
const SANDBOX_IN_CLUSTER =
  "this is a sandbox in a cluster: play money, and bourse faults works on it";
const MOVING = "try: the book of a market that moves, and of a futures contract";
const BOOKS = [
  "/sapi/v1/depth?symbol=BTCUSDT&limit=5",
  "/fapi/v1/depth?contractName=E-BTC-USDT&limit=5",
];

export interface Welcome {
  readonly config: Config;
  /** The port that the server really listens on. */
  readonly port: number;
  readonly isSecure: boolean;
  readonly hasDemo: boolean;
  readonly isSandbox: boolean;
}

export function welcome({ config, port, isSecure, hasDemo, isSandbox }: Welcome): string[] {
  const { host, dataDirectory, hasTraders } = config;
  const name = host.includes(":") ? `[${host}]` : host;
  const address = `${isSecure ? "https" : "http"}://${name}:${port}`;
  const kind = isSandbox ? [config.cluster ? SANDBOX_IN_CLUSTER : SANDBOX] : [];
  const pages = [
    `trade in a browser: ${address}/`,
    `read and try the API in a browser: ${address}/docs`,
  ];
  if (!hasDemo) return [...kind, `listening on ${address}`];
  const keys = `${dataDirectory}/${DEMO_KEYS_NAME}`;
  return [
    ...kind,
    `demo users ${DEMO_USERS.join(" and ")}: keys in ${keys}`,
    ...(hasTraders ? [MOVING, ...BOOKS.map((path) => `  curl "${address}${path}"`)] : []),
    "try: a signed order, as docs/first-steps.md shows for curl, TypeScript and Python",
    ...pages,
    "try: what the operator sees",
    `  npx bourse status --data ${dataDirectory}`,
    `listening on ${address}`,
  ];
}
