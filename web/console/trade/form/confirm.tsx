/** Asks once more, where a slip could cost money. Escape, Close and Back all leave things as they are. */
import { Dialog } from "../../parts/dialog.tsx";

interface ConfirmProps {
  readonly title: string;
  readonly question: string | undefined;
  readonly yes: string;
  confirm(): void;
  cancel(): void;
}

export function Confirm({ title, question, yes, confirm, cancel }: ConfirmProps) {
  return (
    <Dialog title={title} isOpen={question !== undefined} close={cancel}>
      <p>{question}</p>
      <div class="dialog-actions">
        <button type="button" class="button-quiet" onClick={cancel}>
          Back
        </button>
        <button type="button" class="button" onClick={confirm}>
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
