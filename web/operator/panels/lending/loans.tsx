/** The terms of loans: set, changed, and stopped for new ones (OPER-LEND-1). */
import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { ActionForm } from "../../parts/action-form.tsx";
import { Choice, Field } from "../../parts/field.tsx";
import { Panel } from "../../parts/panel.tsx";
import { AssetPick } from "../../parts/picks.tsx";
import { Table } from "../../parts/table.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { useReply } from "../../session/asked.ts";
import type { Pool } from "../../session/words.ts";
import { grouped } from "../../text/amount.ts";

export function Loans() {
  const { value, problem, again } = useReply<{ pools: readonly Pool[] }>("/pools");
  const rows = (value?.pools ?? []).map(({ asset, cap, hourlyRate, lent, available }) => {
    const figures = [grouped(cap), hourlyRate, grouped(lent), grouped(available)];
    const stop = cap === "0" ? "" : <Stop key="a" asset={asset} onDone={again} />;
    return [asset, [asset, ...figures, stop]] as const;
  });
  const columns = ["Asset", "#Cap of a user", "#Rate an hour", "#Lent", "#In the pool", "Do"];
  return (
    <Panel title="Loans" problem={problem}>
      <SetLoan onDone={again} />
      <Table title="Loans" columns={columns} rows={rows} none="Nothing is lent." />
    </Panel>
  );
}

type Terms = Pick<Pool, "asset" | "cap" | "hourlyRate">;

function Stop({ asset, onDone }: { readonly asset: string; readonly onDone: () => void }) {
  return (
    <ActionButton
      verb="Stop"
      what={`lending ${asset}`}
      isDanger
      asks="Nobody borrows more of it. What is owed stays owed, at the same rate."
      action={{ path: "/loans/stop", body: { asset } }}
      says={() => `${asset} is not lent any more.`}
      onDone={onDone}
    />
  );
}

const PERIODS = [
  ["hourlyRate", "by the hour"],
  ["dailyRate", "by the day"],
] as const;

const EMPTY = { asset: "", cap: "", rate: "" };

function SetLoan({ onDone }: { readonly onDone: () => void }) {
  const { values, change, done } = useFields(EMPTY, onDone);
  const [period, setPeriod] = useState<(typeof PERIODS)[number][0]>("hourlyRate");
  const { asset, cap, rate } = values;
  return (
    <ActionForm
      label="Set the terms of a loan"
      verb="Set terms"
      action={{ path: "/loans", body: { asset, cap, [period]: rate } }}
      asks="It is lent on these terms from now on; what is owed already bears the new rate."
      says={(set: Terms) => `${set.asset} is lent at ${set.hourlyRate} by the hour.`}
      onDone={done}
    >
      <AssetPick value={asset} onValue={change("asset")} />
      <Field label="Cap of a user" value={cap} onValue={change("cap")} isFigure />
      <Field label="Rate" value={rate} onValue={change("rate")} isFigure />
      <Choice label="Rate is" value={period} choices={PERIODS} onValue={setPeriod} />
    </ActionForm>
  );
}
