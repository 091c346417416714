/** The names that a form offers: assets, symbols, contracts, and the first users. */
import { useCallback } from "preact/hooks";
import { useAsked } from "./asked.ts";
import { usePageServices } from "./page-services.ts";

type Listing = "assets" | "symbols" | "contracts" | "users";

/** Of users a list is offered; the name of any other is typed. */
const USERS_OFFERED = 200;

/** Empty until the answer comes. */
export function useNames(listing: Listing): readonly string[] {
  const { session } = usePageServices();
  const ask = useCallback(
    () => session.get<Reply>(`/${listing}`, listing === "users" ? { limit: USERS_OFFERED } : {}),
    [session, listing],
  );
  const { value } = useAsked(ask);
  return value?.[listing]?.filter(isThere).map(({ name }) => name) ?? [];
}

interface Named {
  readonly name: string;
  readonly status?: string;
}

type Reply = Readonly<Partial<Record<Listing, readonly Named[]>>>;

/** What is delisted can be chosen no more. */
function isThere({ status }: Named): boolean {
  return status !== "delisted";
}
