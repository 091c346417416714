/** Symbols and contracts, each with what stops its trading and lets it go on; and how new ones are listed. */
import { ActionButton } from "../parts/action-button.tsx";
import { Badge, Panel } from "../parts/panel.tsx";
import { Table } from "../parts/table.tsx";
import { useReply, WATCH_MS } from "../session/asked.ts";
import type { ContractRow, MarketRow, SymbolRow } from "../session/words.ts";
import { grouped } from "../text/amount.ts";
import { AllMarkets } from "./all-markets.tsx";
import { Listing } from "./listing/listing.tsx";
import { CancelAll } from "./user/cancel-all.tsx";

export function Markets() {
  return (
    <>
      <Symbols />
      <Contracts />
      <Listing />
    </>
  );
}

function Symbols() {
  const { value, problem, again } = useReply<{ symbols: readonly SymbolRow[] }>(
    "/symbols",
    WATCH_MS,
  );
  const columns = ["Symbol", "Status", "Base", "Quote", "#Maker fee", "#Taker fee", "Margin", "Do"];
  const rows = value?.symbols.map((symbol) => {
    const { name, base, quote, makerFeeRate, takerFeeRate, marginEnabled } = symbol;
    const margin = <MarginSwitch key="m" name={name} isOn={marginEnabled} onDone={again} />;
    const cells = [name, <Trading key="s" {...symbol} />, base, quote, makerFeeRate, takerFeeRate];
    const acts = <Acts key="a" listed={symbol} path="/symbols" onDone={again} />;
    return [name, [...cells, margin, acts]] as const;
  });
  return (
    <Panel
      title="Symbols"
      problem={problem}
      beside={<AllMarkets listed={value?.symbols ?? []} path="/symbols" onDone={again} />}
    >
      <Table title="Symbols" columns={columns} rows={rows ?? []} none="No symbol is listed." />
    </Panel>
  );
}

function Contracts() {
  const { value, problem, again } = useReply<{ contracts: readonly ContractRow[] }>(
    "/contracts",
    WATCH_MS,
  );
  const prices = ["#Last", "#Mark", "#Index", "#Last funding", "#Open interest", "#Positions"];
  const rows = value?.contracts.map((contract) => {
    const { name, lastPrice = "–", markPrice = "–", indexPrice = "–", positions } = contract;
    const figures = [lastPrice, markPrice, indexPrice].map(grouped);
    const held = [contract.fundingRate, grouped(contract.openInterest), `${positions}`];
    const acts = <Acts key="a" listed={contract} path="/contracts" onDone={again} />;
    return [name, [name, <Trading key="s" {...contract} />, ...figures, ...held, acts]] as const;
  });
  return (
    <Panel
      title="Contracts"
      problem={problem}
      beside={<AllMarkets listed={value?.contracts ?? []} path="/contracts" onDone={again} />}
    >
      <Table
        title="Contracts"
        columns={["Contract", "Status", ...prices, "Do"]}
        rows={rows ?? []}
        none="No contract is listed."
      />
    </Panel>
  );
}

function Trading({ status }: MarketRow) {
  const kind = status === "trading" ? "good" : status === "halted" ? "warn" : "plain";
  return <Badge kind={kind}>{status}</Badge>;
}

interface ActsProps {
  readonly listed: MarketRow;
  readonly path: "/symbols" | "/contracts";
  readonly onDone: () => void;
}

function Acts({ listed, path, onDone }: ActsProps) {
  const { name, status } = listed;
  if (status === "delisted") return null;
  const body: Record<string, string> = path === "/symbols" ? { symbol: name } : { contract: name };
  const asks =
    "Every open order there is cancelled, whoever placed it. New ones are taken unless it is halted.";
  return (
    <div class="row tight">
      <HaltOrResume listed={listed} path={path} onDone={onDone} />
      <CancelAll of={name} body={body} asks={asks} onDone={onDone} />
      {status === "delisting" ? null : <Delist listed={listed} path={path} onDone={onDone} />}
    </div>
  );
}

/** SPOT-DELIST-1, FUT-CONTRACT-4 */
function Delist({ listed: { name }, path, onDone }: ActsProps) {
  return (
    <ActionButton
      verb="Delist"
      what={name}
      isDanger
      asks="Every order there is cancelled and it is gone, for ever: its name is never given again. A contract must have no positions."
      typed={name}
      action={{ path: `${path}/delist`, body: { name } }}
      says={(done: MarketRow) => `${done.name} is ${done.status}.`}
      onDone={onDone}
    />
  );
}

interface MarginSwitchProps {
  readonly name: string;
  readonly isOn: boolean;
  readonly onDone: () => void;
}

/** MARG-ORDER-1 */
function MarginSwitch({ name, isOn, onDone }: MarginSwitchProps) {
  const asks = isOn
    ? "No new order there may borrow. What rests stays."
    : "Orders there may be placed with borrowed money.";
  return (
    <div class="row tight">
      {isOn ? "yes" : "no"}
      <ActionButton
        verb={isOn ? "Stop margin" : "Allow margin"}
        what={`on ${name}`}
        asks={asks}
        action={{ path: "/symbols/margin", body: { name, marginEnabled: !isOn } }}
        says={() => `${name}: margin is ${isOn ? "off" : "on"}.`}
        onDone={onDone}
      />
    </div>
  );
}

function HaltOrResume({ listed: { name, status }, path, onDone }: ActsProps) {
  if (status !== "trading" && status !== "halted") return null;
  const isHalted = status === "halted";
  const verb = isHalted ? "Resume" : "Halt";
  return (
    <ActionButton
      verb={verb}
      what={name}
      isDanger={!isHalted}
      asks={
        isHalted
          ? "Its rules are as before; orders are taken again at once."
          : "No new order is taken there until it is resumed. What rests stays, and may be cancelled."
      }
      action={{ path: `${path}/${verb.toLowerCase()}`, body: { name } }}
      says={(done: MarketRow) => `${done.name} is ${done.status}.`}
      onDone={onDone}
    />
  );
}
