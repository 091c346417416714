/** Alerts as the browser keeps them: what cannot be read, or is from another version, is none. */
import type { AccountAlert } from "../exchange.ts";

export function idsIn(text: string): readonly string[] {
  return listIn(text).filter((one) => typeof one === "string");
}

export function alertsIn(text: string): readonly AccountAlert[] {
  return listIn(text).filter(isAlert);
}

function listIn(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function isAlert(value: unknown): value is AccountAlert {
  if (typeof value !== "object" || value === null) return false;
  const { id, time, title, lines } = value as Partial<AccountAlert>;
  const isSigned = typeof id === "string" && typeof time === "number" && typeof title === "string";
  return isSigned && Array.isArray(lines) && lines.every((line) => typeof line === "string");
}
