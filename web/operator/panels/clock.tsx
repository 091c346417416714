/** The manual clock of a sandbox: frozen, led on, let go (SANDBOX-CLOCK-1 to SANDBOX-CLOCK-4). */
import { useState } from "preact/hooks";
import { ActionButton } from "../parts/action-button.tsx";
import { ActionForm } from "../parts/action-form.tsx";
import { Choice, Field } from "../parts/field.tsx";
import { Badge, Panel } from "../parts/panel.tsx";
import { useReply, WATCH_MS } from "../session/asked.ts";
import type { Clock } from "../session/words.ts";
import { momentOf } from "../text/measure.ts";

export function ClockPanel() {
  const { value, problem, again } = useReply<Clock>("/clock", WATCH_MS);
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
  if (!frozen) {
    return (
      <div class="row">
        <ActionButton
          verb="Freeze"
          what="the clock"
          isDanger
          asks="Engine time stands until it is led on or let go: no hour strikes, nothing expires."
          action={{ path: "/clock/freeze", body: {} }}
          says={() => "The clock is frozen."}
          onDone={onDone}
        />
      </div>
    );
  }
  return (
    <div class="row">
      <Advance onDone={onDone} />
      <ActionButton
        verb="Let go of"
        what="the clock"
        asks="Engine time jumps to the present; every hour in between strikes."
        action={{ path: "/clock/resume", body: {} }}
        says={() => "The clock runs."}
        onDone={onDone}
      />
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
  const [count, setCount] = useState("1");
  const [unit, setUnit] = useState<(typeof UNITS)[number][0]>("3600000");
  const byMs = Math.round(Number(count) * Number(unit));
  return (
    <ActionForm
      label="Lead the clock on"
      verb="Advance"
      action={{ path: "/clock/advance", body: { byMs } }}
      says={({ reaching }: Clock) =>
        reaching === undefined
          ? "The clock was led on."
          : `The clock goes to ${momentOf(reaching)}, boundary by boundary.`
      }
      onDone={onDone}
    >
      <Field label="Lead it on by" value={count} onValue={setCount} isFigure />
      <Choice label="Unit" value={unit} choices={UNITS} onValue={setUnit} />
    </ActionForm>
  );
}
