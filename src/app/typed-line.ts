/**
 * One line that a person types in answer to a question. The question goes to stderr, since stdout is the result's.
 * The system's own line editing is enough for a name, and an interrupt ends the program as ever.
 */
import { createInterface } from "node:readline";

/** Both ends of a terminal: where a person types, and what shows it. */
interface Keyboard {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Whether there is a person at both ends: one who reads the question, and one who answers. */
export function isTerminal({ input, output }: Keyboard): boolean {
  return input.isTTY === true && output.isTTY === true;
}

/** What was typed, or nothing where the input ended first. */
export function typedLine(
  { input, output }: Keyboard,
  question: string,
): Promise<string | undefined> {
  const lines = createInterface({ input, output, terminal: false });
  return new Promise((resolve) => {
    let typed: string | undefined;
    lines.once("close", () => {
      // An answer ends the line of the question; without one the program does.
      if (typed === undefined) output.write("\n");
      resolve(typed);
    });
    lines.question(question, (answer) => {
      typed = answer;
      lines.close();
    });
  });
}
