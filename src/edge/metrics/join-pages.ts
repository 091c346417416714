/**
 * The pages of several processes as one: a metric stands once, with the samples of all that have it, each
 * under the label of its process. Pages are what `writeMetrics` makes, line by line.
 */

export interface ProcessPage {
  readonly process: string;
  readonly text: string;
}

interface Family {
  /** What is said of it: the lines that begin with a hash. */
  readonly head: readonly string[];
  readonly samples: string[];
}

export function joinPages(pages: readonly ProcessPage[]): string {
  const families = new Map<string, Family>();
  for (const { process, text } of pages) addPage(families, process, text);
  return [...families.values()]
    .map(({ head, samples }) => [...head, ...samples, ""].join("\n"))
    .join("");
}

function addPage(families: Map<string, Family>, process: string, text: string): void {
  const lines = text.split("\n").filter((line) => line !== "");
  let family: Family = { head: [], samples: [] };
  for (const [at, line] of lines.entries()) {
    if (line.startsWith("# HELP ")) {
      const name = line.split(" ", 3)[2] ?? "";
      family = families.get(name) ?? { head: [line, lines[at + 1] ?? ""], samples: [] };
      families.set(name, family);
    } else if (!line.startsWith("#")) {
      family.samples.push(labelled(line, process));
    }
  }
}

/** `a 1` and `a{b="c"} 1`, with the process in front of all labels. */
function labelled(line: string, process: string): string {
  const label = `process="${process}"`;
  const brace = line.indexOf("{");
  if (brace >= 0) return `${line.slice(0, brace + 1)}${label},${line.slice(brace + 1)}`;
  const blank = line.indexOf(" ");
  return `${line.slice(0, blank)}{${label}}${line.slice(blank)}`;
}
