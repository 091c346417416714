/** `bourse verify DIR`: proves that everything in a directory is what it should be. */

import type { OnProgress } from "../core/base/progress.ts";
import type { Disk } from "../log/disk.ts";
import type { VerifyReport } from "../tools/audit/verify.ts";
import { command, JSON_OPTION, type Terminal } from "./terminal/command.ts";
import { align } from "./terminal/layout.ts";

export const verify = command({
  name: "verify",
  says: "replay a stopped directory and check everything in it",
  takes: ["DIR"],
  options: JSON_OPTION,
  async run({ DIR: directory, "--json": json }, terminal) {
    const { offline } = await import("./offline.ts");
    const onProgress = terminal.progress?.("verifying", "commands");
    const report = await offline(directory, (disk) => verifyAll(directory, disk, onProgress));
    if (json === undefined) printReport(report, terminal);
    else terminal.out(JSON.stringify(report));
    await checkSnapshots(report);
  },
});

/** The history store is checked where there is one. */
export async function verifyAll(
  directory: string,
  disk: Disk,
  onProgress: OnProgress | undefined,
): Promise<VerifyReport> {
  const { verify: verifyDisk } = await import("../tools/audit/verify.ts");
  const { hasHistory, withHistory } = await import("./offline.ts");
  if (!hasHistory(directory)) return verifyDisk(disk, undefined, onProgress);
  return withHistory(directory, "read", (store) => verifyDisk(disk, store, onProgress));
}

export function printReport(report: VerifyReport, terminal: Terminal): void {
  for (const line of align(rowsOf(report))) terminal.out(line);
  if (report.damagedSnapshots.length > 0) return;
  const history = report.history ? ", history" : "";
  terminal.out(`verified: chain, digests, snapshots${history} and invariants hold`);
}

/** LOG-VERIFY-2: also when an older one is sound, and a start would go on from that. */
export async function checkSnapshots({ damagedSnapshots: [first] }: VerifyReport): Promise<void> {
  if (first === undefined) return;
  const { VerifyFailed } = await import("../tools/audit/verify.ts");
  throw new VerifyFailed(`snapshot ${first}; all else holds, and the next snapshot replaces it`);
}

function rowsOf({ history, tornTail, ...report }: VerifyReport): string[][] {
  const held = history && `${history.records} records up to ${history.position} equal replay`;
  return [
    ["started at", report.startedAt],
    ["position", `${report.position} (${report.batches} batches)`],
    ["state hash", report.stateHash],
    ...report.snapshotsCompared.map((name) => ["snapshot", `${name} equals replay`]),
    ...report.damagedSnapshots.map((name) => ["snapshot", `${name} is damaged`]),
    ...(tornTail === undefined ? [] : [["torn tail", `${tornTail} (a start will zero it)`]]),
    ...(held === undefined ? [] : [["history", held]]),
    ...report.totals.map(({ asset, users, houses }) => [
      asset,
      `users ${users}, ${houses.map(({ name, held }) => `${name} ${held}`).join(", ")}, sum 0`,
    ]),
  ];
}
