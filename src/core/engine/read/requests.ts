/** What is known of a request that was carried out under a client's id. */
import { findNamedRequest, type NamedRequest } from "../requests/named-requests.ts";
import type { ExchangeState } from "../state.ts";
import type { UserId } from "../users/users.ts";

/** USER-REPEAT-1 */
export function requestNamed(
  { requests }: Pick<ExchangeState, "requests">,
  name: { readonly user: UserId; readonly id: string },
): NamedRequest | undefined {
  return findNamedRequest(requests.named, name);
}
