/**
 * Money in or out. The movement gets its id before it is sent; when no answer says what became of it,
 * the form stays shut until the same movement was sent again or set aside, so that doubt can never
 * move money twice.
 */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { keepMovementState, keptMovementState } from "../session/kept-movement.ts";
import {
  begin,
  drawMovementId,
  type MovementState,
  OPEN,
  type PendingMovement,
  settle,
} from "../session/movement.ts";
import { sentenceOfMovement } from "../session/movement-words.ts";
import { outcomeOf, sentenceOf } from "../session/operator-session.ts";
import { usePageServices } from "../session/page-services.ts";
import { CommandLine } from "./command-line.tsx";
import { Field, Form } from "./field.tsx";
import { AssetPick } from "./picks.tsx";

interface MovementFormProps {
  readonly label: string;
  readonly verb: string;
  /** The fields before asset and amount: the user or the fund, and the direction. */
  readonly children: ComponentChildren;
  readonly path: string;
  readonly whose: Readonly<Record<string, string>>;
  readonly onDone?: () => void;
}

export function MovementForm(props: MovementFormProps) {
  const { label, verb, children, path, whose, onDone } = props;
  const { confirm } = usePageServices();
  const [asset, setAsset] = useState("");
  const [amount, setAmount] = useState("");
  const { state, send, setAside } = useMovement(label, () => {
    setAmount("");
    onDone?.();
  });
  const asked = { path, body: { ...whose, asset, amount } };
  const submit = async () => {
    const says = `${sentenceOfMovement(asked)} It is written to the log, for good.`;
    if (await confirm({ title: `${verb}?`, says, verb, actions: [asked] })) await send(asked);
  };
  return (
    <div class="doing">
      <Form label={label} isDisabled={state.is !== "open"} onSubmit={() => void submit()}>
        {children}
        <AssetPick value={asset} onValue={setAsset} />
        <Field label="Amount" value={amount} onValue={setAmount} isFigure />
        <button type="submit">{verb}</button>
      </Form>
      <CommandLine action={asked} />
      {state.is === "unsure" && (
        <Doubt movement={state.movement} onSend={send} onSetAside={setAside} />
      )}
    </div>
  );
}

interface DoubtProps {
  readonly movement: PendingMovement;
  readonly onSend: (movement: PendingMovement) => Promise<void>;
  readonly onSetAside: () => void;
}

function Doubt({ movement, onSend, onSetAside }: DoubtProps) {
  return (
    <div class="notice bad" role="alert">
      <span>
        Nobody knows whether this was carried out: {sentenceOfMovement(movement)} Its id is{" "}
        {movement.id}; sent again, it moves the money once.
      </span>
      <button type="button" onClick={() => void onSend(movement)}>
        Send again
      </button>
      <button type="button" onClick={onSetAside}>
        Set aside
      </button>
    </div>
  );
}

function useMovement(label: string, onDone: () => void) {
  const { session, say } = usePageServices();
  const [state, setState] = useState(() => keptMovementState(label));
  const reach = (next: MovementState) => {
    keepMovementState(label, next);
    setState(next);
  };
  const send = async (asked: Omit<PendingMovement, "id">) => {
    const sending = begin(state, asked, drawMovementId);
    const { movement } = sending;
    reach(sending);
    try {
      await session.post(movement.path, { ...movement.body, id: movement.id });
      reach(settle(sending, "done"));
      const action = { path: movement.path, body: { ...movement.body, id: movement.id } };
      say("good", `Done: ${sentenceOfMovement(movement)} Id ${movement.id}.`, action);
      onDone();
    } catch (error) {
      reach(settle(sending, outcomeOf(error)));
      say("bad", sentenceOf(error));
    }
  };
  const setAside = () => {
    if (state.is === "unsure") say("bad", `Set aside: movement ${state.movement.id}. Look for it.`);
    reach(OPEN);
  };
  return { state, send, setAside };
}
