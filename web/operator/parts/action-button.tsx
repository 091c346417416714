/** A button that does one thing at the exchange, after a question where it cannot be taken back. */
import type { OperatorAction } from "../session/command-line.ts";
import { useAction, usePageServices } from "../session/page-services.ts";
import type { Question } from "./confirm.tsx";

export interface ActionButtonProps<R> {
  /** What the button says. */
  readonly verb: string;
  /** To what; for screen readers, as the row shows it. */
  readonly what: string;
  readonly isDanger?: boolean;
  /** What will happen; without it no question is asked. */
  readonly asks?: string;
  readonly action: OperatorAction;
  /** Of what cannot be brought back: what is typed before it is done. */
  readonly typed?: string;
  /** The sentence that says what was done. */
  readonly says: (reply: R) => string;
  readonly onDone?: () => void;
}

export function ActionButton<R>(props: ActionButtonProps<R>) {
  const { verb, what, isDanger = false, asks, action, says, onDone } = props;
  const { confirm } = usePageServices();
  const { isBusy, run } = useAction();
  const act = async () => {
    if (asks !== undefined && !(await confirm(questionOf(props, asks)))) return;
    if ((await run(action, says)) !== undefined) onDone?.();
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

function questionOf<R>(props: ActionButtonProps<R>, says: string): Question {
  const { verb, what, action, typed } = props;
  return { title: `${verb} ${what}?`, says, verb: `${verb} ${what}`, actions: [action], typed };
}
