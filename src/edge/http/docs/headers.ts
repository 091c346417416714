/**
 * What the page's replies say about themselves. Nothing is loaded from elsewhere and nothing in the
 * page is run but its own files, so that no text of the document can ever become a program that reads
 * the secret from its field.
 */
import { PLAIN_HEADERS } from "../site.ts";

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...PLAIN_HEADERS,
  "Content-Security-Policy": POLICY,
  "Referrer-Policy": "no-referrer",
};
