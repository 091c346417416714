/**
 * An empty project of a bot author, with the packed package beside it and a registry on loopback: what is
 * run there finds nothing of the clone.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Ended, runToEnd } from "../support/run-to-end.ts";
import { LoopbackRegistry } from "./loopback-registry.ts";

export const ROOT = join(import.meta.dirname, "../..");
export const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
/** What `npm pack` names it. */
export const tarball = `./bourse-${manifest.version}.tgz`;

export class EmptyProject {
  readonly directory: string;
  readonly registry: LoopbackRegistry;
  /** What npm is told: where the registry is, and to keep to the project. */
  readonly environment: Readonly<Record<string, string>>;

  private constructor(directory: string, registry: LoopbackRegistry) {
    this.directory = directory;
    this.registry = registry;
    this.environment = {
      npm_config_registry: registry.url,
      npm_config_cache: join(directory, ".cache"),
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_ignore_scripts: "true",
    };
  }

  /** The package is packed and lies in it, not installed. */
  static async open(directory: string): Promise<EmptyProject> {
    const project = new EmptyProject(directory, await LoopbackRegistry.open());
    await project.run("npm", "pack", "--loglevel=error", "--pack-destination", directory, ROOT);
    const bot = { name: "a-bot", private: true, type: "module" };
    project.write("package.json", JSON.stringify(bot));
    return project;
  }

  close(): void {
    this.registry.close();
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.directory, name), text);
  }

  /** Runs a command, and demands that it succeeds. */
  async run(...command: string[]): Promise<string> {
    const { code, output } = await this.end(command);
    expect(output, command.join(" ")).not.toMatch(/npm error/);
    expect(code, output).toBe(0);
    return output;
  }

  /** Runs a command to its end, whatever that is. */
  end(
    command: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const { directory } = this;
    return runToEnd(command, { directory, environment: { ...this.environment, ...environment } });
  }
}
