/** Where the operator's API is: what the listener and the command line must agree on. */
import { parseAddress } from "../../../core/base/address.ts";

/** OPER-API-1: loopback, unless a sandbox is told otherwise (OPER-API-8). */
export const OPERATOR_HOST = "127.0.0.1";

/** Before every path of the operator. */
export const PREFIX = "/operator/v1";

/** The file of the data directory in which the listener writes down where it is. */
export const OPERATOR_ADDRESS_NAME = "operator-address";

/** An address and a port. */
export interface ListenerPlace {
  readonly host: string;
  readonly port: number;
}

/** All addresses of a machine, and the one of them by which a program there reaches it. */
const REACHED_AT: Readonly<Record<string, string>> = { "0.0.0.0": OPERATOR_HOST, "::": "::1" };

export function formatPlace({ host, port }: ListenerPlace): string {
  return `${hostPort({ host: REACHED_AT[host] ?? host, port })}\n`;
}

/** As it stands in an URL. */
export function hostPort({ host, port }: ListenerPlace): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

const PLACE = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):([0-9]{1,5})\n?$/i;

/** What `formatPlace` wrote. */
export function parsePlace(written: string): ListenerPlace | undefined {
  const [, six, four, port] = PLACE.exec(written) ?? [];
  const host = six ?? four ?? "";
  return parseAddress(host) === undefined ? undefined : { host, port: Number(port) };
}
