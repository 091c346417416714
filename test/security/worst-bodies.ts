/** Bodies of a size, each the worst of its kind to read. */
import { bodyFields } from "../../src/edge/http/request.ts";

export const WORST_BODIES: readonly [string, (bytes: number) => string][] = [
  ["keys", (bytes) => `{${list(bytes / 14, (i) => `"key${i}":1`)}}`],
  ["keys that are numbers", (bytes) => `{${list(bytes / 14, (i) => `"${i * 1_023}":1`)}}`],
  ["items", (bytes) => `{"orderIds":[${list(bytes / 2, () => "1")}]}`],
  ["empty objects", (bytes) => `{"a":[${list(bytes / 3, () => "{}")}]}`],
  ["escapes", (bytes) => `{"a":"${"\\u0061".repeat(bytes / 6)}"}`],
  ["short escaped strings", (bytes) => `{"a":[${list(bytes / 5, () => '"\\n"')}]}`],
  ["a long number", (bytes) => `{"a":1${"0".repeat(bytes)}}`],
  ["blanks", (bytes) => `{"a":${" ".repeat(bytes)}1}`],
  ["brackets", (bytes) => "[".repeat(bytes)],
];

function list(count: number, write: (index: number) => string): string {
  return Array.from({ length: Math.floor(count) }, (_, index) => write(index)).join();
}

/** As the API reads it; a refusal is an answer, too. */
export function readBody(bytes: Uint8Array): void {
  try {
    bodyFields({ "content-type": ["application/json"] }, bytes).find("symbol");
  } catch {
    // Refused; that has its work, too.
  }
}
