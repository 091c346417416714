/** What goes wrong on purpose in a sandbox: rules with how often each was asked and has struck. */
import { useState } from "preact/hooks";
import { ActionButton } from "../parts/action-button.tsx";
import { ActionForm } from "../parts/action-form.tsx";
import { Choice, Field } from "../parts/field.tsx";
import { Panel } from "../parts/panel.tsx";
import { UserField } from "../parts/picks.tsx";
import { Table } from "../parts/table.tsx";
import { useReply, WATCH_MS } from "../session/asked.ts";
import type { FaultRuleRow } from "../session/words.ts";
import { FAULTS } from "./fault-words.ts";

export function Faults() {
  const { value, problem, again } = useReply<{ faults: readonly FaultRuleRow[] }>(
    "/faults",
    WATCH_MS,
  );
  const rules = value?.faults ?? [];
  const says = ({ removed }: { readonly removed: number }) => `Removed ${removed} fault rules.`;
  const clear = { action: { path: "/faults/clear", body: {} }, says, onDone: again };
  const beside = rules.length > 0 && (
    <ActionButton verb="Clear" what="all fault rules" isDanger {...clear} />
  );
  return (
    <Panel title="Fault rules" beside={beside} problem={problem}>
      <AddFault onDone={again} />
      <FaultTable rules={rules} onChange={again} />
    </Panel>
  );
}

interface FaultTableProps {
  readonly rules: readonly FaultRuleRow[];
  readonly onChange: () => void;
}

function FaultTable({ rules, onChange }: FaultTableProps) {
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
  const rows = rules.map(
    ({ id, route, kind, user = "everybody", ms, by, chance, count, ...seen }) => {
      const says = () => `Removed fault rule ${id}.`;
      const remove = { action: { path: "/faults/remove", body: { id } }, says, onDone: onChange };
      const act = <ActionButton key="a" verb="Remove" what={`rule ${id}`} {...remove} />;
      const more = [...(ms === undefined ? [] : [`${ms} ms`]), ...(by ? [`by ${by}`] : [])];
      const fault = [kind, ...more].join(", ");
      const counts = [`${count ?? "ever"}`, `${seen.asked}`, `${seen.struck}`];
      return [`${id}`, [`${id}`, route, fault, user, chance, ...counts, act]] as const;
    },
  );
  return <Table title="Fault rules" columns={columns} rows={rows} none="Nothing goes wrong." />;
}

function AddFault({ onDone }: { readonly onDone: () => void }) {
  const [route, setRoute] = useState("*");
  const [kind, setKind] = useState<string>(FAULTS[0][0]);
  const [rest, setRest] = useState({ ms: "200", by: "", chance: "1", count: "", user: "" });
  const change = (name: keyof typeof rest) => (value: string) =>
    setRest({ ...rest, [name]: value });
  const { ms, by, ...others } = rest;
  const isLate = kind === "latency" || kind === "late-reply";
  const isCrossed = kind === "fill-before-cancel";
  const given = Object.entries({ ...others, ...(isLate && { ms }), ...(isCrossed && { by }) });
  const body = Object.fromEntries(given.filter(([, value]) => value.trim() !== ""));
  return (
    <ActionForm
      label="Add a fault rule"
      verb="Add rule"
      action={{ path: "/faults", body: { route, kind, ...body } }}
      says={({ id }: FaultRuleRow) => `Added fault rule ${id}.`}
      onDone={onDone}
    >
      <Field label="Route (* is all) or WS channel" value={route} onValue={setRoute} />
      <Choice label="Fault" value={kind} choices={FAULTS} onValue={setKind} />
      {isCrossed && <UserField label="Who trades" value={rest.by} onValue={change("by")} />}
      {isLate && <Field label="Milliseconds" value={rest.ms} onValue={change("ms")} isFigure />}
      <Field label="Chance" value={rest.chance} onValue={change("chance")} isFigure />
      <Field
        label="At most"
        value={rest.count}
        onValue={change("count")}
        isRequired={false}
        isFigure
      />
      <UserField value={rest.user} onValue={change("user")} isRequired={false} />
    </ActionForm>
  );
}
