/** Orders on a contract: open or close a long or a short, now or when a price is reached. */
import { Choice } from "../../parts/choice.tsx";
import { formatPlain } from "../../text/format.ts";
import { complaintFor, played } from "../form/check-form.ts";
import { Confirm } from "../form/confirm.tsx";
import { FigureField, PickField } from "../form/field.tsx";
import { Figures, PresetRow } from "../form/figures.tsx";
import { TicketFoot } from "../form/ticket-foot.tsx";
import { closableOf, contractPreset } from "../preview/presets.ts";
import type { Field } from "../preview/refusal-words.ts";
import { ContractAccountControls } from "./contract-account-controls.tsx";
import { askedOf, contractLines, sideOf, spendsValue } from "./contract-order.ts";
import { sayTriggerSource } from "./due-trigger.ts";
import { type ContractFormProps, useContractOrder } from "./use-contract-order.ts";

const ACTIONS = [
  { value: "open", label: "Open" },
  { value: "close", label: "Close" },
] as const;
const POSITIONS = [
  { value: "long", label: "Long" },
  { value: "short", label: "Short" },
] as const;
const KINDS = [
  { value: "limit", label: "Limit" },
  { value: "market", label: "Market" },
] as const;
const TIMES = [
  { value: "gtc", label: "Until canceled" },
  { value: "ioc", label: "At once, cancel the rest (IOC)" },
  { value: "fok", label: "All at once or nothing (FOK)" },
  { value: "post_only", label: "Only as maker (post only)" },
] as const;
const NOW = { value: "none", label: "Now" } as const;
const WHEN = [
  { value: "up", label: "When the price rises to" },
  { value: "down", label: "When the price falls to" },
] as const;
const STOPS = [
  { value: "stop_loss", label: "Stop loss at" },
  { value: "stop_gain", label: "Take profit at" },
] as const;

type Form = ReturnType<typeof useContractOrder>;

export function ContractForm(props: ContractFormProps) {
  const { market } = props;
  const order = useContractOrder(props);
  const { draft, change, judged, submission, contractAccount } = order;
  const { action, position } = draft;
  const said = (field: Field) => complaintFor(field, judged.complaints, submission.refusal);
  const side = sideOf(draft);
  const general = said("order");
  return (
    <form class="order-form" onSubmit={order.submit} noValidate>
      <Choice
        class="actions"
        label="Open or close"
        options={ACTIONS}
        chosen={action}
        choose={(next) => change({ action: next, trigger: "none" })}
      />
      <Choice
        class={`sides sides-${position === "long" ? "buy" : "sell"}`}
        label="Position"
        options={POSITIONS}
        chosen={position}
        choose={(next) => change({ position: next })}
      />
      {action === "open" ? (
        <ContractAccountControls
          market={market}
          contractAccount={contractAccount}
          complaint={said("mode")}
        />
      ) : null}
      <ContractFields order={order} said={said} quote={market.quote} />
      <Figures lines={contractLines(judged.estimate, draft, order.marketView)} />
      <TicketFoot
        side={side}
        submission={submission}
        isSignedIn={order.isSignedIn}
        complaint={general}
      >
        {action === "open" ? "Open" : "Close"} {position}
        {sayWhen(judged.asked)} ({side})
      </TicketFoot>
      <Confirm
        title={judged.due === undefined ? "Send this market order?" : "It does not wait"}
        question={order.largeOrderWarning}
        yes="Send it"
        cancel={() => order.setLargeOrderWarning(undefined)}
        confirm={order.send}
      />
    </form>
  );
}

/** Of an order that waits: nobody should take its button for one that trades now. */
function sayWhen(asked: Form["judged"]["asked"]): string {
  if (!asked || asked.trigger === "none") return "";
  return ` once at ${formatPlain(asked.triggerPrice)}`;
}

interface FieldsProps {
  readonly order: Form;
  readonly quote: string;
  said(field: Field): ReturnType<typeof complaintFor>;
}

function ContractFields({ order, said, quote }: FieldsProps) {
  const { draft, change, marketView } = order;
  const take = (share: 25 | 50 | 75 | 100) =>
    change({ quantity: played(() => contractPreset(marketView, askedOf(draft), share)) ?? "" });
  return (
    <>
      <Choice
        label="Kind of order"
        options={KINDS}
        chosen={draft.kind}
        choose={(kind) => change({ kind })}
      />
      {draft.kind === "limit" ? (
        <FigureField
          name="price"
          label="Price"
          unit={quote}
          value={draft.price}
          change={(price) => change({ price })}
          complaint={said("price")}
        />
      ) : null}
      <FigureField
        name="quantity"
        label={spendsValue(draft) ? "Value" : "Contracts"}
        unit={spendsValue(draft) ? marketView.listing.marginCoin : sizeOf(marketView.listing)}
        value={draft.quantity}
        change={(quantity) => change({ quantity })}
        complaint={said("quantity")}
        hint={hintOf(order)}
      />
      <PresetRow isDisabled={!order.isSignedIn} take={take} />
      <Timing order={order} said={said} quote={quote} />
    </>
  );
}

/** When it is to trade, and for how long. */
function Timing({ order, said, quote }: FieldsProps) {
  const { draft, change } = order;
  const { kind, action, trigger, triggerPrice, timeInForce } = draft;
  const options = action === "close" ? [NOW, ...STOPS, ...WHEN] : [NOW, ...WHEN];
  return (
    <>
      <div class="timing">
        {kind === "limit" ? (
          <PickField
            label="In force"
            options={TIMES}
            value={timeInForce}
            change={(next) => change({ timeInForce: next })}
            complaint={said("timeInForce")}
          />
        ) : null}
        <PickField
          label="Place it"
          options={options}
          value={trigger}
          change={(next) => change({ trigger: next })}
        />
      </div>
      {trigger === "none" ? null : (
        <FigureField
          name="triggerPrice"
          label="Trigger price"
          unit={quote}
          value={triggerPrice}
          change={(next) => change({ triggerPrice: next })}
          complaint={said("triggerPrice")}
          hint={sayTriggerSource(order.marketView)}
        />
      )}
    </>
  );
}

/** What one contract is: `× 0.0001 BTC`. */
function sizeOf({ multiplier, multiplierCoin }: Form["marketView"]["listing"]): string {
  return `× ${multiplier} ${multiplierCoin}`;
}

function hintOf({ draft, marketView, available, isSignedIn }: Form): string | undefined {
  if (!isSignedIn) return undefined;
  if (draft.action === "close") {
    return `${formatPlain(`${closableOf(marketView, askedOf(draft))}`)} contracts can be closed`;
  }
  return available && `${formatPlain(available)} ${marketView.listing.marginCoin} available`;
}
