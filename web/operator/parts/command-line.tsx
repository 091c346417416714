/** The line that does the same from a terminal, to be read and copied. */
import { commandLineOf, type OperatorAction } from "../session/command-line.ts";

export function CommandLine({ action }: { readonly action: OperatorAction }) {
  return (
    <p class="command">
      <span class="unseen">The same from a terminal: </span>
      <code>{commandLineOf(action)}</code>
    </p>
  );
}
