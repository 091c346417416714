/** Tables of the pages that are made. */

export function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const written = [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`);
  return written.join("\n").replaceAll("|  |", "| |");
}
