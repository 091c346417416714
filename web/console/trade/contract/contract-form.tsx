/** Orders on a contract: open or close a long or a short, now or when a price is reached. */
import { tryPreview } from "../../../../src/core/preview/try-preview.ts";
import { Choice } from "../../parts/choice.tsx";
import { formatPlain } from "../../text/format.ts";
import { FigureField, PickField } from "../form/field.tsx";
import { TimeInForceField } from "../form/time-in-force-field.tsx";
import { contractOf } from "../market-views.ts";
import { NO_PROTECTION } from "../protect/protection.ts";
import { ProtectionFields } from "../protect/protection-fields.tsx";
import { ProtectionFold } from "../protect/protection-fold.tsx";
import { closableOf, contractPreset } from "../ticket/presets.ts";
import { SizeFields } from "../ticket/size-fields.tsx";
import { sayAll, saySent, unitChoiceOf } from "../ticket/size-words.ts";
import { typedSizeOf, unitOf } from "../ticket/sizing.ts";
import { TicketForm } from "../ticket/ticket-form.tsx";
import { sayTriggerSource, triggerPriceIn } from "../ticket/trigger-source.ts";
import { ContractAccountControls } from "./contract-account-controls.tsx";
import { askedOf, contractLines, mayProtect, sideOf, spendsValue } from "./contract-order.ts";
import { type ContractFormProps, useContractOrder } from "./use-contract-order.ts";

const ACTIONS = [
  { value: "open", label: "Open" },
  { value: "close", label: "Close", spoken: "Close: reduce only" },
] as const;
const POSITIONS = [
  { value: "long", label: "Long" },
  { value: "short", label: "Short" },
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

type ContractTicket = ReturnType<typeof useContractOrder>;

export function ContractForm(props: ContractFormProps) {
  const { market } = props;
  const ticket = useContractOrder(props);
  const { draft, change, assessed, marketView, contractAccount } = ticket;
  const { action, position } = draft;
  const side = sideOf(draft);
  return (
    <TicketForm
      ticket={ticket}
      side={side}
      lines={contractLines(assessed.estimate, draft, marketView)}
      verb={`${action === "open" ? "Open" : "Close"} ${position}${sayWhen(assessed)} (${side})`}
      warningTitle={assessed.due === undefined ? "Send this market order?" : "It does not wait"}
    >
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
          complaint={ticket.said("mode")}
        />
      ) : null}
      <SizeFields
        ticket={ticket}
        priceUnit={market.quote}
        quantity={quantityOf(ticket, props)}
        presetOf={(share) =>
          tryPreview(() => {
            const sent = contractPreset(marketView, askedOf(draft, marketView), share);
            return sent && typedSizeOf(sent, draft, ticket.sizing);
          })
        }
      />
      <Timing ticket={ticket} quote={market.quote} />
      {mayProtect(draft) ? <Protection ticket={ticket} quote={market.quote} /> : null}
    </TicketForm>
  );
}

/** The button of an order that waits does not look like that of one that trades now. */
function sayWhen({ asked }: ContractTicket["assessed"]): string {
  if (!asked || asked.trigger === "none") return "";
  return ` once at ${formatPlain(asked.triggerPrice)}`;
}

function quantityOf(ticket: ContractTicket, { market }: ContractFormProps) {
  const { marginCoin, multiplier, multiplierCoin } = contractOf(market);
  const { base, quote } = market;
  const units = unitChoiceOf(ticket, {
    base,
    quote,
    contracts: `× ${multiplier} ${multiplierCoin}`,
  });
  const sent = saySent(ticket, spendsValue(ticket.draft) ? marginCoin : "contracts");
  const hint = sayAll(sent, hintOf(ticket));
  if (units.chosen === "contracts") return { label: "Contracts", units, hint };
  return {
    label: unitOf(ticket.draft, ticket.sizing) === "base" ? "Quantity" : "Value",
    units,
    hint,
  };
}

interface TimingProps {
  readonly ticket: ContractTicket;
  readonly quote: string;
}

/** When it is to trade, and for how long. */
function Timing({ ticket, quote }: TimingProps) {
  const { draft, change, said } = ticket;
  const { kind, action, trigger, triggerPrice, timeInForce } = draft;
  const options = action === "close" ? [NOW, ...STOPS, ...WHEN] : [NOW, ...WHEN];
  return (
    <>
      <div class="timing">
        {kind === "limit" ? (
          <TimeInForceField
            value={timeInForce}
            change={(next) => change({ timeInForce: next })}
            complaint={said("timeInForce")}
          />
        ) : null}
        <PickField
          label="Trigger"
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
          hint={sayTriggerSource(triggerPriceIn(ticket.marketView))}
        />
      )}
    </>
  );
}

/** FUT-COND-2, FUT-CHECK-15: what the exchange does with them, and what it does not. */
function sayProtects({ kind }: ContractTicket["draft"]): string {
  const placed = "Two orders of their own, placed when this one has been taken";
  if (kind === "market") return `${placed}, for what it traded.`;
  return `${placed}, for all of it, also what still rests on the book. One that triggers while less is held is rejected: if you cancel this order, look after them.`;
}

function Protection({ ticket, quote }: TimingProps) {
  const { draft, change, said, assessed } = ticket;
  const { protection = NO_PROTECTION } = draft;
  const isWrong = [said("stopLoss"), said("takeProfit")].some((one) => one?.isWarning === false);
  return (
    <ProtectionFold asked={assessed.legs.map(({ price }) => formatPlain(price))} isWrong={isWrong}>
      <ProtectionFields
        draft={protection}
        change={(part) => change({ protection: { ...protection, ...part } })}
        unit={quote}
        judgedBy={triggerPriceIn(ticket.marketView)}
        said={said}
        hintOf={() => undefined}
      />
      <p class="field-said field-hint">{sayProtects(draft)}</p>
    </ProtectionFold>
  );
}

function hintOf({ draft, marketView, available, isSignedIn }: ContractTicket): string | undefined {
  if (!isSignedIn) return undefined;
  if (draft.action === "close") {
    return `${formatPlain(`${closableOf(marketView, askedOf(draft, marketView))}`)} contracts can be closed (reduce only)`;
  }
  return available && `${formatPlain(available)} ${marketView.terms.marginCoin.name} available`;
}
