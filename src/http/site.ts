/**
 * Pages beside the API: exact paths, read into memory at the start, no file system behind a URL. They
 * are for everybody, so they pass only the ban and the limit of the address.
 */

export interface Page {
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** By path. */
export type Site = ReadonlyMap<string, Page>;
