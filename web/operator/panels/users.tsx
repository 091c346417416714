/** Who may trade: users page by page or by name, added, frozen and unfrozen; and the keys of one of them. */
import { useCallback, useState } from "preact/hooks";
import { Act } from "../parts/act.tsx";
import { Field, Form } from "../parts/field.tsx";
import { Badge, Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useAsked } from "../session/asked.ts";
import { useDesk, useDoing } from "../session/desk.ts";
import type { UserRow } from "../session/words.ts";
import { Keys } from "./keys.tsx";

interface UserPage {
  readonly users: readonly UserRow[];
  readonly next?: number;
}

export function Users() {
  const { api } = useDesk();
  const [place, setPlace] = useState<{ after?: number; name?: string }>({});
  const [chosen, setChosen] = useState<string | undefined>(undefined);
  const ask = useCallback(() => api.get<UserPage>("/users", place), [api, place]);
  const { value, problem, again } = useAsked(ask);
  return (
    <>
      <Panel title="Users" problem={problem}>
        <div class="row">
          <AddUser onDone={again} />
          <FindUser onFind={(name) => setPlace(name === "" ? {} : { name })} />
        </div>
        <UserTable users={value?.users ?? []} onChange={again} onChoose={setChosen} />
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
      {chosen !== undefined && <Keys key={chosen} user={chosen} />}
    </>
  );
}

interface UserTableProps {
  readonly users: readonly UserRow[];
  readonly onChange: () => void;
  readonly onChoose: (name: string) => void;
}

function UserTable({ users, onChange, onChoose }: UserTableProps) {
  const rows = users.map((user) => {
    const { name, userId, frozen } = user;
    const badge = frozen ? <Badge kind="warn">frozen</Badge> : <Badge kind="good">may trade</Badge>;
    const acts = (
      <div class="row tight" key="a">
        <FreezeOrNot user={user} onDone={onChange} />
        <button type="button" class="small" onClick={() => onChoose(name)}>
          Keys<span class="unseen"> of {name}</span>
        </button>
      </div>
    );
    return [name, [name, `${userId}`, badge, acts]] as const;
  });
  const columns = ["Name", "#Number", "Status", "Do"];
  return <Table title="Users" columns={columns} rows={rows} none="There is no user." />;
}

function FreezeOrNot({ user, onDone }: { readonly user: UserRow; readonly onDone: () => void }) {
  const { api } = useDesk();
  const { name, frozen } = user;
  const verb = frozen ? "Unfreeze" : "Freeze";
  const asks = frozen
    ? "The user may place orders again."
    : "The user places no more orders. Its orders stay, and may be cancelled.";
  const work = async () => {
    const done = await api.post<UserRow>(`/users/${verb.toLowerCase()}`, { name });
    return `${done.name} is ${done.frozen ? "frozen" : "free to trade"}.`;
  };
  return <Act verb={verb} what={name} isDanger={!frozen} {...{ asks, work, onDone }} />;
}

function AddUser({ onDone }: { readonly onDone: () => void }) {
  const { api } = useDesk();
  const { isBusy, run } = useDoing();
  const [name, setName] = useState("");
  const submit = async () => {
    const isDone = await run(async () => {
      const { userId } = await api.post<UserRow>("/users", { name });
      return `Added user ${name}, number ${userId}.`;
    });
    if (!isDone) return;
    setName("");
    onDone();
  };
  return (
    <Form label="Add a user" isDisabled={isBusy} onSubmit={() => void submit()}>
      <Field label="Name of a new user" value={name} onValue={setName} />
      <button type="submit">Add user</button>
    </Form>
  );
}

function FindUser({ onFind }: { readonly onFind: (name: string) => void }) {
  const [name, setName] = useState("");
  return (
    <Form label="Find a user" onSubmit={() => onFind(name)}>
      <Field label="Find by name" type="search" value={name} onValue={setName} isRequired={false} />
      <button type="submit" class="plain">
        Find
      </button>
    </Form>
  );
}
