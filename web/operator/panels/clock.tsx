/** The manual clock of a sandbox: frozen, led on, let go (SANDBOX-CLOCK-1 to SANDBOX-CLOCK-4). */
import { useCallback, useState } from "preact/hooks";
import { Act } from "../parts/act.tsx";
import { Choice, Field, Form } from "../parts/field.tsx";
import { Badge, Panel } from "../parts/panel.tsx";
import { useAsked, WATCH_MS } from "../session/asked.ts";
import { useDesk, useDoing } from "../session/desk.ts";
import type { Clock } from "../session/words.ts";
import { momentOf } from "../text/measure.ts";

export function ClockPanel() {
  const { api } = useDesk();
  const ask = useCallback(() => api.get<Clock>("/clock"), [api]);
  const { value, problem, again } = useAsked(ask, WATCH_MS);
  return (
    <Panel title="Clock" problem={problem}>
      {value && <Time clock={value} />}
      {value && <Controls clock={value} onDone={again} />}
    </Panel>
  );
}

function Time({ clock: { frozen, engineTime, requestTime, reaching } }: { readonly clock: Clock }) {
  return (
    <p class="row">
      {frozen ? <Badge kind="warn">frozen</Badge> : <Badge kind="good">runs</Badge>}
      <span>
        Engine time {momentOf(engineTime)}
        {reaching !== undefined && `, on its way to ${momentOf(reaching)}`}; requests are timed by{" "}
        {momentOf(requestTime)}.
      </span>
    </p>
  );
}

interface ControlsProps {
  readonly clock: Clock;
  readonly onDone: () => void;
}

function Controls({ clock: { frozen }, onDone }: ControlsProps) {
  const { api } = useDesk();
  const change = (path: string, says: string) => async () => {
    await api.post(path);
    return says;
  };
  if (!frozen) {
    const asks =
      "Engine time stands until it is led on or let go: no hour strikes, nothing expires.";
    const work = change("/clock/freeze", "The clock is frozen.");
    return (
      <div class="row">
        <Act verb="Freeze" what="the clock" isDanger {...{ asks, work, onDone }} />
      </div>
    );
  }
  const asks = "Engine time jumps to the present; every hour in between strikes.";
  const work = change("/clock/resume", "The clock runs.");
  return (
    <div class="row">
      <Advance onDone={onDone} />
      <Act verb="Let go of" what="the clock" {...{ asks, work, onDone }} />
    </div>
  );
}

const UNITS = [
  ["1000", "seconds"],
  ["60000", "minutes"],
  ["3600000", "hours"],
  ["86400000", "days"],
] as const;

function Advance({ onDone }: { readonly onDone: () => void }) {
  const { api } = useDesk();
  const { isBusy, run } = useDoing();
  const [count, setCount] = useState("1");
  const [unit, setUnit] = useState<(typeof UNITS)[number][0]>("3600000");
  const submit = async () => {
    const isDone = await run(async () => {
      const { reaching } = await api.post<Clock>("/clock/advance", {
        byMs: Math.round(Number(count) * Number(unit)),
      });
      return reaching === undefined
        ? "The clock was led on."
        : `The clock goes to ${momentOf(reaching)}, boundary by boundary.`;
    });
    if (isDone) onDone();
  };
  return (
    <Form label="Lead the clock on" isDisabled={isBusy} onSubmit={() => void submit()}>
      <Field label="Lead it on by" value={count} onValue={setCount} isFigure />
      <Choice label="Unit" value={unit} choices={UNITS} onValue={setUnit} />
      <button type="submit">Advance</button>
    </Form>
  );
}
