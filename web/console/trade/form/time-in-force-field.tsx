/** The field that asks how long a limit order is in force: a market order never stays. */
import { PickField } from "./field.tsx";
import type { Complaint } from "./refusal-words.ts";
import type { AskedForce } from "./time-in-force.ts";

const TIMES = [
  { value: "gtc", label: "Until canceled" },
  { value: "ioc", label: "At once, cancel the rest (IOC)" },
  { value: "fok", label: "All at once or nothing (FOK)" },
  { value: "post_only", label: "Only as maker (post only)" },
] as const;

interface TimeInForceFieldProps {
  readonly value: AskedForce;
  change(value: AskedForce): void;
  readonly complaint: Complaint | undefined;
}

export function TimeInForceField({ value, change, complaint }: TimeInForceFieldProps) {
  return (
    <PickField
      label="In force"
      options={TIMES}
      value={value}
      change={change}
      complaint={complaint}
    />
  );
}
