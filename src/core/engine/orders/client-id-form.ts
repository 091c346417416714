/** The form of a client id. Checked for every order that has one, so letters are looked up in a table. */
import { isServerForm } from "./open-orders.ts";
import { hashIfAllowed, type OrderName } from "./order-name.ts";

const LENGTH_MAX = 64;
const LETTERS = new Uint8Array(128);
for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:/-") {
  LETTERS[letter.charCodeAt(0)] = 1;
}

/** SPOT-CLIENT-1, and SPOT-CLIENT-6: the server's own form is not for clients to send. */
export function isClientId(clientId: string): boolean {
  return isNameFormed({ user: 0, area: "spot", clientId, nameHash: 0 });
}

/** The same of a name, which has its hash from then on: every letter is read for either, so once for both. */
export function isNameFormed(name: OrderName): boolean {
  const { clientId } = name;
  const { length } = clientId;
  if (length === 0 || length > LENGTH_MAX) return false;
  name.nameHash = hashIfAllowed(name, LETTERS);
  return name.nameHash !== 0 && !isServerForm(clientId);
}
