/** Nodes whose clocks can be made to stand, as those of a machine that sleeps or is paused by its host. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtFile } from "../../../src/package/package.ts";
import type { ClockName } from "../../support/standing-clocks.ts";
import type { ClusterTraffic } from "./cluster-traffic.ts";
import type { FailureDesk } from "./failure-desk.ts";
import { partitioned, type Struck } from "./faults.ts";

const BUILT = [process.execPath, fileURLToPath(builtFile("main.js"))];

export class StoppedClocks {
  readonly #place: string;

  /** In a directory of the test's own. */
  constructor(place: string) {
    this.#place = place;
  }

  /** The directory goes, too. */
  close(): void {
    rmSync(this.#place, { recursive: true, force: true });
  }

  #fileOf(index: number): string {
    return join(this.#place, `standing-${index}`);
  }

  /** For `launchOf`: a program, as it is built without one, with clocks that can be stopped. */
  launch(index: number, program: readonly string[] = BUILT): { readonly command: string[] } {
    const module = new URL("../../support/stoppable-clocks.mjs", import.meta.url);
    module.searchParams.set("file", this.#fileOf(index));
    const [node = "", ...rest] = program;
    return { command: [node, "--import", module.href, ...rest] };
  }

  /**
   * The leader's clocks stand while nothing gets through between it and PostgreSQL, and another leads. Then a client whose
   * clock goes by the leader's asks it for what the other has acknowledged.
   */
  async strike(
    desk: FailureDesk,
    traffic: ClusterTraffic,
    standing: readonly ClockName[],
  ): Promise<Struck> {
    const stoodMs = Date.now();
    const file = this.#fileOf(await desk.leader());
    writeFileSync(file, standing.join("\n"));
    const struck = await partitioned(desk, traffic, async (leader) => {
      await traffic.readAt(leader, () => stoodMs);
      rmSync(file);
    });
    // Its request clock is behind now, and follows no jump: only a start sets it right.
    await desk.cluster.killNode(struck.leader);
    desk.cluster.reviveNode(struck.leader);
    await desk.allReady();
    return struck;
  }
}
