/**
 * The question before something that cannot be taken back: a dialog of the browser's own, which keeps
 * the keyboard inside and closes with Escape. It names what will happen, and the safe answer has the
 * focus.
 */
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { OperatorAction } from "../session/command-line.ts";
import { CommandLine } from "./command-line.tsx";
import { Field } from "./field.tsx";

export interface Question {
  readonly title: string;
  /** What will happen. */
  readonly says: string;
  /** What the button that does it says. */
  readonly verb: string;
  /** What will be sent, one after the other. */
  readonly actions: readonly OperatorAction[];
  /** OPER-ASK-1: of what no other command brings back, this is typed again. */
  readonly typed?: string | undefined;
}

interface Asking extends Question {
  answer(isYes: boolean): void;
}

/** What the dialog returns when the dangerous button closed it; Escape and the other return nothing. */
const YES = "yes";

/** The question that stands, and a way to ask one. */
export function useConfirm() {
  const [asking, setAsking] = useState<Asking | undefined>(undefined);
  const confirm = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        const answer = (isYes: boolean) => {
          setAsking(undefined);
          resolve(isYes);
        };
        setAsking({ ...question, answer });
      }),
    [],
  );
  return { asking, confirm };
}

export function ConfirmDialog({ asking }: { readonly asking: Asking | undefined }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState("");
  useEffect(() => setText(""), [asking]);
  useEffect(() => {
    if (asking && !dialog.current?.open) dialog.current?.showModal();
  }, [asking]);
  if (!asking) return null;
  const { title, says, verb, actions, answer, typed } = asking;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="confirm-title"
      aria-describedby="confirm-says"
      onClose={(event) => answer(event.currentTarget.returnValue === YES)}
    >
      <h2 id="confirm-title">{title}</h2>
      <p id="confirm-says">{says}</p>
      {actions.map((action) => (
        <CommandLine key={JSON.stringify(action)} action={action} />
      ))}
      {typed === undefined ? null : (
        <Field label={`Type ${typed} to go on`} value={text} onValue={setText} />
      )}
      <div class="row end">
        <button type="button" autofocus onClick={() => dialog.current?.close()}>
          Leave it
        </button>
        <button
          type="button"
          class="danger"
          disabled={typed !== undefined && text !== typed}
          onClick={() => dialog.current?.close(YES)}
        >
          {verb}
        </button>
      </div>
    </dialog>
  );
}
