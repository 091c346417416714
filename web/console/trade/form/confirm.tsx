/** Asks once more, where a mistake could cost money. Escape and the first button leave things as they are. */
import { Dialog } from "../../parts/dialog.tsx";

interface ConfirmProps {
  readonly title: string;
  readonly question: string | undefined;
  readonly yes: string;
  /** No word that could be taken for the deed itself, as "Close" for closing a position. */
  readonly no?: string;
  confirm(): void;
  cancel(): void;
}

export function Confirm({ title, question, yes, no = "Back", confirm, cancel }: ConfirmProps) {
  return (
    <Dialog title={title} isOpen={question !== undefined} close={cancel} dismiss="">
      <p>{question}</p>
      <div class="dialog-actions">
        <button type="button" class="button-quiet" onClick={cancel}>
          {no}
        </button>
        <button type="button" class="button" onClick={confirm}>
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
