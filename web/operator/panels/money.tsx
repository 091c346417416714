/** Deposits and withdrawals of users, the loan pools and both insurance funds (LEDGER-FUND-1). */
import { useCallback, useState } from "preact/hooks";
import { Choice, Field } from "../parts/field.tsx";
import { MovementForm } from "../parts/movement-form.tsx";
import { Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useAsked } from "../session/asked.ts";
import { useDesk } from "../session/desk.ts";
import { FUNDS, type Fund } from "../session/movement-words.ts";
import type { Insurance, Pool } from "../session/words.ts";
import { grouped } from "../text/amount.ts";

export function Money() {
  const { api } = useDesk();
  const askAssets = useCallback(
    () => api.get<{ assets: readonly { name: string }[] }>("/assets"),
    [api],
  );
  const { value } = useAsked(askAssets);
  const assets = value?.assets.map(({ name }) => name) ?? [];
  return (
    <>
      <OfUsers assets={assets} />
      <Funds assets={assets} />
    </>
  );
}

type Direction = "in" | "out";

const USER_WAYS = [
  ["in", "Deposit to"],
  ["out", "Withdraw from"],
] as const;

function OfUsers({ assets }: { readonly assets: readonly string[] }) {
  const [direction, setDirection] = useState<Direction>("in");
  const [user, setUser] = useState("");
  const isIn = direction === "in";
  return (
    <Panel title="Deposits and withdrawals">
      <MovementForm
        label="Money of a user"
        verb={isIn ? "Deposit" : "Withdraw"}
        path={isIn ? "/deposits" : "/withdrawals"}
        whose={{ user: user.trim() }}
        assets={assets}
      >
        <Choice label="What" value={direction} choices={USER_WAYS} onValue={setDirection} />
        <Field label="User" value={user} onValue={setUser} />
      </MovementForm>
      <p class="hint">
        A deposit goes to what the user has free on the spot account. The solvency table shows it.
      </p>
    </Panel>
  );
}

const FUND_WAYS = [
  ["in", "Put into"],
  ["out", "Take out of"],
] as const;

function Funds({ assets }: { readonly assets: readonly string[] }) {
  const { api } = useDesk();
  const askPools = useCallback(() => api.get<{ pools: readonly Pool[] }>("/pools"), [api]);
  const askInsurance = useCallback(
    () => api.get<{ insurance: readonly Insurance[] }>("/insurance"),
    [api],
  );
  const pools = useAsked(askPools);
  const insurance = useAsked(askInsurance);
  const again = () => {
    pools.again();
    insurance.again();
  };
  return (
    <>
      <Panel title="Money of the house">
        <FundForm assets={assets} onDone={again} />
      </Panel>
      <Panel title="Loan pools" problem={pools.problem}>
        <PoolTable pools={pools.value?.pools ?? []} />
      </Panel>
      <Panel title="Insurance funds" problem={insurance.problem}>
        <InsuranceTable insurance={insurance.value?.insurance ?? []} />
      </Panel>
    </>
  );
}

interface FundFormProps {
  readonly assets: readonly string[];
  readonly onDone: () => void;
}

function FundForm({ assets, onDone }: FundFormProps) {
  const [direction, setDirection] = useState<Direction>("in");
  const [fund, setFund] = useState<Fund>("LOAN_POOL");
  const isIn = direction === "in";
  return (
    <MovementForm
      label="Money of the house"
      verb={isIn ? "Put in" : "Take out"}
      path={isIn ? "/funds/fill" : "/funds/draw"}
      whose={{ fund }}
      {...{ assets, onDone }}
    >
      <Choice label="What" value={direction} choices={FUND_WAYS} onValue={setDirection} />
      <Choice label="Fund" value={fund} choices={FUNDS} onValue={setFund} />
    </MovementForm>
  );
}

function PoolTable({ pools }: { readonly pools: readonly Pool[] }) {
  const amounts = ["#In the pool", "#Lent", "#Capital", "#Cap", "#Rate an hour", "#Interest paid"];
  const rows = pools.map(({ asset, hourlyRate, ...pool }) => {
    const held = [pool.available, pool.lent, pool.capital, pool.cap].map(grouped);
    return [asset, [asset, ...held, hourlyRate, grouped(pool.interest)]] as const;
  });
  return <Table title="Loan pools" columns={["Asset", ...amounts]} rows={rows} none="No pool." />;
}

function InsuranceTable({ insurance }: { readonly insurance: readonly Insurance[] }) {
  const amounts = ["#Margin", "#Bad debt of margin", "#Futures", "#Bad debt of futures"];
  const rows = insurance.map(({ asset, ...funds }) => {
    const margin = [funds.marginInsurance, funds.marginBadDebt];
    const both = [...margin, funds.futuresInsurance, funds.futuresBadDebt].map(grouped);
    return [asset, [asset, ...both]] as const;
  });
  const columns = ["Asset", ...amounts];
  return <Table title="Insurance funds" columns={columns} rows={rows} none="No fund." />;
}
