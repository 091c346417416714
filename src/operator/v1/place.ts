/** Where the operator's API is: what the listener and the command line must agree on. */

/** OPER-API-1: loopback, and nothing else. */
export const OPERATOR_HOST = "127.0.0.1";

/** Before every path of the operator. */
export const PREFIX = "/operator/v1";

/** The file of the data directory in which the listener writes down where it is. */
export const OPERATOR_ADDRESS_NAME = "operator-address";

export function formatPlace(port: number): string {
  return `${OPERATOR_HOST}:${port}\n`;
}

const PLACE = /^127\.0\.0\.1:([0-9]{1,5})\n?$/;

/** The port in what `formatPlace` wrote. */
export function parsePlace(written: string): number | undefined {
  const port = PLACE.exec(written)?.[1];
  return port === undefined ? undefined : Number(port);
}
