/** A figure of an open order while it is changed in its line. The form that it belongs to stands beside the buttons. */
import { useEffect, useRef } from "preact/hooks";
import type { AccountOrder } from "../../exchange/exchange.ts";
import { type AmendDraft, FIELD_NAMES } from "./amendment.ts";
import type { Amendment } from "./use-amendment.ts";

/** Letters that an empty field has room for. */
const WIDTH_MIN = 8;

interface AmendFieldProps {
  readonly amendment: Amendment;
  readonly order: AccountOrder;
  readonly name: keyof AmendDraft;
}

export function AmendField({ amendment, order, name }: AmendFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const isFirst = name === (order.type === "LIMIT" ? "price" : "quantity");
  useEffect(() => {
    if (!isFirst) return;
    input.current?.focus();
    input.current?.select();
  }, []);
  const label = `${FIELD_NAMES[name]} of order ${order.orderIdString}`;
  return (
    <input
      ref={input}
      class="input figure amend-field"
      form={amendment.formId}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      aria-label={label}
      title={label}
      style={{ width: `calc(${Math.max(WIDTH_MIN, amendment.draft[name].length + 1)}ch + 14px)` }}
      value={amendment.draft[name]}
      onInput={(event) => amendment.change({ [name]: event.currentTarget.value })}
      onKeyDown={(event) => {
        if (event.key === "Escape") amendment.leave();
      }}
    />
  );
}
