/** A button that does one thing to one thing: asks first where that is due, does it, says how it went. */
import { useDesk, useDoing } from "../session/desk.ts";
import type { Question } from "./confirm.tsx";

interface ActProps {
  /** What the button says. */
  readonly verb: string;
  /** To what; said to whoever cannot see the row. */
  readonly what: string;
  readonly isDanger?: boolean;
  /** What will happen; without it nobody is asked. */
  readonly asks?: string;
  /** Resolves with the sentence that says what was done. */
  readonly work: () => Promise<string>;
  readonly onDone?: () => void;
}

export function Act({ verb, what, isDanger = false, asks, work, onDone }: ActProps) {
  const { confirm } = useDesk();
  const { isBusy, run } = useDoing();
  const act = async () => {
    if (asks !== undefined && !(await confirm(questionOf(verb, what, asks)))) return;
    if (await run(work)) onDone?.();
  };
  return (
    <button
      type="button"
      class={isDanger ? "danger small" : "small"}
      disabled={isBusy}
      onClick={() => void act()}
    >
      {verb}
      <span class="unseen"> {what}</span>
    </button>
  );
}

function questionOf(verb: string, what: string, says: string): Question {
  return { title: `${verb} ${what}?`, says, verb: `${verb} ${what}` };
}
