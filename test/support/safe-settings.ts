/** Settings of a PostgreSQL that a log may be carried by, as it tells them. */
export const SAFE_SETTINGS = {
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  standbys: "other",
} as const;
