/** A form that does one thing at the exchange, with the line below it that does the same by hand. */
import type { ComponentChildren } from "preact";
import type { OperatorAction } from "../session/command-line.ts";
import { useAction, usePageServices } from "../session/page-services.ts";
import { CommandLine } from "./command-line.tsx";
import { Field, Form } from "./field.tsx";
import { useFields } from "./use-fields.ts";

interface ActionFormProps<R> {
  readonly label: string;
  readonly verb: string;
  readonly action: OperatorAction;
  /** What will happen; without it no question is asked. */
  readonly asks?: string;
  readonly says: (reply: R) => string;
  readonly onDone?: (reply: R) => void;
  /** The fields. */
  readonly children: ComponentChildren;
}

export function ActionForm<R>(props: ActionFormProps<R>) {
  const { label, verb, action, asks, says, onDone, children } = props;
  const { confirm } = usePageServices();
  const { isBusy, run } = useAction();
  const submit = async () => {
    const isWanted =
      asks === undefined ||
      (await confirm({ title: `${verb}?`, says: asks, verb, actions: [action] }));
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

interface NameFormProps<R> {
  readonly label: string;
  readonly verb: string;
  readonly path: string;
  /** What the name is of. */
  readonly field: string;
  readonly says: (reply: R, name: string) => string;
  readonly onDone: () => void;
}

/** One that takes a name and nothing else. */
export function NameForm<R>({ label, verb, path, field, says, onDone }: NameFormProps<R>) {
  const { values, change, done } = useFields({ name: "" }, onDone);
  const { name } = values;
  return (
    <ActionForm
      label={label}
      verb={verb}
      action={{ path, body: { name } }}
      says={(reply: R) => says(reply, name)}
      onDone={done}
    >
      <Field label={field} value={name} onValue={change("name")} />
    </ActionForm>
  );
}
