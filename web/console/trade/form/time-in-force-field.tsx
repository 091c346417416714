/** The field that asks how long a limit order is in force: a market order never stays. */
import { PickField } from "./field.tsx";
import type { Complaint } from "./refusal-words.ts";
import type { AskedForce } from "./time-in-force.ts";

/** The word comes first: the field is narrow, and its end is cut off. */
const TIMES = [
  { value: "gtc", label: "GTC: until canceled" },
  { value: "ioc", label: "IOC: at once, cancel the rest" },
  { value: "fok", label: "FOK: all at once or nothing" },
  { value: "post_only", label: "Post only: never take" },
] as const;

interface TimeInForceFieldProps {
  readonly value: AskedForce;
  change(value: AskedForce): void;
  readonly complaint: Complaint | undefined;
}

export function TimeInForceField({ value, change, complaint }: TimeInForceFieldProps) {
  return (
    <PickField
      label="TIF"
      title="Time in force: how long the order stays"
      options={TIMES}
      value={value}
      change={change}
      complaint={complaint}
    />
  );
}
