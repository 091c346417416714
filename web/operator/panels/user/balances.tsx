/** What one user has in each area, and owes. Every amount is decimal text, shown as it came. */
import { Panel } from "../../parts/panel.tsx";
import { Table } from "../../parts/table.tsx";
import type { Row, UserShown } from "../../session/words.ts";
import { grouped } from "../../text/amount.ts";

interface OfUser {
  readonly user: UserShown;
}

export function Balances({ user }: OfUser) {
  return (
    <Panel title={`Money of ${user.name}`}>
      <div class="areas">
        <Area user={user} area="spot" columns={SPOT} />
        <Area user={user} area="margin" columns={MARGIN} />
      </div>
      <Area user={user} area="futures" columns={FUTURES} />
    </Panel>
  );
}

/** The first column names the asset. */
type Columns = readonly (readonly [field: string, title: string])[];

const SPOT: Columns = [
  ["asset", "Asset"],
  ["free", "#Free"],
  ["locked", "#Locked"],
];
const MARGIN: Columns = [...SPOT, ["borrowed", "#Borrowed"], ["interest", "#Interest"]];
const FUTURES: Columns = [
  ["marginCoin", "Margin coin"],
  ["accountNormal", "#Balance"],
  ["accountLock", "#Locked"],
  ["partPositionNormal", "#Isolated margin"],
  ["unrealizedAmount", "#Unrealized"],
  ["totalEquity", "#Equity"],
  ["totalMarginRate", "#Margin rate"],
];

interface AreaProps extends OfUser {
  readonly area: string;
  readonly columns: Columns;
}

function Area({ user, area, columns }: AreaProps) {
  const rows = user.balances
    .filter((row) => row["area"] === area)
    .map((row: Row) => {
      const cells = columns.map(([field]) => grouped(`${row[field] ?? "–"}`));
      return [cells[0] ?? "", cells] as const;
    });
  const title = `Money of ${user.name} in ${area}`;
  const titles = columns.map(([, shown]) => shown);
  return (
    <div>
      <h3>In {area}</h3>
      <Table title={title} columns={titles} rows={rows} none="Nothing, and never was." />
    </div>
  );
}
