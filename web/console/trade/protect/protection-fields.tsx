/** The two prices of a protection, as fields, and by which price they are judged; each may stay empty. */
import type { ComponentChildren } from "preact";
import { FigureField } from "../form/field.tsx";
import type { Complaint } from "../form/refusal-words.ts";
import { sayTriggerSource, type TriggerPrice } from "../ticket/trigger-source.ts";
import { LEG_NAMES, type ProtectionDraft } from "./protection.ts";

interface ProtectionFieldsProps {
  readonly draft: ProtectionDraft;
  change(part: Partial<ProtectionDraft>): void;
  /** What prices are in. */
  readonly unit: string;
  /** Undefined where it is said elsewhere. */
  readonly judgedBy: TriggerPrice | undefined;
  said(field: keyof ProtectionDraft): Complaint | undefined;
  /** What it would come to. */
  hintOf(field: keyof ProtectionDraft): string | undefined;
  /** What else is asked for beside them. */
  readonly children?: ComponentChildren;
}

export function ProtectionFields(props: ProtectionFieldsProps) {
  const { draft, change, unit, judgedBy, said, hintOf, children } = props;
  return (
    <>
      <div class="protection">
        {(["stopLoss", "takeProfit"] as const).map((field) => (
          <FigureField
            key={field}
            name={field}
            label={LEG_NAMES[field]}
            unit={unit}
            value={draft[field]}
            change={(price) => change({ [field]: price })}
            complaint={said(field)}
            hint={hintOf(field)}
            isOptional
          />
        ))}
        {children}
      </div>
      {judgedBy ? <p class="field-said field-hint">{sayTriggerSource(judgedBy)}</p> : null}
    </>
  );
}
