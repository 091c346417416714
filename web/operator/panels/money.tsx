/** Deposits and withdrawals of users, the loan pools and both insurance funds (LEDGER-FUND-1). */
import { useState } from "preact/hooks";
import { Choice } from "../parts/field.tsx";
import { MovementForm } from "../parts/movement-form.tsx";
import { Panel } from "../parts/panel.tsx";
import { UserField } from "../parts/picks.tsx";
import { Table } from "../parts/table.tsx";
import { useReply } from "../session/asked.ts";
import { FUNDS, type FundName } from "../session/movement-words.ts";
import type { Insurance, Pool } from "../session/words.ts";
import { grouped } from "../text/amount.ts";

export function Money() {
  return (
    <>
      <OfUsers />
      <Funds />
    </>
  );
}

type Direction = "in" | "out";

const USER_WAYS = [
  ["in", "Deposit to"],
  ["out", "Withdraw from"],
] as const;

function OfUsers() {
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
      >
        <Choice label="What" value={direction} choices={USER_WAYS} onValue={setDirection} />
        <UserField value={user} onValue={setUser} />
      </MovementForm>
      <p class="hint">
        A deposit goes to what the user has free in spot. The user's own page shows it.
      </p>
    </Panel>
  );
}

const FUND_WAYS = [
  ["in", "Put into"],
  ["out", "Take out of"],
] as const;

function Funds() {
  const pools = useReply<{ pools: readonly Pool[] }>("/pools");
  const insurance = useReply<{ insurance: readonly Insurance[] }>("/insurance");
  const again = () => {
    pools.again();
    insurance.again();
  };
  return (
    <>
      <Panel title="Money of the house">
        <FundForm onDone={again} />
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

function FundForm({ onDone }: { readonly onDone: () => void }) {
  const [direction, setDirection] = useState<Direction>("in");
  const [fund, setFund] = useState<FundName>("LOAN_POOL");
  const isIn = direction === "in";
  return (
    <MovementForm
      label="Money of the house"
      verb={isIn ? "Put in" : "Take out"}
      path={isIn ? "/funds/fill" : "/funds/draw"}
      whose={{ fund }}
      onDone={onDone}
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
