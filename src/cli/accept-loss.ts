/** `bourse accept-loss DIR`: go on with a log that has lost its end, and say what is lost. */
import { directoryName } from "../app/directory-name.ts";
import type { Disk } from "../log/disk.ts";
import type { AcceptedLoss } from "../tools/audit/accept-loss.ts";
import { command, JSON_OPTION } from "./terminal/command.ts";
import { align } from "./terminal/layout.ts";

export const acceptLoss = command({
  name: "accept-loss",
  says: "go on with a stopped directory whose log has lost its end, and say what is lost",
  retyped: {
    says: "the name of DIR",
    gone: "what the log has lost: this directory goes on without it",
    of: ({ DIR: directory }) => directoryName(directory),
  },
  takes: ["DIR"],
  options: JSON_OPTION,
  async run({ DIR: directory, "--json": json }, terminal) {
    const { offline } = await import("./offline.ts");
    const accepted = await offline(directory, (disk) => acceptOn(directory, disk));
    const lines = json === undefined ? linesOf(accepted) : [JSON.stringify(accepted)];
    for (const line of lines) terminal.out(line);
  },
});

/** The history store may know what was lost: it is made anew from what is left. */
async function acceptOn(directory: string, disk: Disk): Promise<AcceptedLoss> {
  const { EPOCH } = await import("../runtime/replica/open-log.ts");
  const { acceptLoss: accept } = await import("../tools/audit/accept-loss.ts");
  const { rebuildHistory } = await import("../tools/audit/rebuild-history.ts");
  const { hasHistory, withHistory } = await import("./offline.ts");
  const accepted = await accept(disk, EPOCH);
  if (hasHistory(directory)) {
    await withHistory(directory, "write", (store) => rebuildHistory(disk, store));
  }
  return accepted;
}

function linesOf({ end, known, setAside }: AcceptedLoss): string[] {
  const count = known - end;
  const lost =
    count > 0
      ? `at least ${count} commands, positions ${end + 1} to ${known}, and what came after`
      : `another end than this one, of which position ${known} was seen`;
  return [
    ...align([
      ["the log ends at", `${end}`],
      ["lost", lost],
      ...setAside.map((name) => ["set aside", name]),
    ]),
    "accepted: the loss is recorded in the log, and no id of an order, a trade or a position is used again",
  ];
}
