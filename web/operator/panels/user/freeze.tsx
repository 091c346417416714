/** A user is frozen and unfrozen, wherever the user is shown (USER-FREEZE-1). */
import { ActionButton } from "../../parts/action-button.tsx";
import type { UserRow } from "../../session/words.ts";

interface FreezeProps {
  readonly user: Pick<UserRow, "name" | "frozen">;
  readonly onDone: () => void;
}

export function FreezeOrNot({ user: { name, frozen }, onDone }: FreezeProps) {
  const verb = frozen ? "Unfreeze" : "Freeze";
  return (
    <ActionButton
      verb={verb}
      what={name}
      isDanger={!frozen}
      asks={
        frozen
          ? "The user may place orders again."
          : "The user places no more orders. Its orders stay, and may be cancelled."
      }
      action={{ path: `/users/${verb.toLowerCase()}`, body: { name } }}
      says={(done: UserRow) => `${done.name} is ${done.frozen ? "frozen" : "free to trade"}.`}
      onDone={onDone}
    />
  );
}
