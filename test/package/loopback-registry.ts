/**
 * A registry on loopback that has what this clone has installed: enough for `npm install` in an empty
 * project, without the internet. A package that the clone lacks is not there, as one of another platform.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const MODULES = join(import.meta.dirname, "../../node_modules");
const TARBALL = /^\/-\/(?<name>.+)\.tgz$/;
const TARBALL_BYTES_MAX = 256 * 1024 * 1024;
const run = promisify(execFile);

export class LoopbackRegistry {
  readonly #server: Server;
  /** The packages that were asked for. */
  readonly asked = new Set<string>();

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<LoopbackRegistry> {
    const registry = new LoopbackRegistry();
    await new Promise<void>((listening) => {
      registry.#server.listen(0, "127.0.0.1", listening);
    });
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer({ url = "" }: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent(url);
    const name = TARBALL.exec(path)?.groups?.["name"];
    const body = name === undefined ? this.#packument(path.slice(1)) : await tarballOf(name);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  }

  /** What the registry knows of a package: the one version that is installed here. */
  #packument(name: string): string | undefined {
    this.asked.add(name);
    const file = join(MODULES, name, "package.json");
    if (!existsSync(file)) return undefined;
    const manifest = JSON.parse(readFileSync(file, "utf8")) as { version: string };
    const { version } = manifest;
    const dist = { tarball: `${this.url}/-/${name}.tgz` };
    const versions = { [version]: { ...manifest, dist } };
    return JSON.stringify({ name, "dist-tags": { latest: version }, versions });
  }
}

async function tarballOf(name: string): Promise<Buffer | undefined> {
  const folder = join(MODULES, name);
  if (!existsSync(folder)) return undefined;
  // The least effort: what is packed here is unpacked at once, on this machine.
  const args = ["-I", "gzip -1", "-cf", "-", "--transform", "s,^\\.,package,", "-C", folder, "."];
  const { stdout } = await run("tar", args, { encoding: "buffer", maxBuffer: TARBALL_BYTES_MAX });
  return stdout;
}
