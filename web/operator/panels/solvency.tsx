/**
 * Is all the money there? Of each asset what came in and is still here, and what users and house have;
 * together they must have exactly that (CORE-AUDIT-1). The check reads every account, so it is made when
 * the operator asks for it, not every few seconds.
 */
import { Badge, Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useReply } from "../session/asked.ts";
import type { AssetSolvencyRow, SolvencyReport } from "../session/words.ts";
import { grouped, sumOf } from "../text/amount.ts";
import { figureOf, momentOf } from "../text/measure.ts";

export function Solvency() {
  const { value, problem, again } = useReply<SolvencyReport>("/audit");
  const lookAgain = (
    <button type="button" onClick={again}>
      Look again
    </button>
  );
  return (
    <Panel title="Solvency" beside={lookAgain} problem={problem}>
      {value ? <Verdict audit={value} /> : <p class="none">Everybody is being looked at.</p>}
      {value && <SolvencyTable assets={value.assets} />}
      <p class="hint">
        Held is what came in less what went out. It must be exactly what is owed to users, in all
        four areas, and what belongs to the house.
      </p>
      {value && <LendingTable assets={value.assets} />}
    </Panel>
  );
}

function Verdict({ audit: { isSolvent, position, timeMs } }: { readonly audit: SolvencyReport }) {
  const says = isSolvent
    ? "Every asset adds up, to the unit."
    : "Something does not add up. Halt trading, and see the handbook.";
  return (
    <p class="row">
      <Badge kind={isSolvent ? "good" : "bad"}>{isSolvent ? "solvent" : "not solvent"}</Badge>
      <span>
        {says} As of position {figureOf(position)}, {momentOf(timeMs)}.
      </span>
    </p>
  );
}

const COLUMNS = [
  "Asset",
  "Verdict",
  "#Held",
  "#Owed to users",
  "#Of the house",
  "#Difference",
  "#Spot",
  "#Margin",
  "#Futures",
  "#Isolated",
];

function SolvencyTable({ assets }: { readonly assets: readonly AssetSolvencyRow[] }) {
  const rows = assets.map(({ asset, depositsLessWithdrawals, users, houses, difference }) => {
    const { spot, margin, futures, isolated } = users;
    const areas = [spot, margin, futures, isolated];
    const house = sumOf(houses.map(({ held }) => held));
    const figures = [depositsLessWithdrawals, sumOf(areas), house, difference, ...areas];
    const verdict = <Addition difference={difference} />;
    return [asset, [asset, verdict, ...figures.map(grouped)]] as const;
  });
  return <Table title="Solvency" columns={COLUMNS} rows={rows} none="There is no asset." />;
}

function LendingTable({ assets }: { readonly assets: readonly AssetSolvencyRow[] }) {
  const rows = assets.flatMap(({ asset, lending }) => {
    if (!lending) return [];
    const { capital, inPool, lent, difference } = lending;
    const figures = [capital, inPool, lent, difference].map(grouped);
    return [[asset, [asset, <Addition key="v" difference={difference} />, ...figures]] as const];
  });
  if (rows.length === 0) return null;
  const columns = ["Asset", "Verdict", "#Capital", "#In the pool", "#Lent", "#Difference"];
  return (
    <>
      <h3>Loans</h3>
      <Table title="Loans" columns={columns} rows={rows} none="" />
    </>
  );
}

function Addition({ difference }: { readonly difference: string }) {
  return difference === "0" ? (
    <Badge kind="good">adds up</Badge>
  ) : (
    <Badge kind="bad">does not</Badge>
  );
}
