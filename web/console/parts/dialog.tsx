/** A dialog of the browser: it takes the focus, keeps it inside, gives it back, and Escape closes it. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  close(): void;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Dialog({ title, isOpen, close, class: name = "", children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (isOpen && dialog.current?.open === false) dialog.current.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);
  // A click on the dialog itself is one beside its box: the box covers all of the inside.
  const onClick = (event: Event) => {
    if (event.target === dialog.current) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it by the browser's own doing.
    <dialog
      ref={dialog}
      class={`dialog ${name}`}
      aria-labelledby={id}
      onClose={close}
      onClick={onClick}
    >
      {isOpen ? (
        <div class="dialog-box">
          <div class="dialog-head">
            <h2 id={id}>{title}</h2>
            <button type="button" class="button-quiet" onClick={close}>
              Close
            </button>
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}
