/** How the generated files of the Python package are written: their first lines, comments, and lists that may be long. */

const WIDTH = 110;
const INDENT = "    ";

/** The docstring of a generated file. */
export function docstring(about: string): string {
  return `"""${about}\n\nMade by \`npm run generate\` from the contract of the API (src/contract): change that.\n"""\n`;
}

/** What a name means, in the form that editors and documents show: it stands above the name. */
export function comment(text: string | undefined, indent = ""): string {
  if (text === undefined) return "";
  return `${wrapped(sentence(text).split(" "), `${indent}#: `, " ")}\n`;
}

/** Descriptions begin small; the name of a field keeps its letters. */
function sentence(text: string): string {
  const [first = ""] = text.split(/[ ,;:]/, 1);
  const begun = /^[a-z]+$/.test(first) ? text[0]?.toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

/** `open` items `close`, in one line if it has room for them. */
export function inBrackets(open: string, items: readonly string[], close: string): string {
  const line = `${open}${items.join(", ")}${close}`;
  return line.length <= WIDTH ? line : inLines(open, items, close);
}

/** The same with a comma behind each item, as a tuple of one needs it. */
export function inLines(open: string, items: readonly string[], close: string): string {
  const indent = `${/^ */.exec(open)?.[0]}${INDENT}`;
  const inner = wrapped(
    items.map((item) => `${item},`),
    indent,
    " ",
  );
  return `${open}\n${inner}\n${indent.slice(INDENT.length)}${close}`;
}

function wrapped(parts: readonly string[], before: string, between: string): string {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    const longer = `${last}${between}${part}`;
    if (last === undefined || longer.length > WIDTH) lines.push(before + part);
    else lines[lines.length - 1] = longer;
  }
  return lines.join("\n");
}
