/** States of a sandbox: saved by name, gone back to, removed; and the way back to its beginning. */
import { ActionButton } from "../parts/action-button.tsx";
import { NameForm } from "../parts/action-form.tsx";
import { Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useReply } from "../session/asked.ts";

const LOST = "The present state is left behind, fault rules are forgotten";

export function States() {
  const { value, problem, again } = useReply<{ states: readonly string[] }>("/states");
  const beside = (
    <ActionButton
      verb="Reset"
      what="the sandbox"
      isDanger
      asks={`${LOST}, and users who are not of the demo are gone. Saved states stay.`}
      action={{ path: "/reset", body: {} }}
      says={() => "The sandbox is as it was at its beginning."}
      onDone={again}
    />
  );
  return (
    <Panel title="Saved states" beside={beside} problem={problem}>
      <NameForm
        label="Save the state"
        verb="Save"
        path="/states/save"
        field="Name of the state"
        says={(_, name) => `Saved the state as ${name}.`}
        onDone={again}
      />
      <StateTable states={value?.states ?? []} onChange={again} />
    </Panel>
  );
}

interface StateTableProps {
  readonly states: readonly string[];
  readonly onChange: () => void;
}

function StateTable({ states, onChange }: StateTableProps) {
  const rows = states.map((name) => {
    const change = (verb: "load" | "remove", says: string) => ({
      what: name,
      isDanger: true,
      onDone: onChange,
      says: () => says,
      action: { path: `/states/${verb}`, body: { name } },
    });
    const load = change("load", `The sandbox is as it was when ${name} was saved.`);
    const remove = change("remove", `Removed the saved state ${name}.`);
    const acts = (
      <div class="row tight" key="a">
        <ActionButton verb="Load" asks={`${LOST}.`} {...load} />
        <ActionButton verb="Remove" asks={GONE} {...remove} />
      </div>
    );
    return [name, [name, acts]] as const;
  });
  const columns = ["Name", "Do"];
  return <Table title="Saved states" columns={columns} rows={rows} none="No state is saved." />;
}

const GONE = "Nobody can go back to it any more.";
