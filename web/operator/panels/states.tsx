/** States of a sandbox: saved by name, gone back to, removed; and the way back to its beginning. */
import { useCallback, useState } from "preact/hooks";
import { Act } from "../parts/act.tsx";
import { Field, Form } from "../parts/field.tsx";
import { Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useAsked } from "../session/asked.ts";
import { useDesk, useDoing } from "../session/desk.ts";

const LOST = "The present state is left behind, fault rules are forgotten";

export function States() {
  const { api } = useDesk();
  const ask = useCallback(() => api.get<{ states: readonly string[] }>("/states"), [api]);
  const { value, problem, again } = useAsked(ask);
  const reset = async () => {
    await api.post("/reset");
    return "The sandbox is as it was at its beginning.";
  };
  const asks = `${LOST}, and users who are not of the demo are gone. Saved states stay.`;
  const beside = (
    <Act verb="Reset" what="the sandbox" isDanger work={reset} onDone={again} asks={asks} />
  );
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
  const { api } = useDesk();
  const rows = states.map((name) => {
    const change = (verb: "load" | "remove", says: string) => async () => {
      await api.post(`/states/${verb}`, { name });
      return says;
    };
    const load = change("load", `The sandbox is as it was when ${name} was saved.`);
    const remove = change("remove", `Removed the saved state ${name}.`);
    const acts = (
      <div class="row tight" key="a">
        <Act verb="Load" what={name} isDanger work={load} asks={`${LOST}.`} onDone={onChange} />
        <Act verb="Remove" what={name} isDanger work={remove} asks={GONE} onDone={onChange} />
      </div>
    );
    return [name, [name, acts]] as const;
  });
  const columns = ["Name", "Do"];
  return <Table title="Saved states" columns={columns} rows={rows} none="No state is saved." />;
}

const GONE = "Nobody can go back to it any more.";

function SaveState({ onDone }: { readonly onDone: () => void }) {
  const { api } = useDesk();
  const { isBusy, run } = useDoing();
  const [name, setName] = useState("");
  const submit = async () => {
    const isDone = await run(async () => {
      await api.post("/states/save", { name });
      return `Saved the state as ${name}.`;
    });
    if (!isDone) return;
    setName("");
    onDone();
  };
  return (
    <Form label="Save the state" isDisabled={isBusy} onSubmit={() => void submit()}>
      <Field label="Name of the state" value={name} onValue={setName} />
      <button type="submit">Save</button>
    </Form>
  );
}
