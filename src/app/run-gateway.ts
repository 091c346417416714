/**
 * A gateway: a follower of the core's log with the public listeners. It opens when the core says so, takes
 * connections when it has caught up, and ends when it is told to, or when the core is gone.
 */
import type { Server } from "node:http";
import { closeListener, createListener, listen } from "../edge/http/listener/server.ts";
import type { PublicRequest } from "../edge/http/public-api.ts";
import { openRequestLog } from "../edge/program-log/open-request-log.ts";
import { openStandardLog, type ProgramLog } from "../edge/program-log/program-log.ts";
import type { RequestLog } from "../edge/program-log/request-log.ts";
import { takeStream } from "../edge/public/streams-of.ts";
import { SwitchableApi } from "../edge/public/switchable-api.ts";
import type { Cursor } from "../log/log.ts";
import { GatewayInstance } from "./gateway/gateway-instance.ts";
import type { FromGateway, GatewaySettings, ToGateway } from "./gateway/messages.ts";
import { connectionsOf, GatewayFigures } from "./instance/figures.ts";
import { GRACE_MS, REPLIES_PATIENCE_MS } from "./instance/stopping.ts";
import { readTls, trustedRanges } from "./settings/transport.ts";

export class Gateway {
  readonly #tell: (message: FromGateway) => void;
  readonly #figures = new GatewayFigures();
  #log: ProgramLog | undefined;
  #instance: GatewayInstance | undefined;
  #api: SwitchableApi<PublicRequest> | undefined;
  #server: Server | undefined;
  #page: (() => Promise<string>) | undefined;
  #requests: RequestLog | undefined;

  constructor(tell: (message: FromGateway) => void) {
    this.#tell = tell;
  }

  async hear(message: ToGateway): Promise<void> {
    switch (message.type) {
      case "open":
        return await this.#open(message.settings, message.end);
      case "close":
        return await this.#close();
      case "scrape":
        return await this.#scrape(message.number);
      case "stop":
        return await this.#stop();
    }
  }

  async #open(settings: GatewaySettings, end: Cursor): Promise<void> {
    const log =
      this.#log ??
      openStandardLog(`gateway ${settings.number}`, {
        level: settings.logLevel,
        isTerminal: process.stdout.isTTY === true,
      });
    this.#log = log;
    const instance = await GatewayInstance.open({
      settings,
      end,
      figures: this.#figures,
      log,
      openRequestLog: (isSandbox) => this.#openRequestLog(log, settings, isSandbox),
    });
    this.#instance = instance;
    this.#page ??= this.#figures.page({
      notReady: () => (this.#instance ? this.#instance.exchange.notReady : "starting"),
      connections: async () => (this.#server ? await connectionsOf(this.#server) : 0),
      position: () => this.#instance?.exchange.state.position ?? 0,
      dataDirectory: settings.dataDirectory,
    });
    if (this.#api) this.#api.switchTo(instance.api);
    else this.#api = new SwitchableApi(instance.api);
    try {
      await this.#listen(settings, this.#api);
      this.#tell({ type: "opened" });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      this.#server = undefined;
      this.#tell({ type: "refused", code, message });
    }
  }

  #openRequestLog(log: ProgramLog, settings: GatewaySettings, isSandbox: boolean) {
    const { dataDirectory: directory, number } = settings;
    this.#requests ??= openRequestLog({ log, directory, isSandbox, process: number });
    return this.#requests;
  }

  async #listen(settings: GatewaySettings, api: SwitchableApi<PublicRequest>): Promise<void> {
    if (this.#server) return;
    const server = createListener(api, {
      tls: readTls(settings),
      trusted: trustedRanges(settings),
      takeStream: (ask) => takeStream(api.isOpen ? this.#instance?.streams : undefined, ask),
    });
    this.#server = server;
    await listen(server, settings);
  }

  async #scrape(number: number): Promise<void> {
    if (this.#page) this.#tell({ type: "scraped", number, text: await this.#page() });
  }

  /** SANDBOX-STATE-2: requests that come now are answered 503, and no client loses its connection. */
  async #close(): Promise<void> {
    this.#api?.close();
    await this.#instance?.close("anew");
    this.#instance = undefined;
    this.#tell({ type: "closed" });
  }

  async #stop(): Promise<void> {
    const closing = this.#server && closeListener(this.#server, GRACE_MS);
    await this.#instance?.streams.settle(REPLIES_PATIENCE_MS);
    this.#instance?.streams.close("stopping");
    await closing;
    await this.#requests?.close();
    process.exit(0);
  }
}
