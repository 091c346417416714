/** A user's client ids are free at once, or stay taken for a while after the end (SPOT-CLIENT-7). */
import { ActionButton } from "../../parts/action-button.tsx";
import type { UserRow } from "../../session/words.ts";

interface ReuseProps {
  readonly user: Pick<UserRow, "name" | "clientIdReuse">;
  readonly onDone: () => void;
}

export function ReuseOrNot({ user: { name, clientIdReuse }, onDone }: ReuseProps) {
  return (
    <ActionButton
      verb={clientIdReuse ? "Keep client ids" : "Free client ids"}
      what={`of ${name}`}
      isDanger={!clientIdReuse}
      asks={
        clientIdReuse
          ? "An id stays taken for 60 s after its order ended, so that an order that is sent again is not placed twice."
          : "An id is free as soon as its order has ended. An order that is sent again after a lost reply may be placed twice."
      }
      action={{ path: "/users/client-id-reuse", body: { name, clientIdReuse: !clientIdReuse } }}
      says={(done: UserRow) =>
        done.clientIdReuse
          ? `Client ids of ${done.name} are free at once.`
          : `Client ids of ${done.name} stay taken for 60 s.`
      }
      onDone={onDone}
    />
  );
}
