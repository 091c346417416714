/** `bourse void DIR POSITION`: pass over the command that keeps the directory from starting. */
import { EPOCH } from "../service/open-exchange.ts";
import { voidCommand } from "../service/void.ts";
import { offline } from "./offline.ts";
import { takeArguments, UsageError } from "./usage.ts";

export async function runVoid(args: readonly string[]): Promise<void> {
  const [directory = "", written = ""] = takeArguments(args, "void DIR POSITION", 2);
  const position = Number(written);
  if (!Number.isSafeInteger(position) || position < 1) {
    throw new UsageError(`${written} is not a position`);
  }
  const sentence = await offline(directory, (disk) => voidCommand(disk, position, EPOCH));
  console.log(`void: ${sentence}`);
}
