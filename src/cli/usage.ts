/** How a command is called wrongly. */

export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The arguments by position, as many as the usage names. */
export function takeArguments(args: readonly string[], usage: string, count: number): string[] {
  const isRight = args.length === count && args.every((argument) => !argument.startsWith("--"));
  if (!isRight) throw new UsageError(`usage: bourse ${usage}`);
  return [...args];
}
