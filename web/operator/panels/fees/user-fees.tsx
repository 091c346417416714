/** Rates that users have of their own: who has which, given to several at once, and taken back. */
import { useState } from "preact/hooks";
import { ActionButton } from "../../parts/action-button.tsx";
import { Choice, Field, Form } from "../../parts/field.tsx";
import { Panel } from "../../parts/panel.tsx";
import { UserField } from "../../parts/picks.tsx";
import { Table } from "../../parts/table.tsx";
import { useReply } from "../../session/asked.ts";
import { useNames } from "../../session/names.ts";
import { usePageServices } from "../../session/page-services.ts";
import { useEach } from "../../session/use-each.ts";
import type { UserFeesReply } from "../../session/words.ts";
import {
  ACTIONS_MAX,
  EVERY_CONTRACT,
  EVERY_SYMBOL,
  feeActions,
  type TypedFees,
} from "./fee-actions.ts";

export function UserFees() {
  const { value, problem, again } = useReply<UserFeesReply>("/fees/users");
  return (
    <Panel title="Rates of their own" problem={problem}>
      <GiveFees onDone={again} />
      <FeeTable fees={value} onDone={again} />
    </Panel>
  );
}

/** More than a person reads. */
const ROWS_MAX = 200;

interface FeeTableProps {
  readonly fees: UserFeesReply | undefined;
  readonly onDone: () => void;
}

function FeeTable({ fees, onDone }: FeeTableProps) {
  const { symbols = [], contracts = [] } = fees ?? {};
  const rows = [
    ...symbols.map(({ user, symbol: market, makerFeeRate, takerFeeRate }) => {
      return { user, market, rates: [makerFeeRate, takerFeeRate] };
    }),
    ...contracts.map(({ user, contract: market, ...of }) => {
      const maker = bothOf(of.openMakerFeeRate, of.closeMakerFeeRate);
      return { user, market, rates: [maker, bothOf(of.openTakerFeeRate, of.closeTakerFeeRate)] };
    }),
  ].map(({ user, market, rates }) => {
    const remove = <Remove key="a" user={user} market={market} onDone={onDone} />;
    return [`${user} ${market}`, [user, market, ...rates, remove]] as const;
  });
  const columns = ["User", "On", "#Maker", "#Taker", "Do"];
  const none = "All pay the rates of the market.";
  return (
    <>
      <Table
        title="Rates of their own"
        columns={columns}
        rows={rows.slice(0, ROWS_MAX)}
        none={none}
      />
      {rows.length > ROWS_MAX ? (
        <p class="hint">{`The first ${ROWS_MAX} of ${rows.length}; bourse fee list shows all of them.`}</p>
      ) : null}
    </>
  );
}

/** One figure where opening costs what closing costs. */
function bothOf(open: string, close: string): string {
  return open === close ? open : `${open} to open, ${close} to close`;
}

interface RemoveProps {
  readonly user: string;
  readonly market: string;
  readonly onDone: () => void;
}

function Remove({ user, market, onDone }: RemoveProps) {
  return (
    <ActionButton
      verb="Take back"
      what={`the rates of ${user} at ${market}`}
      asks="Orders from now on pay the rates of the market. Open orders keep theirs."
      action={{ path: "/fees/users/remove", body: { user, market } }}
      says={() => `${user} pays the rates of ${market}.`}
      onDone={onDone}
    />
  );
}

const EMPTY: TypedFees = { users: "", market: EVERY_SYMBOL, makerFeeRate: "", takerFeeRate: "" };

function GiveFees({ onDone }: { readonly onDone: () => void }) {
  const { confirm } = usePageServices();
  const { isBusy, each } = useEach();
  const [fees, setFees] = useState(EMPTY);
  const listed = { symbols: useNames("symbols"), contracts: useNames("contracts") };
  const change = (field: keyof TypedFees) => (value: string) =>
    setFees({ ...fees, [field]: value });
  const actions = feeActions(fees, listed);
  const isTooMany = actions.length > ACTIONS_MAX;
  const submit = async () => {
    const title = `Give ${actions.length === 1 ? "rates" : `${actions.length} rates`}?`;
    const says = "Orders from now on pay them. Open orders keep theirs.";
    if (!(await confirm({ title, says, verb: "Give rates", actions }))) return;
    const isDone = await each(
      actions,
      `Given: rates of their own at ${fees.market} to ${fees.users}.`,
    );
    if (isDone) setFees(EMPTY);
    onDone();
  };
  const choices = [EVERY_SYMBOL, EVERY_CONTRACT, ...listed.symbols, ...listed.contracts];
  return (
    <div class="doing">
      <Form label="Give rates" isDisabled={isBusy} onSubmit={() => void submit()}>
        <UserField label="Users, with commas" value={fees.users} onValue={change("users")} />
        <Choice
          label="At"
          value={fees.market}
          choices={choices.map((name) => [name, name] as const)}
          onValue={change("market")}
        />
        <Field label="As makers" value={fees.makerFeeRate} onValue={change("makerFeeRate")} />
        <Field label="As takers" value={fees.takerFeeRate} onValue={change("takerFeeRate")} />
        <button type="submit" disabled={isTooMany || actions.length === 0}>
          Give rates
        </button>
      </Form>
      {isTooMany ? (
        <p class="hint">{`These are ${actions.length} changes; no more than ${ACTIONS_MAX} at once.`}</p>
      ) : null}
    </div>
  );
}
