/** Fills a new data directory from a cluster, and proves it before it has its name (CLUSTER-EXPORT-1). */

import { beginHistory } from "../runtime/cluster/moves/begin-history.ts";
import { type CopiedOut, copyOut } from "../runtime/cluster/moves/copy-out.ts";
import { type ClusterPlace, withCluster } from "../runtime/cluster/moves/with-cluster.ts";
import { type VerifyReport, verify } from "../tools/audit/verify.ts";
import { restoreInto } from "../tools/backup/restore-into.ts";
import type { Terminal } from "./terminal/command.ts";

export interface Exported {
  readonly copied: CopiedOut;
  readonly report: VerifyReport;
}

export async function exportTo(
  place: ClusterPlace,
  directory: string,
  terminal: Terminal,
): Promise<Exported> {
  return withCluster(place, "bourse cluster export", async (session) => {
    const done: Exported[] = [];
    const fill = async (...[disk, draft]: Parameters<Parameters<typeof restoreInto>[1]>) => {
      const copied = await copyOut(session, disk, terminal.progress?.("exporting", "commands"));
      if (copied.from > 0) await beginHistory(draft, copied.from);
      const onProgress = terminal.progress?.("verifying", "commands");
      done.push({ copied, report: await verify(disk, undefined, onProgress) });
    };
    await restoreInto(directory, fill, "a cluster is exported");
    const [exported] = done;
    if (!exported) throw new Error("the directory was not filled");
    return exported;
  });
}
