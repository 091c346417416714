/** kill -9 of a start, before it listens: a start that was cut short is as good as none. */
import { setTimeout as sleep } from "node:timers/promises";
import { ServerProcess } from "../../support/server-process.ts";
import { killServer } from "./kills.ts";
import type { Afterwards, Stage } from "./stage.ts";

export async function killStart(stage: Stage, args: readonly string[]): Promise<Afterwards> {
  await killServer(stage);
  await stage.verify();
  const starts = stage.plan() < 0.5 ? 1 : 2;
  for (let count = 0; count < starts; count++) {
    const afterMs = stage.plan() * stage.usual.startMs;
    if (await cutStart(stage.directory, args, afterMs)) stage.claims.counts.startsCut++;
  }
  return undefined;
}

/** Kills a start after this time, or when it listens; answers whether it did not listen yet. */
export async function cutStart(
  directory: string,
  args: readonly string[],
  afterMs: number,
): Promise<boolean> {
  const server = ServerProcess.begin(directory, {
    args: ["--no-traders", "--no-limits", ...args],
  });
  await Promise.race([server.says(/listening on https?:\/\/\S+\n/), sleep(afterMs)]);
  await server.kill();
  return server.port === 0;
}
