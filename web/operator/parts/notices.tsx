/**
 * What was done and what was refused, newest first: a few lines that a screen reader says aloud. What
 * was done goes by itself after a while; what was refused stays until it is dismissed.
 */
import { useCallback, useRef, useState } from "preact/hooks";
import type { OperatorAction } from "../session/command-line.ts";
import { CommandLine } from "./command-line.tsx";

interface Notice {
  readonly at: number;
  readonly kind: "good" | "bad";
  readonly text: string;
  /** What was done, or was to be. */
  readonly action: OperatorAction | undefined;
}

const NOTICES_MAX = 4;
const GOOD_MS = 15_000;

export function useNotices() {
  const [notices, setNotices] = useState<readonly Notice[]>([]);
  const last = useRef(0);
  const dismiss = useCallback((at: number) => {
    setNotices((before) => before.filter((notice) => notice.at !== at));
  }, []);
  const say = useCallback(
    (kind: Notice["kind"], text: string, action?: OperatorAction) => {
      const at = ++last.current;
      setNotices((before) => [{ at, kind, text, action }, ...before].slice(0, NOTICES_MAX));
      if (kind === "good") setTimeout(() => dismiss(at), GOOD_MS);
    },
    [dismiss],
  );
  return { notices, say, dismiss };
}

export function Notices({
  notices,
  dismiss,
}: Pick<ReturnType<typeof useNotices>, "notices" | "dismiss">) {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.map(({ at, kind, text, action }) => (
        <div key={at} class={`notice ${kind}`}>
          <span>{text}</span>
          <button type="button" class="quiet" aria-label="Dismiss" onClick={() => dismiss(at)}>
            ×
          </button>
          {action && <CommandLine action={action} />}
        </div>
      ))}
    </div>
  );
}
