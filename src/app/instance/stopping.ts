/** How long a stop waits for what: together less than the ten seconds in which it is done. */

/** For requests that are under way to end. */
export const GRACE_MS = 4_000;
/** For the replies of calls that are under way. */
export const REPLIES_PATIENCE_MS = 3_000;
/** For the archivist's last snapshot. */
export const ARCHIVIST_PATIENCE_MS = 4_000;
/** For a gateway, which gives its requests their grace and takes a moment more to be gone. */
export const GATEWAY_PATIENCE_MS = GRACE_MS + 1_000;
