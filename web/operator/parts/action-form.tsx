/** A form that does one thing at the exchange, with the line below it that does the same by hand. */
import type { ComponentChildren } from "preact";
import type { Action } from "../session/command-line.ts";
import { useDesk, useDoing } from "../session/desk.ts";
import { CommandLine } from "./command-line.tsx";
import { Form } from "./field.tsx";

interface ActionFormProps<R> {
  readonly label: string;
  readonly verb: string;
  readonly action: Action;
  /** What will happen; without it nobody is asked. */
  readonly asks?: string;
  readonly says: (reply: R) => string;
  readonly onDone?: (reply: R) => void;
  /** The fields. */
  readonly children: ComponentChildren;
}

export function ActionForm<R>(props: ActionFormProps<R>) {
  const { label, verb, action, asks, says, onDone, children } = props;
  const { confirm } = useDesk();
  const { isBusy, run } = useDoing();
  const submit = async () => {
    const isWanted =
      asks === undefined || (await confirm({ title: `${verb}?`, says: asks, verb, action }));
    if (!isWanted) return;
    const reply = await run<R>(action, says);
    if (reply !== undefined) onDone?.(reply);
  };
  return (
    <div class="doing">
      <Form label={label} isDisabled={isBusy} onSubmit={() => void submit()}>
        {children}
        <button type="submit">{verb}</button>
      </Form>
      <CommandLine action={action} />
    </div>
  );
}
