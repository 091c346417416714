/** What a click on the ladder or a key puts into an order entry, taken up when it comes. */
import { useEffect, useRef } from "preact/hooks";
import type { ConsoleExchange, Draft } from "../../exchange/exchange.ts";
import { registerKey } from "../../exchange/keyboard.ts";
import { hasTraded } from "../../text/format.ts";
import { isMissing } from "./focus-first.ts";

/** `take` is called for each new draft; one that was there before the form is not taken up. */
export function useDraft({ draft }: ConsoleExchange, take: (draft: Draft) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => draft.follow(() => latest.current(draft.value)), [draft]);
}

/**
 * Puts the last price into a form whose price is still empty, once: what the trader then types, or takes
 * away, is the trader's.
 */
export function usePrefill(last: string, take: (price: string) => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current || !hasTraded(last)) return;
    isDone.current = true;
    take(last);
  }, [last]);
}

/** The first field of the order that waits for something; where all is there, the quantity. */
function focusEmpty(): void {
  const fields = [...document.querySelectorAll<HTMLInputElement>(".order-form input.figure")];
  const field = fields.find(isMissing) ?? fields.find(isQuantity);
  field?.focus();
}

function isQuantity({ name }: HTMLInputElement): boolean {
  return name === "quantity";
}

/** `b` and `s` turn the form to buying and selling, and go to the first field that is empty. */
export function useSideKeys(choose: (side: "buy" | "sell") => void): void {
  const latest = useRef(choose);
  latest.current = choose;
  useEffect(() => {
    const turn = (side: "buy" | "sell") => () => {
      latest.current(side);
      focusEmpty();
    };
    const undo = [
      registerKey({ key: "b", label: "Buy: go to the order entry", run: turn("buy") }),
      registerKey({ key: "s", label: "Sell: go to the order entry", run: turn("sell") }),
    ];
    return () => {
      for (const each of undo) each();
    };
  }, []);
}
