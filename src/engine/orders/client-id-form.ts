/** The form of a client id. Checked for every order that has one, so letters are looked up in a table. */
import { isServerForm } from "./open-orders.ts";

const LENGTH_MAX = 64;
const LETTERS = new Uint8Array(128);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:/-") {
  LETTERS[letter.charCodeAt(0)] = 1;
}

/** SPOT-CLIENT-1, and SPOT-CLIENT-6: the server's own form is not for clients to send. */
export function isClientId(clientId: string): boolean {
  const { length } = clientId;
  if (length === 0 || length > LENGTH_MAX) return false;
  for (let i = 0; i < length; i++) {
    if (LETTERS[clientId.charCodeAt(i)] !== 1) return false;
  }
  return !isServerForm(clientId);
}
