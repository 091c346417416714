/** `bourse drill TO`: proves that the newest backup can be restored. */
import type { Drilled } from "../tools/backup/drill.ts";
import { bytesOf, summaryOf } from "./backup.ts";
import { command, JSON_OPTION, type Terminal } from "./terminal/command.ts";
import { align, lengthOf, sizeOf, timeOf } from "./terminal/layout.ts";

const UNITS = { restoring: "bytes", verifying: "commands" } as const;

export const drill = command({
  name: "drill",
  says: "restore the newest backup to a scratch directory and verify it there",
  takes: ["TO"],
  options: {
    "--scratch": { value: "DIR", says: "where there is room for a copy; the system's without it" },
    ...JSON_OPTION,
  },
  async run({ TO: to, "--scratch": scratch, "--json": json }, terminal) {
    const { drill: run } = await import("../tools/backup/drill.ts");
    const startMs = Date.now();
    const drilled = await run({
      to,
      scratch,
      onStage: (stage) => terminal.progress?.(stage, UNITS[stage]),
    });
    const tookMs = Date.now() - startMs;
    const ageMs = startMs - drilled.backup.manifest.takenAtMs;
    if (json === undefined) print(drilled, { tookMs, ageMs }, terminal);
    else {
      const { report, backup } = drilled;
      terminal.out(JSON.stringify({ ...summaryOf(backup), ageMs, tookMs, report }));
    }
  },
});

interface Times {
  readonly tookMs: number;
  readonly ageMs: number;
}

function print({ backup, report }: Drilled, { tookMs, ageMs }: Times, terminal: Terminal): void {
  const { position, timeMs } = backup.manifest;
  const rows = [
    ["backup", `${backup.path}, ${sizeOf(bytesOf(backup))}, ${lengthOf(ageMs)} old`],
    ["position", `${position}, of ${timeOf(timeMs)}`],
    ["state hash", report.stateHash],
    ["took", `${(tookMs / 1_000).toFixed(1)} s to restore and verify`],
  ];
  for (const line of align(rows)) terminal.out(line);
  terminal.out("drilled: the newest backup restores, and everything in it holds");
}
