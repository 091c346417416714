/** The index prices of assets in USDT, and their sources; the operator's price goes before all (PRICE-INDEX-5). */
import { ActionButton } from "../../parts/action-button.tsx";
import { ActionForm } from "../../parts/action-form.tsx";
import { Field } from "../../parts/field.tsx";
import { Badge, Panel } from "../../parts/panel.tsx";
import { AssetPick } from "../../parts/picks.tsx";
import { Table } from "../../parts/table.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { useReply, WATCH_MS } from "../../session/asked.ts";
import type { IndexPriceRow } from "../../session/words.ts";
import { grouped } from "../../text/amount.ts";

export function Index() {
  const { value, problem, again } = useReply<{ prices: readonly IndexPriceRow[] }>(
    "/index",
    WATCH_MS,
  );
  const rows = (value?.prices ?? []).map(({ asset, price = "–", from, stale, sources }) => {
    const said = sources.map((source) => `${source.name} ${source.price}`).join(", ");
    const status = stale ? <Badge kind="bad">stale</Badge> : <Badge kind="good">known</Badge>;
    const act = from === "operator" ? <Withdraw key="a" asset={asset} onDone={again} /> : "";
    return [asset, [asset, grouped(price), status, from, said, act]] as const;
  });
  const columns = ["Asset", "#USDT", "Status", "From", "Sources", "Do"];
  return (
    <Panel title="Index prices" problem={problem}>
      <SetIndex onDone={again} />
      <Table title="Index prices" columns={columns} rows={rows} none="No asset has one." />
    </Panel>
  );
}

interface DoneProps {
  readonly onDone: () => void;
}

function Withdraw({ asset, onDone }: DoneProps & { readonly asset: string }) {
  return (
    <ActionButton
      verb="Withdraw"
      what={`the price of ${asset}`}
      isDanger
      asks="The other sources count again, or the last trade. Who is at risk is looked at at once."
      action={{ path: "/index/withdraw", body: { asset } }}
      says={() => `Withdrew the operator's price of ${asset}.`}
      onDone={onDone}
    />
  );
}

const EMPTY = { asset: "", price: "" };

function SetIndex({ onDone }: DoneProps) {
  const { values: said, change, done } = useFields(EMPTY, onDone);
  return (
    <ActionForm
      label="Set an index price"
      verb="Set price"
      action={{ path: "/index", body: { ...said } }}
      asks="It stands above all sources until it is withdrawn. Accounts that it ruins are liquidated at once."
      says={({ asset, price }: IndexPriceRow) => `The index of ${asset} is ${price} USDT.`}
      onDone={done}
    >
      <AssetPick value={said.asset} onValue={change("asset")} />
      <Field label="Price in USDT" value={said.price} onValue={change("price")} isFigure />
    </ActionForm>
  );
}
