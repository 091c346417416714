/**
 * A stop loss that is asked for beside a position. The order entry of its contract takes it up, once, as
 * a market order that closes all of it, and waits for the one figure that only the trader knows.
 */
import { useEffect, useRef, useState } from "preact/hooks";
import { LiveValue } from "../../exchange/live.ts";
import type { ContractDraft } from "./contract-order.ts";

export interface AskedStop extends Pick<ContractDraft, "position" | "quantity"> {
  readonly contractName: string;
}

export const askedStop = new LiveValue<AskedStop | undefined>(undefined);

/** Also one that was asked for before the form was there: the contract may just have been selected. */
export function useAskedStop(name: string, take: (part: Partial<ContractDraft>) => void): void {
  const latest = useRef(take);
  latest.current = take;
  const [count, setCount] = useState(0);
  useEffect(() => {
    const takeUp = () => {
      const asked = askedStop.value;
      if (asked?.contractName !== name) return;
      askedStop.set(undefined);
      latest.current(draftOf(asked));
      setCount((before) => before + 1);
    };
    takeUp();
    return askedStop.follow(takeUp);
  }, [name]);
  // The field is there only when the form has been drawn with its trigger.
  useEffect(() => {
    if (count > 0) document.querySelector<HTMLElement>(TRIGGER_PRICE)?.focus();
  }, [count]);
}

const TRIGGER_PRICE = '.order-form input[name="triggerPrice"]';

function draftOf({ position, quantity }: AskedStop): Partial<ContractDraft> {
  return {
    action: "close",
    kind: "market",
    trigger: "stop_loss",
    triggerPrice: "",
    position,
    quantity,
  };
}
