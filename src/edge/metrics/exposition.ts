/**
 * Metrics as the text that Prometheus reads (format 0.0.4). Every number here is read at the scrape
 * and none is kept, so all that a library could do is join these lines (decision 0018).
 */
import type { Metric, Sample } from "./metric.ts";

export const EXPOSITION_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export async function writeMetrics(metrics: readonly Metric[]): Promise<string> {
  const families = metrics.map(async (metric) => familyOf(metric, await metric.read()));
  return (await Promise.all(families)).join("");
}

function familyOf({ name, help, type }: Metric, samples: readonly Sample[]): string {
  const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`;
  return head + samples.map((sample) => lineOf(name, sample)).join("");
}

function lineOf(name: string, { suffix, labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  const braced = pairs.length > 0 ? `{${pairs.join(",")}}` : "";
  return `${name}${suffix ?? ""}${braced} ${formatValue(value)}\n`;
}

/** Numbers as they are, but for what the format spells its own way. */
export function formatValue(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : `${value}`;
}

function escapeHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
