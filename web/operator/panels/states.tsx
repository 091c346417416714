/** States of a sandbox: saved by name, gone back to, removed; and the way back to its beginning. */
import { useCallback, useState } from "preact/hooks";
import { Act } from "../parts/act.tsx";
import { ActionForm } from "../parts/action-form.tsx";
import { Field } from "../parts/field.tsx";
import { Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useAsked } from "../session/asked.ts";
import { useDesk } from "../session/desk.ts";

const LOST = "The present state is left behind, fault rules are forgotten";

export function States() {
  const { session } = useDesk();
  const ask = useCallback(() => session.get<{ states: readonly string[] }>("/states"), [session]);
  const { value, problem, again } = useAsked(ask);
  const says = () => "The sandbox is as it was at its beginning.";
  const asks = `${LOST}, and users who are not of the demo are gone. Saved states stay.`;
  const reset = { verb: "Reset", what: "the sandbox", action: { path: "/reset", body: {} } };
  const beside = <Act {...reset} isDanger {...{ says, asks }} onDone={again} />;
  return (
    <Panel title="Saved states" beside={beside} problem={problem}>
      <SaveState onDone={again} />
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
      ...{ what: name, isDanger: true, onDone: onChange, says: () => says },
      action: { path: `/states/${verb}`, body: { name } },
    });
    const load = change("load", `The sandbox is as it was when ${name} was saved.`);
    const remove = change("remove", `Removed the saved state ${name}.`);
    const acts = (
      <div class="row tight" key="a">
        <Act verb="Load" asks={`${LOST}.`} {...load} />
        <Act verb="Remove" asks={GONE} {...remove} />
      </div>
    );
    return [name, [name, acts]] as const;
  });
  const columns = ["Name", "Do"];
  return <Table title="Saved states" columns={columns} rows={rows} none="No state is saved." />;
}

const GONE = "Nobody can go back to it any more.";

function SaveState({ onDone }: { readonly onDone: () => void }) {
  const [name, setName] = useState("");
  const done = () => {
    setName("");
    onDone();
  };
  return (
    <ActionForm
      label="Save the state"
      verb="Save"
      action={{ path: "/states/save", body: { name } }}
      says={() => `Saved the state as ${name}.`}
      onDone={done}
    >
      <Field label="Name of the state" value={name} onValue={setName} />
    </ActionForm>
  );
}
