/**
 * The operator's listener: on loopback only, with few connections, beside the public one and with
 * nothing in common with it but the layer below (USER-OPER-1). Where it listens is written down in
 * the data directory, so that the command line finds it also on a port that was free by chance.
 */
import { operatorToken } from "../auth/operator-token.ts";
import type { PrivateFiles } from "../auth/private-files.ts";
import { closeListener, createListener, listen } from "../http/server.ts";
import { OperatorDoor, type OperatorDoorOptions } from "./door.ts";
import { formatPlace, OPERATOR_ADDRESS_NAME, OPERATOR_HOST } from "./v1/place.ts";

/** People and scripts, not crowds. */
const CONNECTIONS_MAX = 64;

export interface OperatorOptions extends Omit<OperatorDoorOptions, "token"> {
  /** Of the data directory. */
  readonly files: PrivateFiles;
  /** 0 takes a free one. */
  readonly port: number;
}

export interface Operator {
  /** Where it listens. */
  readonly port: number;
  close(graceMs: number): Promise<void>;
}

export async function openOperator({
  files,
  port,
  ...options
}: OperatorOptions): Promise<Operator> {
  const door = new OperatorDoor({ ...options, token: operatorToken(files) });
  const limits = { inAll: CONNECTIONS_MAX, perAddress: CONNECTIONS_MAX };
  const server = createListener(door, { limits });
  const taken = await listen(server, { host: OPERATOR_HOST, port });
  files.create(OPERATOR_ADDRESS_NAME, Buffer.from(formatPlace(taken)));
  return { port: taken, close: (graceMs) => closeListener(server, graceMs) };
}
