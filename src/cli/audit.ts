/**
 * `bourse audit`: what came in and is still here, and which accounts have it, asset by asset, in a table that
 * can be added up by hand. A running server is asked, and its archivist answers; where none runs,
 * the directory itself is read. It fails when something does not add up. Rule CORE-AUDIT-2.
 */

import { readPlace } from "../app/settings/config.ts";
import { AUDIT } from "../contract/operator/watching/audit.ts";
import type { Disk } from "../log/disk.ts";
import type { Solvency } from "../tools/audit/solvency.ts";
import { ONLINE_OPTIONS, online } from "./online/online.ts";
import { readOrAsk } from "./read-or-ask.ts";
import { type CliCommand, command, type Terminal } from "./terminal/command.ts";

/** Server and directory both answer in JSON. */
const asking = online(AUDIT, "audit", { show: () => [] });

const reading = command({
  ...asking,
  retyped: undefined,
  takes: [],
  options: ONLINE_OPTIONS,
  async run({ "--data": data }, terminal) {
    const directory = data ?? readPlace(terminal.environment).dataDirectory;
    const { offline } = await import("./offline.ts");
    terminal.out(JSON.stringify(await offline(directory, (disk) => read(disk, terminal))));
  },
});

export const audit: CliCommand = {
  ...asking,
  async run(args, terminal) {
    const { text, isRaw } = await readOrAsk({ reading, asking }, args, terminal);
    const solvency: Solvency = JSON.parse(text);
    const { tabulate } = await import("./audit-table.ts");
    for (const line of isRaw ? [text] : tabulate(solvency)) terminal.out(line);
    const { problemsOf } = await import("../tools/audit/solvency.ts");
    const problems = solvency.assets.flatMap(problemsOf);
    if (problems.length > 0) throw new Error(problems.join("; "));
  },
};

/** The state at the end of the log: the newest snapshot and what came after it. */
async function read(disk: Disk, terminal: Terminal): Promise<Solvency> {
  const { solvencyOf } = await import("../tools/audit/solvency.ts");
  const { chooseSnapshot, restore } = await import("../runtime/replica/restore.ts");
  const { openFileLog } = await import("../log/file/file-log.ts");
  const { snapshot } = chooseSnapshot(disk);
  const log = await openFileLog({ disk, readOnly: true, from: snapshot?.cursor });
  try {
    const first = snapshot?.cursor.position ?? 0;
    const onProgress = terminal.progress?.("replaying", "commands");
    const { state } = restore(log, snapshot, (replica) => {
      onProgress?.(replica.state.position - first, log.end.position - first);
    });
    return solvencyOf(state);
  } finally {
    log.close();
  }
}
