/**
 * `bourse verify` without a process of its own, which would take longer to start than to verify: it
 * takes the directory's lock as that does, and throws what that would print.
 */

import { hasHistory, offline, withHistory } from "../../src/cli/offline.ts";
import { verify } from "../../src/tools/audit/verify.ts";

export async function verifyDirectory(directory: string): Promise<void> {
  await offline(directory, (disk) =>
    hasHistory(directory)
      ? withHistory(directory, "read", (store) => verify(disk, store))
      : verify(disk),
  );
}
