/**
 * The operator's listener: with few connections, beside the public one and with nothing in common with
 * it except the layer below; on loopback (OPER-API-1), or where a sandbox is told (OPER-API-8). Where it listens is written down in
 * the data directory, so that the command line finds it also on a port that was free by chance.
 */
import { metricsToken, operatorToken } from "../auth/operator-token.ts";
import type { PrivateFiles } from "../auth/private-files.ts";
import { closeListener, createListener, listen } from "../http/listener/server.ts";
import type { Site } from "../http/site.ts";
import { OperatorApi, type OperatorApiOptions, type OperatorRequest } from "./operator-api.ts";
import { operatorSite } from "./page.ts";
import { StartingApi } from "./starting-api.ts";
import {
  formatPlace,
  type ListenerPlace,
  OPERATOR_ADDRESS_NAME,
  OPERATOR_HOST,
} from "./v1/place.ts";

/** The listener is for people and scripts, not for crowds. */
const CONNECTIONS_MAX = 64;
/** OPER-API-8: a listener that others reach has room left for the machine's own health check. */
const CONNECTIONS_OF_ADDRESS_MAX = 32;

export interface OperatorPlace {
  /** The private files of the data directory. */
  readonly files: PrivateFiles;
  /** 0 takes a free one. */
  readonly port: number;
  /** OPER-API-8: without it loopback. */
  readonly host?: string | undefined;
  /** OPER-API-10: names by which callers may call it, beside those of this machine. */
  readonly names?: readonly string[] | undefined;
  /** OPER-API-9: opens it as well; written nowhere. */
  readonly givenToken?: string | undefined;
  /** OPER-API-7: the same whichever exchange the API serves; by default the pages that were built. */
  readonly site?: Site | undefined;
  /** A sentence for the operator. */
  readonly warn?: (sentence: string) => void;
}

type Services = Omit<
  OperatorApiOptions,
  "token" | "givenToken" | "metricsToken" | "site" | "hosts"
>;

export interface OperatorOptions extends OperatorPlace, Services {}

export interface Operator {
  /** The port that the operator's listener has. */
  readonly port: number;
  close(graceMs: number): Promise<void>;
}

/** A listener that answers probes only, until there is an exchange to serve. */
export interface EarlyOperator extends Operator {
  serve(services: Services): void;
}

/** OPER-API-5: listens before the exchange is open. The caller holds the directory's lock. */
export async function openOperatorEarly({
  files,
  port,
  host = OPERATOR_HOST,
  names = [],
  givenToken,
  site = operatorSite(),
  warn = () => undefined,
}: OperatorPlace): Promise<EarlyOperator> {
  const tokens = { token: operatorToken(files), metricsToken: metricsToken(files), givenToken };
  const hosts = { isReachable: host !== OPERATOR_HOST, names };
  const api = new StartingApi<OperatorRequest>(hosts);
  const perAddress = hosts.isReachable ? CONNECTIONS_OF_ADDRESS_MAX : CONNECTIONS_MAX;
  const limits = { inAll: CONNECTIONS_MAX, perAddress };
  const server = createListener(api, { limits });
  const taken = await listen(server, { host, port });
  writeDown(files, { host, port: taken }, warn);
  return {
    port: taken,
    serve: (services) => api.use(new OperatorApi({ ...services, ...tokens, site, hosts })),
    close: (graceMs) => closeListener(server, graceMs),
  };
}

/** LOG-FULL-1: a full disk does not keep an exchange from serving what it can. */
function writeDown(
  files: PrivateFiles,
  place: ListenerPlace,
  warn: (sentence: string) => void,
): void {
  try {
    files.create(OPERATOR_ADDRESS_NAME, Buffer.from(formatPlace(place)));
  } catch (error) {
    if ((error as Error).name !== "DiskFull") throw error;
    warn(
      "the disk is full: where the operator listens is not written down; name it by --operator-port",
    );
  }
}

/** Listens, and serves at once. */
export async function openOperator({
  files,
  port,
  host,
  names,
  givenToken,
  site,
  ...services
}: OperatorOptions): Promise<Operator> {
  const operator = await openOperatorEarly({ files, port, host, names, givenToken, site });
  operator.serve(services);
  return operator;
}
