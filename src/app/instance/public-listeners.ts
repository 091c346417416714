/**
 * Who takes the clients' connections: this process, or gateways that share the public port and are fed by it.
 */
import type { Server } from "node:http";
import type { AddressRange } from "../../core/base/address-range.ts";
import { closeListener, createListener, listen } from "../../edge/http/listener/server.ts";
import type { ProgramLog } from "../../edge/program-log/program-log.ts";
import { builtFile } from "../../package/package.ts";
import { listenForWires, removeSocket, socketPathFor } from "../../runtime/wire/socket-wire.ts";
import { GatewayProcesses } from "../gateway/gateway-processes.ts";
import type { Config } from "../settings/config.ts";
import type { Tls } from "../settings/transport.ts";
import type { ExchangeHost } from "./exchange-host.ts";
import { GATEWAY_PATIENCE_MS, GRACE_MS } from "./stopping.ts";

export interface PublicListeners {
  /** Where this process listens itself. */
  readonly server?: Server;
  /** Begins to listen, and says on which port. */
  listen(at: { readonly host: string; readonly port: number }): Promise<number>;
  close(): Promise<void>;
}

export function openPublicListener(
  host: ExchangeHost,
  transport: { readonly tls: Tls | undefined; readonly trusted: readonly AddressRange[] },
): PublicListeners {
  const server = createListener(host.api, {
    ...transport,
    takeStream: (ask) => host.takeStream(ask),
  });
  return {
    server,
    listen: (at) => listen(server, at),
    close: () => closeListener(server, GRACE_MS),
  };
}

export interface GatewayParts {
  readonly config: Config;
  readonly host: ExchangeHost;
  readonly log: ProgramLog;
}

export async function openGateways({ config, host, log }: GatewayParts): Promise<PublicListeners> {
  const socketPath = socketPathFor(config.dataDirectory);
  const wires = await listenForWires(socketPath, (wire) => host.instance.feeder?.accept(wire));
  const gateways = new GatewayProcesses({
    entry: builtFile("gateway.js"),
    count: config.gateways,
    settings: settingsOf(config, host, socketPath),
    end: () => host.instance.place?.copyEnd ?? host.instance.core.end,
    onStart: (number, pid) => log.info(`gateway ${number} pid ${pid}`),
    onOpened: (number) => log.info(`gateway ${number} takes connections`),
    report: log.report,
  });
  host.gateways = gateways;
  return {
    listen: () => gateways.start(),
    async close() {
      await gateways.stop(GATEWAY_PATIENCE_MS);
      wires.close();
      removeSocket(socketPath, config.dataDirectory);
    },
  };
}

/** Named one by one: no gateway gets the operator's token. */
function settingsOf(config: Config, host: ExchangeHost, socketPath: string) {
  return {
    socketPath,
    dataDirectory: config.dataDirectory,
    host: config.host,
    port: config.port,
    tls: config.tls,
    trustedProxies: config.trustedProxies,
    hasLimits: config.hasLimits,
    logLevel: config.logLevel,
    masterKey: host.instance.provisioned.masterKey,
    processesFrom: host.instance.place?.processesFrom ?? 0,
    offeredKeys: host.offeredKeys,
  };
}
