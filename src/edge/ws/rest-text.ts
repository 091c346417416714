/**
 * Texts that the REST API has written, as records of the contract. Its writers say only that they give a text; which record it is
 * is said here, and nowhere else.
 */
import type { Written } from "../../contract/field.ts";

export function restText<T>(text: string): Written<T> {
  return text as Written<T>;
}
