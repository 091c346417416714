/** A sentence that the user must see: what went wrong and what to do, or that something was done. */
import type { ComponentChildren } from "preact";

interface NoticeProps {
  readonly tone: "good" | "bad" | "plain";
  readonly children: ComponentChildren;
}

export function Notice({ tone, children }: NoticeProps) {
  return (
    <p class={`notice notice-${tone}`} role={tone === "bad" ? "alert" : "status"}>
      {children}
    </p>
  );
}
