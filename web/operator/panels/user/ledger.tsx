/** What came and went of a user's balances, newest first, page by page, or all of it as a file (HIST-LEDGER-2). */
import { useCallback, useState } from "preact/hooks";
import { Choice, Field, Form } from "../../parts/field.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Table } from "../../parts/table.tsx";
import { useAsked } from "../../session/asked.ts";
import { useNames } from "../../session/names.ts";
import { usePageServices } from "../../session/page-services.ts";
import type { LedgerReply, LedgerRow } from "../../session/words.ts";
import { grouped } from "../../text/amount.ts";
import { momentOf } from "../../text/measure.ts";
import { given, type LedgerFilter, originsOf, SaveLedger } from "./ledger-file.tsx";

const ALL: LedgerFilter = { area: "", asset: "", type: "" };

const AREAS = [
  ["", "All areas"],
  ["spot", "Spot"],
  ["margin", "Margin"],
  ["futures", "Futures"],
] as const;

const TYPES = [
  ...["DEPOSIT", "WITHDRAWAL", "TRANSFER", "TRADE", "FEE", "LOAN", "REPAYMENT", "INTEREST"],
  ...["MARGIN", "PROFIT", "SETTLEMENT", "FUNDING", "LIQUIDATION_FEE", "INSURANCE"],
] as const satisfies readonly LedgerRow["type"][];

export function UserLedger({ name }: { readonly name: string }) {
  const { session } = usePageServices();
  const [wanted, setWanted] = useState(ALL);
  const [toId, setToId] = useState<string | undefined>(undefined);
  const ask = useCallback(
    () => session.get<LedgerReply>("/users/ledger", { ...given(name, wanted), toId }),
    [session, name, wanted, toId],
  );
  const { value, problem } = useAsked(ask);
  const want = (changed: LedgerFilter) => {
    setToId(undefined);
    setWanted(changed);
  };
  return (
    <Panel title={`Ledger of ${name}`} problem={problem}>
      <Filter wanted={wanted} onWanted={want} />
      <Entries name={name} entries={value?.entries ?? []} />
      <div class="row end">
        <SaveLedger name={name} wanted={wanted} />
        {toId !== undefined && (
          <button type="button" onClick={() => setToId(undefined)}>
            Newest
          </button>
        )}
        {value?.next !== undefined && (
          <button type="button" onClick={() => setToId(value.next)}>
            Older
          </button>
        )}
      </div>
    </Panel>
  );
}

interface FilterProps {
  readonly wanted: LedgerFilter;
  readonly onWanted: (wanted: LedgerFilter) => void;
}

function Filter({ wanted, onWanted }: FilterProps) {
  const [asset, setAsset] = useState(wanted.asset);
  const types = [
    ["", "All types"],
    ...TYPES.map((type) => [type, wordsOf(type)] as const),
  ] as const;
  return (
    <Form
      label="What the ledger shows"
      onSubmit={() => onWanted({ ...wanted, asset: asset.trim() })}
    >
      <Choice
        label="Area"
        value={wanted.area}
        choices={AREAS}
        onValue={(area) => onWanted({ ...wanted, area })}
      />
      <Choice
        label="Type"
        value={wanted.type}
        choices={types}
        onValue={(type) => onWanted({ ...wanted, type })}
      />
      <Field
        label="Asset, or all"
        value={asset}
        offers={useNames("assets")}
        isRequired={false}
        onValue={setAsset}
      />
      <button type="submit" class="plain">
        Show
      </button>
    </Form>
  );
}

/** `LIQUIDATION_FEE` as `liquidation fee`. */
function wordsOf(type: string): string {
  return type.toLowerCase().replace("_", " ");
}

function Entries({
  name,
  entries,
}: {
  readonly name: string;
  readonly entries: readonly LedgerRow[];
}) {
  const rows = entries.map((entry) => {
    const { id, time, area, type, asset, amount, balance } = entry;
    const figures = [grouped(amount), grouped(balance)];
    const cells = [momentOf(time), area, wordsOf(type), asset, ...figures, originOf(entry), id];
    return [`${area} ${id}`, cells] as const;
  });
  const columns = ["Time", "Area", "Type", "Asset", "#Amount", "#Balance", "Of", "Entry"];
  return (
    <Table
      title={`Ledger of ${name}`}
      columns={columns}
      rows={rows}
      none="Nothing was posted here."
    />
  );
}

/** What it came from, in one cell. */
function originOf(entry: LedgerRow): string {
  const { market, trade, transfer, movement, position } = originsOf(entry);
  const said = [
    market,
    trade && `trade ${trade}`,
    transfer && `transfer ${transfer}`,
    movement,
    position && `position ${position}`,
    entry.forced === "NONE" ? "" : entry.forced.toLowerCase(),
  ];
  return said.filter((word) => word !== "").join(", ") || "–";
}
