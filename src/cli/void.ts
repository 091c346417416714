/** `bourse void DIR POSITION`: pass over the command that keeps the directory from starting. */
import { directoryName } from "../app/directory-name.ts";
import { command } from "./terminal/command.ts";
import { UsageError } from "./terminal/usage.ts";

export const voidCommand = command({
  name: "void",
  says: "pass over a command that breaks an invariant in replay, for ever",
  retyped: {
    says: "the name of DIR",
    gone: "the command that is passed over",
    of: ({ DIR: directory }) => directoryName(directory),
  },
  takes: ["DIR", "POSITION"],
  options: {},
  async run({ DIR: directory, POSITION: written }, terminal) {
    const position = Number(written);
    if (!Number.isSafeInteger(position) || position < 1) {
      throw new UsageError(`${written} is not a position`);
    }
    const { EPOCH } = await import("../runtime/replica/open-log.ts");
    const { voidCommand: voidAt } = await import("../tools/audit/void.ts");
    const { offline } = await import("./offline.ts");
    const sentence = await offline(directory, (disk) => voidAt(disk, position, EPOCH));
    terminal.out(`void: ${sentence}`);
  },
});
