/** What a node says of itself, in a few words: why it takes no orders, and why it has ended. */

/** `in_doubt` of the reply that says so and why; anything else as it came. */
export function readinessIn(said: string): string {
  const msg = fieldOf(said, "msg");
  return /^Not ready: ([a-z_]+)\./.exec(msg ?? "")?.[1] ?? msg ?? said.trim();
}

export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** `exit code 4: the log is damaged`: the last error that it told, or its last line where it told none. */
export function sayEnd({ code, signal }: ProcessEnd, output: string): string {
  const how = signal === null ? `exit code ${code}` : `${signal}`;
  const lines = output.trim().split("\n");
  const line = lines.findLast((each) => fieldOf(each, "level") === "error") ?? lines.at(-1) ?? "";
  const why = fieldOf(line, "msg") ?? line;
  return why === "" ? how : `${how}: ${why}`;
}

/** Of a line of JSON, which is what the program writes where there is no terminal. */
function fieldOf(line: string, name: string): string | undefined {
  try {
    const value = (JSON.parse(line) as Readonly<Record<string, unknown>> | null)?.[name];
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
