/** A dialog of the browser: it takes the focus, keeps it inside, gives it back, and Escape closes it. */
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  close(): void;
  /** The word of the button that only closes it; "" where the dialog has such a button of its own. */
  readonly dismiss?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Dialog(props: DialogProps) {
  const { title, isOpen, close, dismiss = "Close", class: name = "", children } = props;
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
            {dismiss === "" ? null : (
              <button type="button" class="button-quiet" onClick={close}>
                {dismiss}
              </button>
            )}
          </div>
          {children}
        </div>
      ) : null}
    </dialog>
  );
}
