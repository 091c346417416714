/**
 * JSON on several lines, from its text: no value is read, so a figure looks as the server wrote it,
 * and none goes through a double. What is no JSON comes back as it is.
 */

/** A string, a bracket or mark, or anything else that stands together. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const INDENT = "  ";

export function prettyJson(text: string): string {
  if (!isJson(text)) return text;
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  let pretty = "";
  for (const [at, token] of tokens.entries()) {
    const isEmpty = (tokens[at - 1] === "{" || tokens[at - 1] === "[") && isEnd(token);
    if (isEnd(token)) depth--;
    if (isEnd(token) && !isEmpty) pretty += newLine(depth);
    pretty += token;
    if (token === ":") pretty += " ";
    if (token === "{" || token === "[") depth++;
    const isOpening = (token === "{" || token === "[") && !isEnd(tokens[at + 1]);
    if (isOpening || token === ",") pretty += newLine(depth);
  }
  return pretty;
}

function isEnd(token: string | undefined): boolean {
  return token === "}" || token === "]";
}

function newLine(depth: number): string {
  return `\n${INDENT.repeat(depth)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
