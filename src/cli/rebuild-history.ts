/** `bourse rebuild-history DIR`: make the history store anew from the log. */
import { command, JSON_OPTION } from "./terminal/command.ts";

export const rebuildHistory = command({
  name: "rebuild-history",
  says: "make the history store of a stopped directory anew from its log",
  takes: ["DIR"],
  options: JSON_OPTION,
  async run({ DIR: directory, "--json": json }, terminal) {
    const { rebuildHistory: rebuild } = await import("../tools/audit/rebuild-history.ts");
    const { offline, withHistory } = await import("./offline.ts");
    const onProgress = terminal.progress?.("rebuilding", "commands");
    const rebuilt = await offline(directory, (disk) =>
      withHistory(directory, "write", (store) => rebuild(disk, store, onProgress)),
    );
    const { from, to } = rebuilt;
    const kept = from === 0 ? "from the beginning" : `from ${from}, older records kept`;
    const said = `rebuilt: history of positions up to ${to}, ${kept}`;
    terminal.out(json === undefined ? said : JSON.stringify(rebuilt));
  },
});
