/**
 * One user: what the operator must know before acting, and what can be done about it. It is asked for
 * when the page appears, after each act, and when the operator asks again (OPER-SHOW-1).
 */
import { useCallback } from "preact/hooks";
import { Badge, Panel } from "../../parts/panel.tsx";
import { useAsked } from "../../session/asked.ts";
import { usePageServices } from "../../session/page-services.ts";
import type { UserShown } from "../../session/words.ts";
import { Keys } from "../keys.tsx";
import { Balances } from "./balances.tsx";
import { CancelAll } from "./cancel-all.tsx";
import { ReuseOrNot } from "./client-id-reuse.tsx";
import { FreezeOrNot } from "./freeze.tsx";
import { UserLedger } from "./ledger.tsx";
import { OpenOrders, Positions, Trades } from "./trading.tsx";

export function User({ name }: { readonly name: string }) {
  const { session } = usePageServices();
  const ask = useCallback(() => session.get<UserShown>("/users/show", { name }), [session, name]);
  const { value, problem, again } = useAsked(ask);
  return (
    <>
      <Panel title={`User ${name}`} beside={<LookAgain again={again} />} problem={problem}>
        {value && <UserStatus user={value} onDone={again} />}
      </Panel>
      {value && <Balances user={value} />}
      {value && <Positions user={value} />}
      {value && <OpenOrders user={value} onDone={again} />}
      <Keys key={name} user={name} />
      {value && <Trades user={value} />}
      <UserLedger key={`ledger of ${name}`} name={name} />
    </>
  );
}

function LookAgain({ again }: { readonly again: () => void }) {
  return (
    <div class="row tight">
      <button type="button" onClick={again}>
        Look again
      </button>
      <a href="#/users">All users</a>
    </div>
  );
}

interface UserStatusProps {
  readonly user: UserShown;
  readonly onDone: () => void;
}

/** What the user may do, the two ways to stop it, and the one setting, side by side. */
function UserStatus({ user, onDone }: UserStatusProps) {
  const { name, userId, frozen, clientIdReuse, openOrderCount, margin } = user;
  return (
    <>
      <p class="row tight">
        {frozen ? <Badge kind="warn">frozen</Badge> : <Badge kind="good">may trade</Badge>}
        {clientIdReuse && <Badge kind="warn">client ids free at once</Badge>}
        <span>
          Number {userId}. Margin level {margin.marginLevel}, {margin.state}.
        </span>
      </p>
      <div class="row tight">
        <FreezeOrNot user={user} onDone={onDone} />
        <ReuseOrNot user={user} onDone={onDone} />
        {openOrderCount > 0 && (
          <CancelAll of={name} body={{ user: name }} asks={SAYS_ALL} onDone={onDone} />
        )}
      </div>
    </>
  );
}

const SAYS_ALL =
  "Every open order of the user is cancelled, in spot, margin and futures, waiting ones too. A user who must not place new ones is frozen first.";
