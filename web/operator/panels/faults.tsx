/** What goes wrong on purpose in a sandbox: rules with how often each was asked and has struck. */
import { useCallback, useState } from "preact/hooks";
import { Act } from "../parts/act.tsx";
import { Choice, Field, Form } from "../parts/field.tsx";
import { Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useAsked, WATCH_MS } from "../session/asked.ts";
import { useDesk, useDoing } from "../session/desk.ts";
import type { FaultRule } from "../session/words.ts";
import { FAULTS } from "./fault-words.ts";

export function Faults() {
  const { api } = useDesk();
  const ask = useCallback(() => api.get<{ faults: readonly FaultRule[] }>("/faults"), [api]);
  const { value, problem, again } = useAsked(ask, WATCH_MS);
  const rules = value?.faults ?? [];
  const clear = async () => {
    const { removed } = await api.post<{ removed: number }>("/faults/clear");
    return `Removed ${removed} fault rules.`;
  };
  const beside = rules.length > 0 && (
    <Act verb="Clear" what="all fault rules" isDanger work={clear} onDone={again} />
  );
  return (
    <Panel title="Fault rules" beside={beside} problem={problem}>
      <AddFault onDone={again} />
      <FaultTable rules={rules} onChange={again} />
    </Panel>
  );
}

interface FaultTableProps {
  readonly rules: readonly FaultRule[];
  readonly onChange: () => void;
}

function FaultTable({ rules, onChange }: FaultTableProps) {
  const { api } = useDesk();
  const columns = [
    "#Id",
    "Route",
    "Fault",
    "User",
    "#Chance",
    "#At most",
    "#Asked",
    "#Struck",
    "Do",
  ];
  const rows = rules.map(({ id, route, kind, user = "everybody", ms, chance, count, ...seen }) => {
    const work = async () => {
      await api.post("/faults/remove", { id });
      return `Removed fault rule ${id}.`;
    };
    const act = <Act key="a" verb="Remove" what={`rule ${id}`} work={work} onDone={onChange} />;
    const fault = ms === undefined ? kind : `${kind}, ${ms} ms`;
    const counts = [`${count ?? "ever"}`, `${seen.asked}`, `${seen.struck}`];
    return [`${id}`, [`${id}`, route, fault, user, chance, ...counts, act]] as const;
  });
  return <Table title="Fault rules" columns={columns} rows={rows} none="Nothing goes wrong." />;
}

function AddFault({ onDone }: { readonly onDone: () => void }) {
  const { api } = useDesk();
  const { isBusy, run } = useDoing();
  const [route, setRoute] = useState("*");
  const [kind, setKind] = useState<string>(FAULTS[0][0]);
  const [rest, setRest] = useState({ ms: "200", chance: "1", count: "", user: "" });
  const change = (name: keyof typeof rest) => (value: string) =>
    setRest({ ...rest, [name]: value });
  const submit = async () => {
    const isDone = await run(async () => {
      const { ms, ...others } = rest;
      const given = Object.entries({ ...others, ...(kind === "latency" ? { ms } : {}) });
      const body = Object.fromEntries(given.filter(([, value]) => value.trim() !== ""));
      const { id } = await api.post<FaultRule>("/faults", { route, kind, ...body });
      return `Added fault rule ${id}.`;
    });
    if (isDone) onDone();
  };
  return (
    <Form label="Add a fault rule" isDisabled={isBusy} onSubmit={() => void submit()}>
      <Field label="Route (* is all)" value={route} onValue={setRoute} />
      <Choice label="Fault" value={kind} choices={FAULTS} onValue={setKind} />
      {kind === "latency" && (
        <Field label="Milliseconds" value={rest.ms} onValue={change("ms")} isFigure />
      )}
      <Field label="Chance" value={rest.chance} onValue={change("chance")} isFigure />
      <Field
        label="At most"
        value={rest.count}
        onValue={change("count")}
        isRequired={false}
        isFigure
      />
      <Field label="User" value={rest.user} onValue={change("user")} isRequired={false} />
      <button type="submit">Add rule</button>
    </Form>
  );
}
