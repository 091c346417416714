/** All open orders of a user, a symbol or a contract are cancelled, after a question (OPER-CANCEL-1). */
import { ActionButton } from "../../parts/action-button.tsx";
import type { CanceledAll } from "../../session/words.ts";

interface CancelAllProps {
  readonly of: string;
  readonly body: Readonly<Record<string, string>>;
  readonly asks: string;
  readonly onDone: () => void;
}

export function CancelAll({ of, body, asks, onDone }: CancelAllProps) {
  return (
    <ActionButton
      verb="Cancel all orders"
      what={`of ${of}`}
      isDanger
      asks={asks}
      action={{ path: "/orders/cancel-all", body }}
      says={({ canceled, more }: CanceledAll) =>
        `Cancelled ${canceled} orders of ${of}.${more ? " There are more: do it again." : ""}`
      }
      onDone={onDone}
    />
  );
}
