/** The stop loss and take profit of a ticket, folded away until they are wanted; what was asked for is told also then. */
import type { ComponentChildren } from "preact";

interface ProtectionFoldProps {
  /** The prices, as they are shown. */
  readonly asked: readonly string[];
  /** Something in it keeps the order back. */
  readonly isWrong: boolean;
  readonly children: ComponentChildren;
}

export function ProtectionFold({ asked, isWrong, children }: ProtectionFoldProps) {
  const told = isWrong ? "not right yet" : asked.join(", ");
  return (
    <details class="more">
      <summary>
        Stop loss, take profit
        {told === "" ? null : <span class="more-chosen">{told}</span>}
      </summary>
      {children}
    </details>
  );
}
