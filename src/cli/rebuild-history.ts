/** `bourse rebuild-history DIR`: make the history store anew from the log. */
import { command } from "./terminal/command.ts";

export const rebuildHistory = command({
  name: "rebuild-history",
  says: "make the history store of a stopped directory anew from its log",
  takes: ["DIR"],
  options: {},
  async run({ DIR: directory }, terminal) {
    const { rebuildHistory: rebuild } = await import("../audit/rebuild-history.ts");
    const { offline, withHistory } = await import("./offline.ts");
    const { from, to } = await offline(directory, (disk) =>
      withHistory(directory, "write", (store) => rebuild(disk, store)),
    );
    const kept = from === 0 ? "from the beginning" : `from ${from}, older records kept`;
    terminal.out(`rebuilt: history of positions up to ${to}, ${kept}`);
  },
});
