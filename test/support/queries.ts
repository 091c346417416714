/**
 * What a query of Prometheus names: its metrics and its labels. It knows as much of the language as
 * our dashboards and alerts use, and takes every word that it does not know for a metric; so a new
 * function must be added here, and nothing passes unseen.
 */

const FUNCTIONS = new Set([
  ...["abs", "absent", "changes", "count", "delta", "histogram_quantile", "increase"],
  ...["label_values", "last_over_time", "max", "max_over_time", "predict_linear", "rate", "sum"],
  ...["time", "topk", "vector"],
]);
const OPERATORS = new Set(["and", "or", "unless", "by", "on", "ignoring"]);

export interface Named {
  readonly metrics: readonly string[];
  readonly labels: readonly string[];
}

export function namesIn(query: string): Named {
  const labels: string[] = [];
  const bare = query
    .replaceAll(/"(?:\\.|[^"\\])*"/g, '""')
    .replaceAll(/\b(?:by|on|ignoring)\s*\(([^)]*)\)/g, (_, names: string) => {
      labels.push(...names.split(",").map((name) => name.trim()));
      return " ";
    })
    .replaceAll(/\{([^}]*)\}/g, (_, matchers: string) => {
      labels.push(
        ...[...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, name = ""]) => name),
      );
      return " ";
    })
    .replaceAll(/\[[^\]]*\]/g, " ");
  const words = [...bare.matchAll(/(?<![\w$.])[A-Za-z_:][\w:]*/g)].map(([word]) => word);
  const metrics = words.filter((word) => !FUNCTIONS.has(word) && !OPERATORS.has(word));
  return { metrics: [...new Set(metrics)], labels: [...new Set(labels)] };
}
