/** A request as it goes out, from what stands in a form: the same text is signed and sent. */

export interface FormField {
  readonly name: string;
  readonly value: string;
  /** A list or an object, typed as JSON. */
  readonly isJson: boolean;
}

export interface WrittenRequest {
  readonly method: string;
  /** The path with its query. */
  readonly target: string;
  readonly body: string;
}

/** What is left empty is not sent. A GET has the fields in its query, a POST in its body. */
export function writeRequest(
  { method, path }: { method: string; path: string },
  fields: readonly FormField[],
): WrittenRequest {
  const given = fields.filter(({ value }) => value !== "");
  if (method === "POST") return { method, target: path, body: bodyOf(given) };
  const query = new URLSearchParams();
  for (const { name, value } of given) query.append(name, value);
  return { method, target: given.length === 0 ? path : `${path}?${query}`, body: "" };
}

/** Figures go as text, so that no browser makes a double of them. */
function bodyOf(fields: readonly FormField[]): string {
  const written = fields.map(({ name, value, isJson }) => {
    const text = isJson ? value : JSON.stringify(value);
    return `${JSON.stringify(name)}:${text}`;
  });
  return `{${written.join(",")}}`;
}

/** What the signature is made over: one right after the other, nothing between. */
export function signedTextOf(ts: string, { method, target, body }: WrittenRequest): string {
  return ts + method + target + body;
}
