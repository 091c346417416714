/** kill -9 of a start, before it listens: a start that was cut short is as good as none. */
import { setTimeout as sleep } from "node:timers/promises";
import { ServerProcess } from "../../support/server-process.ts";
import { killServer } from "./kills.ts";
import type { Afterwards, Stage } from "./stage.ts";

export async function killStart(stage: Stage, args: readonly string[]): Promise<Afterwards> {
  await killServer(stage);
  await stage.verify();
  const { plan, usual, claims, directory } = stage;
  const starts = plan() < 0.5 ? 1 : 2;
  for (let count = 0; count < starts; count++) {
    // One that listened already came too late: the next comes in half the time.
    let afterMs = plan() * usual.startMs;
    while (!(await cutStart(directory, args, afterMs))) afterMs /= 2;
    claims.counts.startsCut++;
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
