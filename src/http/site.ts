/**
 * Pages beside the API: exact paths, read into memory at the start, no file system behind a URL. They
 * are for everybody, so they pass only the ban and the limit of the address.
 */

export interface Page {
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of every page: it is what it says it is, and another one may stand there after the next start. */
export const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-cache",
};

/** By path. */
export type Site = ReadonlyMap<string, Page>;
