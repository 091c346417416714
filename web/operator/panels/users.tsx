/** The users that may trade: page by page or by name, added, frozen and unfrozen; each leads to a page of its own. */
import { useCallback, useState } from "preact/hooks";
import { NameForm } from "../parts/action-form.tsx";
import { Form } from "../parts/field.tsx";
import { Badge, Panel } from "../parts/panel.tsx";
import { UserField } from "../parts/picks.tsx";
import { Table } from "../parts/table.tsx";
import { useAsked } from "../session/asked.ts";
import { usePageServices } from "../session/page-services.ts";
import type { UserRow } from "../session/words.ts";
import { UserFees } from "./fees/user-fees.tsx";
import { FreezeOrNot } from "./user/freeze.tsx";

interface UserPage {
  readonly users: readonly UserRow[];
  readonly next?: number;
}

export function Users() {
  const { session } = usePageServices();
  const [place, setPlace] = useState<{ after?: number; name?: string }>({});
  const ask = useCallback(() => session.get<UserPage>("/users", place), [session, place]);
  const { value, problem, again } = useAsked(ask);
  return (
    <>
      <Panel title="Users" problem={problem}>
        <div class="row">
          <NameForm
            label="Add a user"
            verb="Add user"
            path="/users"
            field="Name of a new user"
            says={({ name, userId }: UserRow) => `Added user ${name}, number ${userId}.`}
            onDone={again}
          />
          <FindUser onFind={(name) => setPlace(name === "" ? {} : { name })} />
        </div>
        <UserTable users={value?.users ?? []} onChange={again} />
        <div class="row end">
          {Object.keys(place).length > 0 && (
            <button type="button" onClick={() => setPlace({})}>
              From the first
            </button>
          )}
          {value?.next !== undefined && (
            <button type="button" onClick={() => setPlace({ after: value.next ?? 0 })}>
              Next page
            </button>
          )}
        </div>
      </Panel>
      <UserFees />
    </>
  );
}

interface UserTableProps {
  readonly users: readonly UserRow[];
  readonly onChange: () => void;
}

function UserTable({ users, onChange }: UserTableProps) {
  const rows = users.map((user) => {
    const { name, userId, frozen } = user;
    const badge = frozen ? <Badge kind="warn">frozen</Badge> : <Badge kind="good">may trade</Badge>;
    const link = (
      <a key="n" href={`#/users/${encodeURIComponent(name)}`}>
        {name}
      </a>
    );
    const act = <FreezeOrNot key="a" user={user} onDone={onChange} />;
    return [name, [link, `${userId}`, badge, act]] as const;
  });
  const columns = ["Name", "#Number", "Status", "Do"];
  return <Table title="Users" columns={columns} rows={rows} none="There is no user." />;
}

function FindUser({ onFind }: { readonly onFind: (name: string) => void }) {
  const [name, setName] = useState("");
  return (
    <Form label="Find a user" onSubmit={() => onFind(name.trim())}>
      <UserField label="Find by name" value={name} onValue={setName} isRequired={false} />
      <button type="submit" class="plain">
        Find
      </button>
    </Form>
  );
}
