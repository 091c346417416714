/**
 * Leverage and margin mode at a contract: shown as the exchange tells them, also when another client of
 * the user has changed them, and set there when they are changed here (FUT-LEV-4).
 */
import { useState } from "preact/hooks";
import type { AccountConfig, ConsoleExchange, ShownMarket } from "../../exchange/exchange.ts";
import { titleOf } from "../../exchange/market/markets.ts";
import { useLive } from "../../exchange/use-live.ts";
import { type Submission, useSubmission } from "../form/use-submission.ts";
import { contractOf, type Known } from "../market-views.ts";
import {
  type ContractAccountTerms,
  contractAccountOf,
  type KnownContractAccount,
} from "./contract-account-terms.ts";

export interface ContractAccountEditor extends KnownContractAccount {
  /** Of the last change. */
  readonly submission: Submission;
  setLeverage(leverage: number): void;
  setMode(mode: ContractAccountTerms["mode"]): void;
}

export function useContractAccount(exchange: ConsoleExchange, known: Known): ContractAccountEditor {
  const { market, isSignedIn } = known;
  const { name } = market;
  const config = useLive(exchange.account.configs, (rows) => configOf(rows, name));
  const [tried, setTried] = useState<Partial<ContractAccountTerms>>({});
  const submission = useSubmission(exchange);
  const facts = { isSignedIn, config, isModeFixed: isModeFixed(known), tried };
  const set = (terms: Partial<ContractAccountTerms>, send: () => Promise<string>) => {
    if (isSignedIn) submission.run(send);
    else setTried((before) => ({ ...before, ...terms }));
  };
  return {
    ...contractAccountOf(contractOf(market), facts),
    submission,
    setLeverage: (leverage) => set({ leverage }, () => sendLeverage(exchange, market, leverage)),
    setMode: (mode) => set({ mode }, () => sendMode(exchange, market, mode)),
  };
}

function configOf(rows: readonly AccountConfig[], name: string): AccountConfig | undefined {
  return rows.find(({ contractName }) => contractName === name);
}

/** FUT-MODE-1: while something is held, or stands on the book; what waits for a price does not count. */
function isModeFixed({ market: { name }, positions, orders }: Known): boolean {
  const isHeld = positions.some((one) => one.contractName === name && one.volume !== "0");
  const rests = orders.some(
    (one) => one.area === "futures" && one.contractName === name && one.status !== "INIT",
  );
  return isHeld || rests;
}

async function sendLeverage(
  exchange: ConsoleExchange,
  market: ShownMarket,
  leverage: number,
): Promise<string> {
  const { name: contractName } = market;
  await exchange.sender.value.futures.setLeverage({ contractName, nowLevel: leverage });
  await untilTold(exchange, contractName, ({ nowLevel }) => nowLevel === leverage);
  return `${titleOf(market)}: leverage ${leverage}x`;
}

async function sendMode(
  exchange: ConsoleExchange,
  market: ShownMarket,
  mode: ContractAccountTerms["mode"],
): Promise<string> {
  const { name: contractName } = market;
  const marginModel = mode === "cross" ? 1 : 2;
  await exchange.sender.value.futures.setMarginModel({ contractName, marginModel });
  await untilTold(exchange, contractName, (config) => config.marginModel === marginModel);
  return `${titleOf(market)}: ${mode} margin`;
}

/** The stream tells what holds a moment after the answer; longer than this nothing waits for it. */
const TOLD_WITHIN_MS = 2_000;

/** No order is sent on the old figures: the change is under way until the stream has told it. */
function untilTold(
  { account, status }: ConsoleExchange,
  name: string,
  holds: (config: AccountConfig) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const config = configOf(account.configs.value, name);
      if (status.value === "open" && config && !holds(config)) return;
      end();
    };
    const end = () => {
      clearTimeout(timer);
      for (const unfollow of following) unfollow();
      resolve();
    };
    const timer = setTimeout(end, TOLD_WITHIN_MS);
    const following = [account.configs.follow(look), status.follow(look)];
    look();
  });
}
